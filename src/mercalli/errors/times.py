"""Errors about times in the data."""

from __future__ import annotations

from typing import Self

from mercalli.errors.base import InputError


class TimeError(InputError):
    """Times at which nothing can have happened."""

    @classmethod
    def faulty(cls, value: str, problem: str, name: str, where: str, origin: str) -> Self:
        """A value that is no time, lacks its zone, or is only a day."""
        return cls(f"{value} in {name!r} of {origin}{where} {problem}")

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
