"""Standard errors, intervals and tests from what each row contributes to a value (the infinitesimal jackknife)."""

from __future__ import annotations

from math import erfc, exp, log, sqrt
from statistics import NormalDist

import numpy as np

from mercalli.inputs.arrays import Floats, Ints

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


def share_interval(value: float, error: float, level: float) -> tuple[float, float] | None:
    """Ends of a share, equally far on the scale of log odds, so that neither leaves 0 to 1; None at 0 and at 1.

    >>> print(*share_interval(0.75, 0.05, 0.95))
    0.6401 0.8350
    """
    if not 0 < value < 1 or error == 0:
        return None
    odds, reach = log(value / (1 - value)), _reach(level) * error / (value * (1 - value))
    low, high = (share_of_odds(odds + sign * reach) for sign in (-1, 1))
    return low, high


def share_of_odds(odds: float) -> float:
    """The share with these log odds, however far they are from even."""
    return 1 / (1 + exp(-odds)) if odds > 0 else exp(odds) / (1 + exp(odds))


def plain_interval(value: float, error: float, level: float) -> tuple[float, float] | None:
    """Ends equally far from the value."""
    reach = _reach(level) * error
    return (value - reach, value + reach) if error > 0 else None


def _reach(level: float) -> float:
    return NORMAL.inv_cdf((1 + level) / 2)


def normal_p(value: float, error: float) -> float | None:
    """How often chance alone is at least so far from 0; None without an error.

    >>> print(normal_p(1.96, 1.0))
    0.0500
    """
    return erfc(abs(value) / error / sqrt(2)) if error > 0 else None
