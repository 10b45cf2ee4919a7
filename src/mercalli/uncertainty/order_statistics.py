"""Intervals of quantiles from the ordered values alone, exact whatever their distribution.

How many of n values lie at or below the true quantile is binomial, so two of the ordered values hold it with a known
probability. With few values none is high enough, and the interval is open above.
"""

from __future__ import annotations

import numpy as np

from mercalli.inputs.arrays import Floats, sums
from mercalli.metrics.ratio import ratio
from mercalli.stats.latencies import Latencies
from mercalli.uncertainty.few_units import FEWEST_UNITS, jackknife_error
from mercalli.uncertainty.student import student_reach

ORDERED, OVER_UNITS = "order statistics", "order statistics over units"


def places(n: int, share: float, level: float) -> tuple[int, int]:
    """Which of n ordered values, counted from 1, are the ends; 0 and n + 1 where there is none.

    >>> places(10, 0.5, 0.95), places(10, 0.95, 0.95), places(200, 0.95, 0.95)
    ((2, 9), (8, 11), (184, 197))
    """
    below = _chances(n, share)
    tail = (1 - level) / 2
    first = int(np.searchsorted(below, tail, side="right"))
    last = int(np.searchsorted(below, 1 - tail)) + 1
    return first, last


def coverage(n: int, share: float, ends: tuple[int, int]) -> float:
    """How often the values at two places hold the true quantile between them.

    >>> print(coverage(10, 0.5, (2, 9)))
    0.9785
    """
    first, last = ends
    below = np.concatenate([[0.0], _chances(n, share)])
    return float(below[min(last, n + 1)] - below[first])


def quantile_interval(latencies: Latencies, share: float, level: float) -> tuple[float, float, str | None]:
    """Both ends of the interval of a quantile and how they were made: infinite where it is open, NaN without any."""
    n, method = _effective(latencies, share, level)
    if not n:
        return np.nan, np.nan, None
    first, last = places(n, share, level)
    if not first:
        return np.nan, np.nan, None
    return latencies.at_least(first / n), latencies.at_most(last / n), method


def _chances(n: int, share: float) -> Floats:
    """How likely at most 0, 1 ... n of n values lie at or below the quantile of a share."""
    from scipy.special import bdtr  # noqa: PLC0415 - 100 ms, only where there are latencies

    chances: Floats = bdtr(np.arange(n + 1, dtype=np.float64), n, share)
    return chances


def _effective(latencies: Latencies, share: float, level: float) -> tuple[int, str]:
    """How many calls on their own would say as much: all of them where each is an item of its own."""
    if latencies.apart:
        return latencies.n, ORDERED
    unit = np.unique(latencies.unit, return_inverse=True)[1]
    units = int(unit.max()) + 1
    if units < FEWEST_UNITS:
        return 0, OVER_UNITS
    below = latencies.weight * (latencies.seconds <= latencies.at_least(share))
    parts, wholes = (sums(unit, each, units) for each in (below, latencies.weight))
    reached = float(ratio(parts.sum(), wholes.sum()))
    error = float(jackknife_error(ratio(parts.sum() - parts, wholes.sum() - wholes)))
    alone = reached * (1 - reached) / error**2 if error else units
    return int(min(alone * _few(latencies.n, units, level), latencies.n)), OVER_UNITS


def _few(calls: int, units: int, level: float) -> float:
    """How much less an error from few units is worth, as Student's t says (Korn and Graubard 1998)."""
    many, few = (student_reach(each - 1, level) for each in (calls, units))
    return (many / few) ** 2
