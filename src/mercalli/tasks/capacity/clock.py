"""Times of arrival, checked, and the bins that they fall into."""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.engines.arrays import ArraySource
from mercalli.errors import SettingError
from mercalli.inputs.arrays import Ints
from mercalli.inputs.times import DAY, duration, in_units, written, zone_of
from mercalli.plan.moments import moments

SECONDS = 1_000_000


@dataclass(frozen=True)
class Clock:
    """How wide bins are, in microseconds, and the zone of times that do not say theirs."""

    width: int
    zone: str | None = None

    @classmethod
    def check(cls, width: str, timezone: str | None) -> Clock:
        """From settings as they are written."""
        found = positive(width, "bin")
        if timezone is not None:
            _check_zone(timezone)
        return cls(found, timezone)

    def bins(self, text: str, name: str) -> int:
        """A duration as a whole number of bins; 0 is the bin of arrival.

        >>> Clock.check("1h", None).bins("6h", "deadline")
        6
        """
        found = 0 if text.strip() == "0" else duration(text, name)
        if found < 0 or found % self.width:
            raise SettingError.outside(
                name, text, f"a whole number of bins of {in_units(self.width)} (0 is the bin of arrival)"
            )
        return found // self.width

    def moments(self, rows: ArraySource, name: str) -> Ints:
        """Microseconds since 1970 of a column; NO_TIME where there is none, and an error about what is no time."""
        return moments(rows, name, self.zone, dates=self.width % DAY == 0)


def _check_zone(name: str) -> None:
    try:
        zone_of(name)
    except SettingError:
        raise SettingError.outside("timezone", name, "a time zone, such as UTC or Asia/Kathmandu") from None


def positive(text: str, name: str) -> int:
    """A duration above 0."""
    found = duration(text, name)
    if found <= 0:
        raise SettingError.outside(name, text, "longer than 0, as in 1h")
    return found


def said(moment: int) -> str:
    """A moment as a message says it.

    >>> said(1366036842000000)
    '2013-04-15 14:40:42 UTC'
    """
    return f"{written(int(moment), SECONDS)} UTC"
