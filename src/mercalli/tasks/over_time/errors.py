"""Errors about time that only this task raises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import counted, shown


class TimelineError(InputError):
    """Times, starts or streams that do not fit the items."""

    @classmethod
    def bins(cls, found: int, most: int, width: str, longest: str) -> Self:
        """More bins than anybody can look at."""
        return cls(
            f"Bins of {width} give {found:,} of them, and at most {most:,} can be compared. {longest} "
            f"Take wider bins with `bin`, or correct times that are wrong."
        )

    @classmethod
    def ids(cls, column: str, found: object, where: str, origin: str) -> Self:
        """Ids that hold no time, or not all of their digits."""
        return cls(
            f"Ids in {column!r} of {origin} must be whole numbers of at least 4194304 with all their digits; "
            f"found {found}{where}. Ids above 2^53 lose digits as floats: read the column as text."
        )

    @classmethod
    def starts(cls, origin: str, found: Sequence[str]) -> Self:
        """A table of starts without its columns."""
        return cls(
            f"The starts in {origin} must have the columns event and start; found {shown(found, limit=10)}. "
            f"Rename its columns."
        )

    @classmethod
    def twice(cls, origin: str, event: str) -> Self:
        """An event with two starts."""
        return cls(f"The starts in {origin} name {event!r} twice. Give each event one start.")

    @classmethod
    def without_start(cls, events: Sequence[str], origin: str) -> Self:
        """Events that no start is known of."""
        return cls(
            f"{counted(len(events), 'event')} {'has' if len(events) == 1 else 'have'} no start in {origin}: "
            f"{shown(events)}. Add them, or leave the starts out."
        )

    @classmethod
    def before(cls, column: str, time: str, where: str, origin: str) -> Self:
        """Answers that came before their messages."""
        return cls(
            f"Answers cannot come before their messages: {column!r} of {origin} is earlier than {time!r}{where}. "
            f"Check that both are in the same zone, or swap the columns."
        )

    @classmethod
    def apart(cls, origin: str) -> Self:
        """A stream of other times."""
        return cls(
            f"The stream {origin} has no message at the times of the items. Give the stream that the items come from."
        )
