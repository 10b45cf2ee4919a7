"""How many rows or units it would take to show a difference of some size."""

from __future__ import annotations

from math import ceil, floor, log10
from statistics import NormalDist

import numpy as np

from mercalli.uncertainty.few_units import TESTED_UNITS
from mercalli.uncertainty.student import student_reach

NORMAL = NormalDist()
POWER = 0.8  # shown in four of five samples of that size
MOST_UNITS = 10_000  # beyond, Student's t is as good as normal


def needed_rows(rows: int, error: float, size: float, level: float) -> int | None:
    """How many rows show a difference of `size` in four of five samples, if so many rows have this standard error.

    >>> needed_rows(1000, 0.02, 0.02, 0.95)
    7900
    """
    if not error > 0 or not size:
        return None
    reach = NORMAL.inv_cdf((1 + level) / 2) + NORMAL.inv_cdf(POWER)
    return _rounded(rows * (reach * error / size) ** 2)


def needed_units(units: int, error: float, size: float, level: float) -> int | None:
    """The same for units, of which a few more are needed because they also tell how much units vary.

    >>> needed_units(4, 0.02, 0.02, 0.95)
    34
    """
    if not error > 0 or not size:
        return None
    from scipy.special import stdtrit  # noqa: PLC0415 - 100 ms, only where there are units

    counts = np.arange(2, MOST_UNITS + 1)
    reach = stdtrit(counts - 1, (1 + level) / 2) + stdtrit(counts - 1, POWER)
    enough = reach * error * np.sqrt(units / counts) <= abs(size)
    if not enough.any():
        return needed_rows(units, error, size, level)
    return max(TESTED_UNITS, _rounded(int(counts[np.argmax(enough)])))


def error_of(low: float | None, high: float | None, level: float, units: int | None = None) -> float | None:
    """The standard error that an interval was made of, by normal reach, or by Student's t over units.

    >>> print(error_of(-0.0196, 0.0196, 0.95))
    0.0100
    """
    if low is None or high is None:
        return None
    reach = NORMAL.inv_cdf((1 + level) / 2) if units is None else student_reach(units - 1, level)
    return (high - low) / 2 / reach


def _rounded(number: float) -> int:
    """Up to two digits: nobody can say more."""
    step = 10 ** max(0, floor(log10(number)) - 1) if number >= 1 else 1
    return ceil(number / step) * step
