"""Errors about priorities of items and the order in which they came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import shown


class PriorityError(InputError):
    """Priorities that are in no known order."""

    @classmethod
    def level(
        cls, name: str, values: Sequence[str], levels: Sequence[str], origin: str, *, or_numbers: bool = True
    ) -> Self:
        """A priority that is none of the levels."""
        allowed = f"{', '.join(levels)}, or numbers" if or_numbers else f"one of {', '.join(levels)}"
        return cls(
            f"Priorities in {name!r} of {origin} must be {allowed}; found {shown(values)}. "
            f"Declare yours from the lowest to the highest with `levels`, or name the profile of these classes with "
            f"`profile`."
        )

    @classmethod
    def grade(cls, name: str, value: float, highest: float, origin: str) -> Self:
        """A number that is no grade."""
        return cls(f"Grades in {name!r} of {origin} must be from 0 to {highest:g}; found {value:g}. Scale them.")

    @classmethod
    def urgent(cls, names: Sequence[str], priorities: Sequence[str], origin: str) -> Self:
        """An urgent priority that there is none of."""
        return cls(
            f"`urgent` must name priorities of {origin}; found {shown(names)}. There are {shown(priorities, limit=10)}."
        )

    @classmethod
    def no_types(cls, named: str, lacking: str) -> Self:
        """Types on one side only."""
        return cls(f"`{named}` was given without `{lacking}`. Types are compared: name both columns, or neither.")
