"""How far the answers to one item agree: with each other, and with the truth. What could not be read is a value too."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.measure import named_measure, unmeasured
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.tasks.models.data import ModelsData, SystemAnswers
from mercalli.tasks.models.result import Agreement
from mercalli.uncertainty.few_units import FEWEST_UNITS, bounded_interval
from mercalli.uncertainty.intervals import wilson

ONCE = "no item has two answers"
SAME = "all answers are the same"
FEWEST_RARER, FEWEST_UNLIKE = 20, 10  # items with a rarer answer, and with different ones, for an interval of alpha


@dataclass(frozen=True)
class ValueCounts:
    """How often each item got each of some values: one entry for each item and value that occur together."""

    item: Ints
    value: Ints
    count: Floats
    repeats: Ints

    @classmethod
    def of(cls, item: Ints, value: Ints, n: int) -> ValueCounts:
        """From one value for every answer; values may be any numbers."""
        values = np.unique(value, return_inverse=True)[1]
        (items, kinds), position = distinct_rows([item, values], [n, int(values.max(initial=0)) + 1])
        return cls(items, kinds, sums(position, np.ones(len(item)), len(items)), np.bincount(item, minlength=n))

    @property
    def several(self) -> Bools:
        """Items with two answers or more."""
        return self.repeats > 1

    @property
    def alike(self) -> Bools:
        """Items all answers to which are the same."""
        alike: Bools = np.bincount(self.item, minlength=len(self.repeats)) == 1
        return alike

    @property
    def pairs(self) -> Floats:
        """For each item, the share of pairs of answers that are the same; NaN with one answer."""
        same = sums(self.item, self.count * (self.count - 1), len(self.repeats))
        return ratio(same, self.repeats * (self.repeats - 1.0))

    def kappa(self) -> float | None:
        """Fleiss' kappa (1971), where all items have the same number of answers.

        >>> answers = np.array([0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 1, 1])
        >>> print(ValueCounts.of(np.repeat(np.arange(4), 3), answers, 4).kappa())
        0.2683
        """
        if self.repeats.min() != self.repeats.max() or self.repeats.max() == 1:
            return None
        shares = np.bincount(self.value, self.count) / self.count.sum()
        expected = float((shares**2).sum())
        return finite(ratio(self.pairs.mean() - expected, 1 - expected).item())

    def alpha(self, left_out: Ints | None = None) -> Floats:
        """Krippendorff's alpha for values without an order; with the unit of every item, without each of the units.

        >>> answers = np.array([0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 1, 1])
        >>> counts = ValueCounts.of(np.repeat(np.arange(4), 3), answers, 4)
        >>> print(counts.alpha().item(), counts.alpha(np.arange(4)).round(2).tolist())
        0.3293 [0.13, 0.5, 0.6, 0.0]
        """
        kept = self.several[self.item]
        count, each = self.count[kept], self.repeats[self.item[kept]]
        unlike = count * (each - count) / (each - 1)
        values = np.bincount(self.value[kept], count).astype(np.float64)
        observed, values, total = unlike.sum(), values[None], count.sum(keepdims=True)
        if left_out is not None:
            unit, units = left_out[self.item[kept]], int(left_out.max()) + 1
            observed = observed - sums(unit, unlike, units)
            cells = unit * values.shape[1] + self.value[kept]
            values = values - sums(cells, count, units * values.shape[1]).reshape(units, -1)
            total = total - sums(unit, count, units)
        expected = (values * (total[:, None] - values)).sum(axis=1)
        return 1 - ratio(observed * (total - 1), expected)

    @property
    def telling(self) -> bool:
        """Whether there are enough items with a rarer answer, and with different ones, for an interval of alpha."""
        kept = self.several[self.item]
        common = np.bincount(self.value[kept], self.count[kept]).argmax()
        rarer = len(np.unique(self.item[kept & (self.value != common)]))
        return rarer >= FEWEST_RARER and int((self.several & ~self.alike).sum()) >= FEWEST_UNLIKE


@dataclass(frozen=True)
class Shares:
    """Means over items with their intervals: Wilson's for shares of items, over units where there are units."""

    data: ModelsData
    level: float

    def mean(self, name: str, values: Floats | Bools, chosen: Bools, undefined: str = ONCE) -> Measure:
        """The mean of some items' values between 0 and 1."""
        n = int(chosen.sum())
        if not n:
            return unmeasured(name, 0, undefined)
        found = np.asarray(values, np.float64)
        value = found[chosen].mean()
        low, high, method = self._ends(found, chosen, value)
        return named_measure(name, float(value), finite(low), finite(high), method, n=n)

    def alpha(self, counts: ValueCounts) -> Measure:
        """Krippendorff's alpha; without an interval where too few items tell how it varies."""
        name, n, value = "alpha", int(counts.several.sum()), counts.alpha().item()
        if np.isnan(value):
            return unmeasured(name, n, SAME)
        unit = np.arange(self.data.n) if self.data.unit is None else self.data.unit.codes
        units = np.unique(unit[counts.several], return_inverse=True)[1]
        if not counts.telling or int(units.max()) + 1 < FEWEST_UNITS:
            return named_measure(name, value, n=n)
        place = np.zeros(self.data.n, np.int64)
        place[counts.several] = units
        ends = bounded_interval(np.array(value), counts.alpha(place), (np.array(-1.0), np.array(1.0)), self.level)
        method = f"t over {'items' if self.data.unit is None else 'units'} left out in turn"
        return named_measure(name, value, finite(float(ends[0])), finite(float(ends[1])), method, n=n)

    def _ends(self, values: Floats, chosen: Bools, value: float) -> tuple[float, float, str | None]:
        if self.data.unit is not None:
            return self._over_units(values, chosen, value)
        if np.isin(values[chosen], (0.0, 1.0)).all():
            low, high = wilson(np.array(value), np.array(float(chosen.sum())), self.level)
            return float(low), float(high), "wilson"
        some = values[chosen]
        without = ratio(some.sum() - some, np.full(len(some), len(some) - 1.0))
        return self._bounded(value, without, "t over items left out in turn")

    def _over_units(self, values: Floats, chosen: Bools, value: float) -> tuple[float, float, str | None]:
        unit = self.data.unit.codes[chosen] if self.data.unit is not None else np.empty(0, np.int64)
        units = np.unique(unit, return_inverse=True)[1]
        sizes = np.bincount(units)
        if len(sizes) < FEWEST_UNITS:
            return np.nan, np.nan, None
        totals = np.bincount(units, values[chosen])
        without = ratio(totals.sum() - totals, (sizes.sum() - sizes).astype(np.float64))
        return self._bounded(value, without, "t over units left out in turn")

    def _bounded(self, value: float, without: Floats, method: str) -> tuple[float, float, str | None]:
        if len(without) < FEWEST_UNITS:
            return np.nan, np.nan, None
        bounds = np.array(0.0), np.array(1.0)
        low, high = bounded_interval(np.array(value), without, bounds, self.level)
        return float(low), float(high), method


