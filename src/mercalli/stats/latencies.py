"""Latencies: how long calls took, in order; calls that timed out took at least so long."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints

ROUNDING = 1e-9  # by which sums of weights may miss a share


@dataclass(frozen=True)
class Latencies:
    """Calls by rising time.

    Attributes:
        seconds: The time of each call, or the least it can have been.
        over: Whether a call timed out, so that it took at least its time.
        weight: How much a call counts: one over the calls of its item.
        unit: Which unit (or item) a call belongs to.
    """

    seconds: Floats
    over: Bools
    weight: Floats
    unit: Ints

    @classmethod
    def of(
        cls, seconds: Floats, over: Bools | None = None, weight: Floats | None = None, unit: Ints | None = None
    ) -> Latencies:
        """From calls in any order; without weights and units, each call is an item of its own."""
        time = np.asarray(seconds, np.float64)
        order = np.argsort(time, kind="stable")
        late = np.zeros(len(time), np.bool_) if over is None else over
        weights = np.ones(len(time)) if weight is None else weight
        units = np.arange(len(time)) if unit is None else unit
        return cls(time[order], late[order], weights[order], units[order])

    @cached_property
    def apart(self) -> bool:
        """Whether each call is an item of its own, and all count the same."""
        return len(np.unique(self.unit)) == len(self.unit) and bool(np.ptp(self.weight) == 0 if self.n else True)

    @property
    def n(self) -> int:
        """How many calls."""
        return len(self.seconds)

    def at_least(self, share: float) -> float:
        """The smallest time with at least a share of the calls at or below it, had all late calls ended at the limit.

        >>> print(Latencies.of(np.array([0.4, 0.5, 6.0])).at_least(0.5))
        0.5000
        """
        return _quantile(self.seconds, self.weight, share)

    def at_most(self, share: float) -> float:
        """The same, had no late call ever ended: infinite where only those reach the share.

        >>> print(Latencies.of(np.array([0.4, 0.5, 6.0]), np.array([False, False, True])).at_most(0.95))
        inf
        """
        time = np.where(self.over, np.inf, self.seconds)
        order = np.argsort(time, kind="stable")
        return _quantile(time[order], self.weight[order], share)


def _quantile(time: Floats, weight: Floats, share: float) -> float:
    """The inverse of the empirical distribution; infinite above 1, NaN without calls."""
    if not len(time):
        return float("nan")
    reached = np.cumsum(weight) / weight.sum()
    place = int(np.searchsorted(reached, share - ROUNDING))
    return float(time[place]) if place < len(time) else float("inf")


def quantiles_where_drawn(latencies: Latencies, share: float, times: Floats) -> Floats:
    """The same where units come up so many times, (count, units): (count,); late calls end at the limit.

    >>> quantiles_where_drawn(Latencies.of(np.array([0.4, 0.5, 6.0])), 0.5, np.array([[1, 1, 1], [0, 1, 2.0]]))
    array([0.5, 6. ])
    """
    reached = np.cumsum(times[:, latencies.unit] * latencies.weight, axis=1)
    place = (reached < (share - ROUNDING) * reached[:, -1:]).sum(axis=1)
    found: Floats = latencies.seconds[np.minimum(place, latencies.n - 1)]
    return np.where(reached[:, -1] > 0, found, np.nan)
