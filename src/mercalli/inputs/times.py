"""Times and durations as they are written in data and settings, as whole microseconds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Ints
from mercalli.inputs.faulty import FaultyValueError
from mercalli.inputs.tally import is_missing

NO_TIME = np.iinfo(np.int64).min
MICROSECOND = timedelta(microseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
UNITS = {"s": 1, "min": 60, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
SECOND, HOUR, DAY = 1_000_000, 3_600_000_000, 86_400_000_000
DURATION = re.compile(r"\s*+(-?\d{1,9}+)\s*+(s|min|m|h|d|w)\s*+")
EARLIEST, LATEST = 631_152_000 * SECOND, 4_102_444_800 * SECOND  # 1990 and 2100: what a model can have seen
LONGEST = 3_652_425 * DAY  # 10,000 years
EPOCHS = {10: SECOND, 13: 1_000, 16: 1}  # digits of a time since 1970, and the microseconds of its unit
DIGITS = re.compile(r"\d{10}|\d{13}|\d{16}")
# Year, month, day and hour without signs between them: as seconds since 1970 they would be times after 2032.
COMPACT = re.compile(r"(?:199|20\d)\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])(?:[0-5]\d){0,2}")
ONLY_DATE = re.compile(r"\d{4}-?\d\d-?\d\d")
SPOKEN = "%a %b %d %H:%M:%S %z %Y"  # as in Sun Sep 29 06:15:26 +0000 2013


NO_ZONE = "is a time without a zone. Add the zone to the times, or say it as in bin(ts, 6h, zone=UTC)."
OWN_ZONE = "is a time without a zone. Add the zone to the times, or name it with `timezone`, as in UTC."
NO_HOUR = "is a date, and the time of the day is needed. Use bins of whole days, or times."
NO_TIME_AT_ALL = (
    "cannot be read as a time. Write times as in 2013-09-29T06:15:26Z, or as seconds or milliseconds since 1970."
)


def duration(text: str, name: str = "width") -> int:
    """Microseconds of a duration such as 90s, 30min, 6h, 1d or 2w.

    >>> duration("6h") // HOUR
    6
    """
    found = DURATION.fullmatch(text)
    if found is None:
        raise SettingError.outside(name, text, "a whole number and a unit: s, min, h, d or w, as in 6h")
    length = int(found[1]) * UNITS[found[2]] * SECOND
    if abs(length) > LONGEST:
        raise SettingError.outside(name, text, "at most 10,000 years")
    return length


def positive(text: str, name: str) -> int:
    """A duration above 0, in microseconds."""
    found = duration(text, name)
    if found <= 0:
        raise SettingError.outside(name, text, "longer than 0, as in 6h")
    return found


def in_units(microseconds: int) -> str:
    """A duration as people write it: in the widest unit that is whole.

    >>> [in_units(duration(text)) for text in ("6h", "48h", "90min", "7d")]
    ['6h', '2d', '90min', '7d']
    """
    seconds = microseconds // SECOND
    unit = next(unit for unit in ("d", "h", "min", "s") if not seconds % UNITS[unit])
    return f"{seconds // UNITS[unit]}{unit}"


def zone_of(name: str, setting: str = "timezone") -> tzinfo:
    """A zone by its name, such as UTC or Asia/Kathmandu; `setting` is what names it."""
    try:
        return UTC if name.upper() in {"UTC", "Z", "GMT"} else ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise SettingError.outside(setting, name, "the name of a time zone, such as UTC or Asia/Kathmandu") from None


def instants(values: Sequence[object], zone: str | None = None, *, dates: bool = True) -> Ints:
    """Microseconds since 1970 of times that are written in one of the usual ways; NO_TIME where there is none.

    A time must say its zone, or `zone` does; whether a date without a time of the day will do, `dates` says.

    >>> instants(["1970-01-01T00:00:01Z", "Thu Jan 01 00:00:02 +0000 1970", None, 1380435326]) // SECOND
    array([             1,              2, -9223372036855,     1380435326])
    >>> instants(["2013092906", 201309290615], "UTC") // SECOND
    array([1380434400, 1380435300])
    """
    known = None if zone is None else zone_of(zone)
    return np.fromiter((_instant(value, known, dates) for value in values), np.int64, len(values))


def _instant(value: object, zone: tzinfo | None, dates: bool) -> int:  # noqa: FBT001 - handed on
    if is_missing(value):
        return NO_TIME
    time = value if isinstance(value, date) else _read(value)
    if not isinstance(time, datetime):
        if not dates:
            raise FaultyValueError(value, NO_HOUR)
        time = datetime(time.year, time.month, time.day, tzinfo=UTC)
    if time.tzinfo is None:
        if zone is None:
            raise FaultyValueError(value, NO_ZONE)
        time = time.replace(tzinfo=zone)
    return (time - EPOCH) // MICROSECOND


def _read(value: object) -> date:
    """A time as ISO 8601, as social networks write it, or since 1970; or a date."""
    text = str(int(value) if isinstance(value, float) and value.is_integer() else value).strip()
    try:
        if COMPACT.fullmatch(text.removesuffix(".0")):
            return datetime.fromisoformat(f"{text[:8]}T{text[8:].removesuffix('.0')}")
        if DIGITS.fullmatch(text.removesuffix(".0")):
            text = text.removesuffix(".0")
            return EPOCH + int(text) * EPOCHS[len(text)] * MICROSECOND
        if ONLY_DATE.fullmatch(text):
            return date.fromisoformat(text)
        return datetime.fromisoformat(f"{text.removesuffix(' UTC')}Z" if text.endswith(" UTC") else text)
    except (ValueError, OverflowError):
        return _spoken(text)


def _spoken(text: str) -> datetime:
    try:
        return datetime.strptime(text, SPOKEN)  # noqa: DTZ007 - the format has a zone
    except ValueError:
        raise FaultyValueError(text, NO_TIME_AT_ALL) from None


@cache
def written(instant: int, width: int) -> str:
    """A time as a label: the day alone where bins are whole days.

    >>> written(0, DAY), written(21_600 * SECOND, 6 * HOUR)
    ('1970-01-01', '1970-01-01 06:00')
    """
    unit = "D" if width % DAY == 0 else "m" if width % (60 * SECOND) == 0 else "s"
    return str(np.datetime64(instant, "us").astype(f"datetime64[{unit}]")).replace("T", " ")
