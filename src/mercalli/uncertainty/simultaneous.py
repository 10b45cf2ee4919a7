"""The gap between the best and the worst of several groups, with an interval that holds for all pairs at once.

The usual percentile interval of a maximum minus a minimum never holds 0, even where all groups are equal: chance alone
makes some group the best. Here every pair of groups has its interval, all with one factor, and the gap lies between
what the pairs allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.metrics.ratio import ratio
from mercalli.uncertainty.intervals import NORMAL, quantiles

DRAWS = 50_000  # of normal errors, from which the factor is found
MOST_NUMBERS = 5_000_000  # of all pairs in all draws
FEWEST_DRAWS = 2_000
SEED = 20
HALVES = 60  # of the bracket in which an end of the spread lies
WIDEST = 1e6


def shrunken(found: Floats, trials: Floats, level: float) -> tuple[Floats, Floats]:
    """Proportions moved towards one half and their standard errors, which are never 0 (Agresti and Coull).

    >>> shrunken(np.array([90.0]), np.array([100.0]), 0.95)
    (array([0.8852]), array([0.0313]))
    """
    extra = NORMAL.inv_cdf((1 + level) / 2) ** 2
    value = (found + extra / 2) / (trials + extra)
    return value, np.sqrt(value * (1 - value) / (trials + extra))


def normal_errors(errors: Floats, seed: int = SEED) -> Floats:
    """Random errors of independent groups with these standard errors: (draws, groups)."""
    pairs = max(len(errors) * (len(errors) - 1) // 2, 1)
    draws = int(np.clip(MOST_NUMBERS // pairs, FEWEST_DRAWS, DRAWS))
    return _normals(draws, len(errors), seed) * errors


@lru_cache(maxsize=4)
def _normals(draws: int, groups: int, seed: int) -> Floats:
    """Drawn once for all metrics, and never changed."""
    drawn: Floats = np.random.default_rng(seed).standard_normal((draws, groups))
    drawn.flags.writeable = False
    return drawn


@dataclass(frozen=True)
class Pairs:
    """All pairs of groups: how far each is apart, the standard error of that, and the factor for all of them."""

    apart: Floats
    errors: Floats
    factor: float

    @classmethod
    def of(cls, values: Floats, errors: Floats, drawn: Floats, level: float, reference: int | None = None) -> Pairs:
        """From values, their standard errors, and errors that were `drawn` for all groups together: (draws, groups).

        With a `reference`, only the pairs that it is part of.
        """
        first, second = np.triu_indices(len(values), 1)
        if reference is not None:
            first, second = np.delete(np.arange(len(values)), reference), np.full(len(values) - 1, reference)
        both = np.hypot(errors[first], errors[second])
        largest = _largest(np.ascontiguousarray(drawn.T), first, second, both)
        factor = float(quantiles(largest[:, None], np.array([level]))[0, 0])
        return cls(values[first] - values[second], both, factor)

    @property
    def differ(self) -> Bools:
        """Which pairs are shown to differ."""
        shown: Bools = np.abs(self.apart) > self.factor * self.errors
        return shown

    def ends(self, widest: float = np.inf) -> tuple[float, float]:
        """The interval of the gap; `widest` is the width of the range of values."""
        reach, apart = self.factor * self.errors, np.abs(self.apart)
        low, high = float((apart - reach).max(initial=0.0)), float((apart + reach).max(initial=0.0))
        return max(0.0, low), min(widest, high)


def _largest(drawn: Floats, first: Ints, second: Ints, errors: Floats) -> Floats:
    """For each draw, how far the farthest pair is apart, in its standard errors; groups come first in `drawn`."""
    largest = np.zeros(drawn.shape[1])
    for one in np.unique(first):
        chosen = first == one
        apart = drawn[second[chosen]]
        apart -= drawn[one]
        np.abs(apart, out=apart)
        apart /= np.where(errors[chosen] > 0, errors[chosen], np.inf)[:, None]
        np.maximum(largest, apart.max(axis=0), out=largest)
    return largest


def spread(values: Floats, errors: Floats, level: float) -> tuple[float, float, float]:
    """The standard deviation of the true values of groups, freed of chance, and its interval.

    The moment estimate of DerSimonian and Laird (1986), and the Q-profile interval of Viechtbauer (2007). 0 is an
    answer: no spread beyond chance was seen.

    >>> values, errors = np.array([0.884615, 0.777778, 0.583333]), np.array([0.031328, 0.056575, 0.100635])
    >>> np.array(spread(values, errors, 0.95)).round(4)
    array([0.1109, 0.0335, 0.9567])
    """
    from scipy.special import chdtri  # noqa: PLC0415 - 100 ms, only where there are groups

    freedom = len(values) - 1
    weight = ratio(1.0, errors**2)
    scale = weight.sum() - ratio((weight**2).sum(), weight.sum())
    moment = float(np.sqrt(max(0.0, (dispersion(values, errors, 0.0) - freedom) / scale)))
    low, high = (_matching(values, errors, float(chdtri(freedom, tail))) for tail in ((1 - level) / 2, (1 + level) / 2))
    return moment, low, high


def dispersion(values: Floats, errors: Floats, between: float) -> float:
    """Cochran's Q: how far values lie from their mean, where true values have the standard deviation `between`.

    >>> values, errors = np.array([0.884615, 0.777778, 0.583333]), np.array([0.031328, 0.056575, 0.100635])
    >>> print(dispersion(values, errors, 0.0))
    9.7424
    """
    weight = ratio(1.0, errors**2 + between**2)
    mean = (weight * values).sum() / weight.sum()
    return float((weight * (values - mean) ** 2).sum())


def _matching(values: Floats, errors: Floats, wanted: float) -> float:
    """The standard deviation between groups at which Q is as large as wanted, or 0 where it is never."""
    low, high = 0.0, WIDEST
    if dispersion(values, errors, 0.0) <= wanted:
        return 0.0
    for _ in range(HALVES):
        middle = (low + high) / 2
        low, high = (middle, high) if dispersion(values, errors, middle) > wanted else (low, middle)
    return (low + high) / 2
