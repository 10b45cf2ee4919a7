"""A value in the data from which nothing can be made."""

from __future__ import annotations

from mercalli.text.masks import masked
from mercalli.text.words import short_name


class FaultyValueError(ValueError):
    """The value, and what is wrong with it; who knows its column and rows tells them."""

    def __init__(self, value: object, problem: str) -> None:
        self.value = value
        self.problem = problem
        super().__init__(f"{self.shown} {problem}")

    @property
    def shown(self) -> str:
        """The value as an error shows it: not too long, and without personal data.

        >>> FaultyValueError("call +63 917 555 0123", "is no time.").shown
        "'call [phone]'"
        """
        if isinstance(self.value, str) or hasattr(self.value, "isoformat"):  # a text, or a day or time
            return repr(short_name(masked(str(self.value))))
        return repr(self.value)
