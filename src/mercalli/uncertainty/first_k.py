"""Intervals of what the first K of one list hold, which replicates would say too narrowly.

The first K of a replicate are the first K rows over and over: where all of them are positive, every replicate says so.
Positives among the first K and among the rest are counts of two parts that are as good as independent; replicates
add how much it matters where the cut falls.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio
from mercalli.uncertainty.intervals import wilson


@dataclass(frozen=True)
class FirstK:
    """How many positives are among the first K, among all, and how many rows there are."""

    hits: float
    k: float
    positives: float
    total: float

    def precision_interval(self, level: float, drawn: Floats | None = None) -> Floats:
        """Wilson's interval of the share of positives among the first K, given what it is in replicates: (2,).

        >>> FirstK(10, 10, 40, 100).precision_interval(0.95)
        array([0.7225, 1.    ])
        """
        share = np.asarray(self.hits / self.k)
        return wilson(share, effective(share, self.k, drawn), level)

    def hit_interval(self, level: float, drawn: Floats | None = None) -> Floats:
        """The interval of the probability of any positive among the first K, from that of each of them: (2,).

        >>> FirstK(2, 10, 40, 100).hit_interval(0.95)
        array([0.4421, 1.    ])
        """
        low, high = 1 - (1 - self.precision_interval(level, drawn)) ** self.k
        return np.array([low, max(high, float(self.hits > 0))]) if self.hits > 0 else np.array([0.0, high])

    def recall_interval(self, level: float, drawn: Floats | None = None, rest_drawn: Floats | None = None) -> Floats:
        """The interval of the share of all positives that is among the first K (Donner and Zou 2012): (2,).

        The recall follows from the ratio of two shares of positives, that of the first K and that of the rest; ends of
        the ratio are recovered from Wilson's ends of both.

        >>> FirstK(10, 10, 40, 100).recall_interval(0.95)
        array([0.1796, 0.3124])
        """
        rest = self.total - self.k
        if not rest:
            return np.ones(2)
        here, other = np.asarray(self.hits / self.k), np.asarray((self.positives - self.hits) / rest)
        low, high = self.precision_interval(level, drawn)
        other_low, other_high = wilson(other, effective(other, rest, rest_drawn), level)
        least, most = _lower_ratio(here, other, low, other_high), _lower_ratio(other, here, other_low, high)
        return np.stack([ratio(least, least + rest / self.k), ratio(1.0, 1.0 + rest / self.k * most)])


def effective(share: Floats, trials: float, drawn: Floats | None) -> Floats:
    """Fewer trials where replicates vary more than so many would: where the cut falls is chance too."""
    spread = np.nan if drawn is None or np.isnan(drawn).all() else float(np.nanvar(drawn))
    found = ratio(share * (1 - share), np.asarray(spread))
    return np.where(found > 0, np.fmin(found, trials), trials)


def _lower_ratio(first: Floats, second: Floats, first_low: Floats, second_high: Floats) -> Floats:
    """The lower end of the ratio of two independent shares, from the lower end of one and the upper of the other."""
    least = first_low * (2 * first - first_low)
    product = first * second
    inside = product**2 - least * second_high * (2 * second - second_high)
    return np.where(least > 0, ratio(least, product + np.sqrt(np.maximum(inside, 0.0))), 0.0)
