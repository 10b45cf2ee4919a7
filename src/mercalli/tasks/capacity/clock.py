"""Times of arrival, checked, and the bins that they fall into."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.errors import SettingError, TimeError
from mercalli.inputs.arrays import Ints
from mercalli.inputs.faulty import FaultyValueError
from mercalli.inputs.tally import MISSING
from mercalli.inputs.times import (
    DAY,
    EARLIEST,
    LATEST,
    NO_TIME,
    NO_ZONE,
    OWN_ZONE,
    duration,
    in_units,
    instants,
    written,
    zone_of,
)

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
        column = rows.column(name)
        try:
            found = instants(column.values, self.zone, dates=self.width % DAY == 0)
        except FaultyValueError as fault:
            problem = OWN_ZONE if fault.problem == NO_ZONE else fault.problem
            raise TimeError.faulty(fault.shown, problem, name, rows.where(name, [fault.value]), rows.origin) from None
        wrong = (found < EARLIEST) | (found >= LATEST)
        if wrong.any():
            at = int(np.flatnonzero(wrong)[0])
            raise TimeError.outside(name, repr(column.values[at]), rows.first(column.codes == at), rows.origin)
        return np.append(found, NO_TIME)[np.where(column.codes == MISSING, len(found), column.codes)]


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
