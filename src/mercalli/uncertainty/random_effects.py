"""Values that differ between sites: their mean, how much they vary, and where that of the next site may be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.uncertainty.student import NORMAL, student_reach

FEWEST_SITES = 5  # with fewer, how much sites vary can hardly be told (Partlett and Riley 2017)
LARGEST, STEPS = 100.0, 60  # variance on the scale of log-odds


@dataclass(frozen=True)
class RandomEffects:
    """Sites whose values vary around a mean, on the scale of log-odds.

    Attributes:
        mean: The mean of sites.
        error: Its standard error (Hartung and Knapp).
        variance: How much sites vary beyond chance (Paule and Mandel).
        share: How much of all variation is no chance (I squared).
        sites: How many sites there are.
    """

    mean: float
    error: float
    variance: float
    share: float
    sites: int

    @classmethod
    def of(cls, values: Floats, errors: Floats) -> RandomEffects:
        """From the values of sites and their standard errors.

        >>> right, rows = np.array([171, 228, 140, 402, 88]), np.array([200, 300, 200, 500, 120])
        >>> found = RandomEffects.of(np.log(right / (rows - right)), np.sqrt(1 / right + 1 / (rows - right)))
        >>> print(round(found.variance, 3), round(found.share, 2))
        0.099 0.77
        >>> [round(float(1 / (1 + np.exp(-end))), 3) for end in (*found.interval(0.95), *found.next_site(0.95))]
        [0.689, 0.842, 0.529, 0.913]
        """
        sites = len(values)
        variance = _variance(values, errors)
        weights = 1 / (variance + errors**2)
        mean = float((weights * values).sum() / weights.sum())
        spread = max(1.0, float((weights * (values - mean) ** 2).sum()) / (sites - 1))
        chance = (sites - 1) / max(_spread(values, errors, 0.0), sites - 1)
        return cls(mean, float(np.sqrt(spread / weights.sum())), variance, 1 - chance, sites)

    def interval(self, level: float) -> tuple[float, float]:
        """The interval of the mean."""
        reach = student_reach(self.sites - 1, level) * self.error
        return self.mean - reach, self.mean + reach

    def next_site(self, level: float) -> tuple[float, float]:
        """Where the value of another site like these is to be expected (Higgins, Thompson and Spiegelhalter 2009)."""
        reach = student_reach(self.sites - 2, level) * float(np.sqrt(self.variance + self.error**2))
        return self.mean - reach, self.mean + reach


def _variance(values: Floats, errors: Floats) -> float:
    """The variance between sites under which their spread is as expected; 0 where it is smaller without any."""
    low, high = 0.0, LARGEST
    if _spread(values, errors, low) <= len(values) - 1:
        return 0.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _spread(values, errors, middle) > len(values) - 1 else (low, middle)
    return (low + high) / 2


def _spread(values: Floats, errors: Floats, variance: float) -> float:
    weights = 1 / (variance + errors**2)
    mean = (weights * values).sum() / weights.sum()
    return float((weights * (values - mean) ** 2).sum())


def log_odds(share: Floats, low: Floats, high: Floats, rows: Floats, level: float) -> tuple[Floats, Floats]:
    """Shares of so many rows on the scale of log-odds, and their standard errors from the wider side of intervals.

    Shares of none or all are moved in by half a row.
    """
    middle = _logit((share * rows + 0.5) / (rows + 1))
    with np.errstate(divide="ignore"):
        sides = np.stack([middle - _logit(low), _logit(high) - middle])
    reach: Floats = np.where(np.isfinite(sides), sides, 0.0).max(axis=0)
    return middle, reach / NORMAL.inv_cdf((1 + level) / 2)


def _logit(share: Floats) -> Floats:
    odds: Floats = np.log(share) - np.log1p(-share)
    return odds


def shares(odds: Floats) -> Floats:
    """Shares from log-odds."""
    found: Floats = 1 / (1 + np.exp(-odds))
    return found
