"""Standard errors, intervals and tests from what each row contributes to a value (the infinitesimal jackknife)."""

from __future__ import annotations

from math import erfc, exp, log, sqrt
from statistics import NormalDist

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.uncertainty.student import student_reach

NORMAL = NormalDist()
NOISE = 1e-12  # what rounding leaves where nobody contributes anything


def standard_error(influence: Floats, unit: Ints | None = None) -> float:
    """The root of the sum of squares; rows of one unit are added up first.

    >>> print(standard_error(np.array([0.3, -0.4, 0.1])), standard_error(np.array([0.3, -0.3]), np.array([0, 0])))
    0.5099 0.0
    """
    parts = influence if unit is None else np.bincount(unit, influence)
    error = sqrt(float(np.square(parts).sum()))
    return error if error > NOISE else 0.0


def share_interval(value: float, error: float, level: float, units: int | None = None) -> tuple[float, float] | None:
    """Ends of a share, equally far on the scale of log odds, so that neither leaves 0 to 1; None at 0 and at 1.

    >>> print(*share_interval(0.75, 0.05, 0.95))
    0.6401 0.8350
    >>> print(*share_interval(0.75, 0.05, 0.95, units=4))
    0.5296 0.8888
    """
    return None if not 0 < value < 1 or error == 0 else share_within(value, reach_of(level, units) * error)


def share_within(value: float, reach: float) -> tuple[float, float]:
    """Ends of a share between 0 and 1 that reach about so far, but equally far on the scale of log odds."""
    odds, stretched = log(value / (1 - value)), reach / (value * (1 - value))
    return share_of_odds(odds - stretched), share_of_odds(odds + stretched)


def share_of_odds(odds: float) -> float:
    """The share with these log odds, however far they are from even."""
    return 1 / (1 + exp(-odds)) if odds > 0 else exp(odds) / (1 + exp(odds))


def plain_interval(value: float, error: float, level: float, units: int | None = None) -> tuple[float, float] | None:
    """Ends equally far from the value."""
    reach = reach_of(level, units) * error
    return (value - reach, value + reach) if error > 0 else None


def reach_of(level: float, units: int | None = None) -> float:
    """How many standard errors an interval reaches; Student's t makes up for few units, whose error is too small.

    >>> print(reach_of(0.95), reach_of(0.95, 4))
    1.9600 3.6748
    """
    if units is None:
        return NORMAL.inv_cdf((1 + level) / 2)
    return sqrt(units / (units - 1)) * student_reach(units - 1, level)


def chance_p(value: float, error: float, units: int | None = None) -> float | None:
    """How often chance alone is at least so far from 0, by Student's t over units; None without an error.

    >>> print(chance_p(1.96, 1.0), chance_p(1.96, 1.0, 8))
    0.0500 0.1094
    """
    if error <= 0:
        return None
    if units is None:
        return erfc(abs(value) / error / sqrt(2))
    from scipy.special import stdtr  # noqa: PLC0415 - 100 ms, only where there are units

    return 2 * float(stdtr(units - 1, -abs(value) / error / sqrt(units / (units - 1))))
