"""Errors about teams and streams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import shown


class TeamError(InputError):
    """A capacity that does not fit the items."""

    @classmethod
    def columns(cls, origin: str, found: Sequence[str]) -> Self:
        """A table of capacity that says neither when nor how much."""
        return cls(
            f"The capacity in {origin} must have the columns from, to and per_hour, or hour and per_hour, and may have "
            f"region; found {shown(found, limit=10)}. Rename its columns."
        )

    @classmethod
    def rate(cls, origin: str, found: object, where: str) -> Self:
        """A capacity below 0, or none at all."""
        return cls(
            f"The capacity in per_hour of {origin} must be a number from 0 to 1e+50, and above 0 somewhere; "
            f"found {found}{where}. Correct it."
        )

    @classmethod
    def hour(cls, origin: str, problem: str) -> Self:
        """Hours of the day that are not each there once."""
        return cls(f"The capacity in {origin} must have each hour from 0 to 23 once; {problem}. Add or remove rows.")

    @classmethod
    def turned(cls, origin: str, start: str, end: str) -> Self:
        """A row that ends before it begins."""
        return cls(
            f"A row of the capacity in {origin} begins at {start} and ends at {end}. Let it end after it begins."
        )

    @classmethod
    def overlap(cls, origin: str, at: str, region: str) -> Self:
        """Two rows for one time."""
        return cls(
            f"Rows of the capacity in {origin} overlap{region}: one begins at {at}, before the one before it ends. "
            f"Let each begin when the one before it ends."
        )

    @classmethod
    def hole(cls, origin: str, start: str, end: str, region: str) -> Self:
        """A time without any row."""
        return cls(
            f"The capacity in {origin} says nothing{region} from {start} to {end}, when items arrive. "
            f"Add a row; per_hour 0 means that nobody works."
        )

    @classmethod
    def regions(cls, origin: str, names: Sequence[str]) -> Self:
        """Regions with items and without a team."""
        return cls(
            f"The capacity in {origin} has no row for {shown(names, limit=10)}. Add rows for them, or set "
            f"`uncovered` to zero if nobody works there."
        )


class StreamError(InputError):
    """A stream that the labelled items cannot be a part of."""

    @classmethod
    def smaller(cls, origin: str, bins: int, first: str) -> Self:
        """Fewer items than were labelled."""
        return cls(
            f"The stream in {origin} has fewer items than were labelled in {bins:,} bins, first from {first} on. "
            f"It must hold all messages, those that were labelled among them."
        )

    @classmethod
    def apart(cls, origin: str) -> Self:
        """No item where any was labelled."""
        return cls(f"The stream in {origin} has no item in any bin with labelled items. Check its times and events.")
