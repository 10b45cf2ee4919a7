"""The time, in UTC, as a text that sorts by time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import ceil

from mercalli.tasks.challenge.challenge import TIME


def utc_now() -> str:
    """Now."""
    return datetime.now(UTC).strftime(TIME)


def later(time: str, seconds: float) -> str:
    """So many seconds after a time.

    >>> later("2026-12-31T23:59:59.000000Z", 1)
    '2027-01-01T00:00:00.000000Z'
    """
    return (_read(time) + timedelta(seconds=seconds)).strftime(TIME)


def next_day(time: str) -> str:
    """When the next UTC day begins: when daily caps start again.

    >>> next_day("2026-11-18T11:00:00.000000Z")
    '2026-11-19T00:00:00.000000Z'
    """
    return later(f"{time[:10]}T00:00:00.000000Z", 24 * 3600)


def short(time: str) -> str:
    """A time as people read it.

    >>> short("2026-11-18T11:00:00.000000Z")
    '2026-11-18 11:00 UTC'
    """
    return f"{time[:10]} {time[11:16]} UTC"


def seconds_until(time: str) -> int:
    """How long it is until a time, at least a second."""
    return max(1, ceil((_read(time) - datetime.now(UTC)).total_seconds()))


def seconds_between(first: str, last: str) -> float:
    """How long it is from one time to another.

    >>> seconds_between("2026-11-18T11:00:00.000000Z", "2026-11-18T11:01:00.500000Z")
    60.5
    """
    return (_read(last) - _read(first)).total_seconds()


def _read(time: str) -> datetime:
    return datetime.strptime(time, TIME).replace(tzinfo=UTC)
