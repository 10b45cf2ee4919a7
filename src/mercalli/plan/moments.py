"""Times in a column, checked."""

from __future__ import annotations

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.errors import TimeError
from mercalli.inputs.arrays import Ints
from mercalli.inputs.faulty import FaultyValueError
from mercalli.inputs.tally import MISSING
from mercalli.inputs.times import EARLIEST, LATEST, NO_TIME, NO_ZONE, OWN_ZONE, instants


def moments(rows: ArraySource, name: str, zone: str | None, *, dates: bool) -> Ints:
    """Microseconds since 1970 of a column; NO_TIME where there is none, and an error about what is no time.

    A time must say its zone, or `zone` does; whether a date without a time of the day will do, `dates` says.
    """
    column = rows.column(name)
    try:
        found = instants(column.values, zone, dates=dates)
    except FaultyValueError as fault:
        problem = OWN_ZONE if fault.problem == NO_ZONE else fault.problem
        raise TimeError.faulty(fault.shown, problem, name, rows.where(name, [fault.value]), rows.origin) from None
    wrong = (found < EARLIEST) | (found >= LATEST)
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        raise TimeError.outside(name, repr(column.values[at]), rows.first(column.codes == at), rows.origin)
    return np.append(found, NO_TIME)[np.where(column.codes == MISSING, len(found), column.codes)]
