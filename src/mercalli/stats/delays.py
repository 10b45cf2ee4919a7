"""Delays: how long it took until items, or facts, were found; some never were."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats, total


@dataclass(frozen=True)
class Delays:
    """Delays in hours, (E,), infinite for what was never found; `weight` says how many there are of each, (..., E)."""

    hours: Floats
    weight: Floats

    @classmethod
    def of(cls, hours: object) -> Delays:
        """Each once."""
        found = np.asarray(hours, np.float64)
        return cls(found, np.ones(len(found)))

    @property
    def total(self) -> Floats:
        """How many there are."""
        return total(self.weight)

    def mean(self, values: Floats) -> Floats:
        """The mean of what each is worth; NaN where there is none."""
        count = self.total
        return np.divide(total(self.weight * values), count, out=np.full_like(count, np.nan), where=count > 0)

    def median(self) -> Floats:
        """The middle delay, or the mean of the two in the middle.

        >>> print(Delays.of([0, 1, 4, np.inf]).median())
        2.5000
        """
        order = np.argsort(self.hours, kind="stable")
        reached = np.cumsum(self.weight[..., order], axis=-1)
        half, last = self.total / 2, len(order) - 1
        hours = self.hours[order]
        below = hours[np.minimum((reached < half[..., None]).sum(axis=-1), last)]
        above = hours[np.minimum((reached <= half[..., None]).sum(axis=-1), last)]
        return np.where(half > 0, (below + above) / 2, np.nan)