def agreement(data: ModelsData, system: SystemAnswers, critical: Collection[str], level: float) -> Agreement | None:
    """How far the answers of one system agree; none where no item has two."""
    if system.repeats.max() == 1:
        return None
    shares = Shares(data, level)
    values, raw = (ValueCounts.of(system.item, each, data.n) for each in (system.code, system.raw))
    several = values.several
    right = sums(system.item, data.right(system).astype(np.float64), data.n) / system.repeats
    urgent = _urgent_share(data, system, critical)
    return Agreement(
        items=int(several.sum()),
        alike=shares.mean("same answer every time", values.alike, several),
        raw=shares.mean("same output every time", raw.alike, several),
        pairwise=shares.mean("two answers agree", values.pairs, several),
        alpha=shares.alpha(values),
        kappa=values.kappa(),
        urgent=None if urgent is None else shares.mean("changes between urgent and not", _mixed(urgent), several),
        always=shares.mean("right every time", right == 1, several),
        sometimes=shares.mean("right sometimes", _mixed(right), several),
        never=shares.mean("never right", right == 0, several),
    )


def _urgent_share(data: ModelsData, system: SystemAnswers, critical: Collection[str]) -> Floats | None:
    """Of the answers to each item, the share that names an urgent class."""
    codes = [code for code in (data.classes.code(name) for name in critical) if code is not None]
    if not codes:
        return None
    return sums(system.item, np.isin(system.code, codes).astype(np.float64), data.n) / system.repeats


def _mixed(share: Floats) -> Bools:
    mixed: Bools = (share > 0) & (share < 1)
    return mixed
