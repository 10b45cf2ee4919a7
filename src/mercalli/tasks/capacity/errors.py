"""Errors about teams, and about times at which items arrive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.inputs.faulty import FaultyValueError
from mercalli.inputs.times import NO_ZONE
from mercalli.text.words import shown

OWN_ZONE = "is a time without a zone. Add the zone to the times, or name it with `timezone`, as in UTC."


class TimeError(InputError):
    """Times at which nothing can have arrived."""

    @classmethod
    def faulty(cls, fault: FaultyValueError, name: str, where: str, origin: str) -> Self:
        """A value that is no time, lacks its zone, or is only a day."""
        problem = fault.problem if fault.problem != NO_ZONE else OWN_ZONE
        return cls(f"{fault.shown} in {name!r} of {origin}{where} {problem}")

    @classmethod
    def outside(cls, name: str, found: str, where: str, origin: str) -> Self:
        """Before or after anything that a model of messages can have seen."""
        return cls(
            f"Times in {name!r} of {origin} must be from 1990 to 2100; found {found}{where}. "
            f"If these are ids or another unit, give a column of times."
        )

    @classmethod
    def too_long(cls, bins: int, most: int, gap: str, after: str) -> Self:
        """More bins than can be kept; mostly because of one wrong time."""
        return cls(
            f"The items take {bins:,} bins, and at most {most:,} can be replayed. The longest time without any item is "
            f"{gap}, after {after}: check the times around it, take wider bins, or a shorter deadline or half-life."
        )


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
