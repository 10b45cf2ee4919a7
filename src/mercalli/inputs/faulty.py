"""A value in the data from which nothing can be made."""

from __future__ import annotations


class FaultyValueError(ValueError):
    """The value, and what is wrong with it; who knows its column and rows tells them."""

    def __init__(self, value: object, problem: str) -> None:
        super().__init__(f"{value!r} {problem}")
        self.value = value
        self.problem = problem
