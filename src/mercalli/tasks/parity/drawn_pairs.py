"""Translated pairs that weigh differently or lie in units: shares and differences as ratios, units drawn whole."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.estimates.measure import named_measure
from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.uncertainty.few_units import FEWEST_UNITS, bounded_interval

METHOD = "t over units"


@dataclass(frozen=True)
class DrawnPairs:
    """The weight of each pair, the unit that it lies in, and how intervals are made."""

    weight: Floats
    unit: Ints
    level: float
    exchanges: int
    rng: np.random.Generator

    def ratio(self, name: str, above: Floats, below: Floats, why: str, lowest: float = 0.0) -> Measure:
        """What pairs add to the one over what they add to the other; the interval leaves out one unit at a time."""
        tops, bottoms = self._by_unit(above), self._by_unit(below)
        n = int(np.count_nonzero(below * self.weight))
        if not bottoms.sum() > 0:
            return named_measure(name, None, n=0, undefined=why)
        value = float(tops.sum() / bottoms.sum())
        rest = bottoms.sum() - bottoms
        if not self.exchanges or np.count_nonzero(bottoms) < FEWEST_UNITS or not (rest > 0).all():
            return named_measure(name, value, n=n)
        without = ratio(tops.sum() - tops, rest)
        bounds = (np.array(lowest), np.array(1.0))
        low, high = bounded_interval(np.array(value), without, bounds, self.level)
        return named_measure(name, value, float(low), float(high), METHOD, n=n)

    def chance(self, above: Floats) -> float | None:
        """How often the sum is as far from 0 where source and translation of each unit are exchanged by chance."""
        parts = self._by_unit(above)
        if not self.exchanges or not len(parts):
            return None
        signs = self.rng.integers(0, 2, (self.exchanges, len(parts)), dtype=np.int8) * 2 - 1
        beyond = int((np.abs(signs @ parts) >= abs(float(parts.sum())) - 1e-9).sum())
        return (1 + beyond) / (1 + self.exchanges)

    def _by_unit(self, each: Floats) -> Floats:
        present, place = np.unique(self.unit, return_inverse=True)
        return sums(place, each * self.weight, len(present))
