"""One system under one stress: what it loses, with intervals and p-values, all from the joint table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from mercalli.estimates.confusion import can_resample, generator
from mercalli.estimates.intervals import Intervals, bounds_of, sampled_intervals
from mercalli.estimates.measure import difference_of, measure_of, named_difference, unmeasured
from mercalli.estimates.paired_tables import paired_tables
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums
from mercalli.inputs.tally import Column
from mercalli.metrics.catalogue import Metric, parse
from mercalli.results.difference import Difference
from mercalli.results.measure import Measure
from mercalli.stats.sample import Sample
from mercalli.stats.stressed import Stressed
from mercalli.tasks.stress.data import StressData
from mercalli.tasks.stress.result import Beside
from mercalli.tasks.stress.variants import Variant
from mercalli.uncertainty.intervals import wilson
from mercalli.uncertainty.resample import left_out, tables_drawn

SHARES = ("flips", "broken", "mended", "survives", "urgent_lost", "weight_lost")
TO_TARGET, URGENT_LOST, FLIPS = "to_target", "urgent_lost", "flips"
YES_AND_NO = ("yes", "no")
NOTHING_TOUCHED = "the stress touched no item"
NOTHING_SHARED = "no item was touched by both"


@dataclass(frozen=True)
class Stressing:
    """What all reports share: the items, the metrics, and how intervals are made."""

    data: StressData
    panel: Panel
    settings: Settings
    exchanges: int
    urgent: Bools
    weights: Floats
    target: int | None

    @property
    def shares(self) -> tuple[Metric, ...]:
        """Metrics of the joint table; what is urgent only where something is."""
        return tuple(parse(name) for name in SHARES if name != URGENT_LOST or self.urgent.any())

    @property
    def unit(self) -> Column | None:
        """The units of the items."""
        return self.data.unit

    def joint(self, clean: Ints, stressed: Ints, items: Ints) -> tuple[Stressed, Sample | None]:
        """The joint table of some items, and what resampling it needs; nothing where there is no item."""
        size = len(self.data.classes.names)
        shape = (1, size, (size + 1) ** 2)
        cells = np.ravel_multi_index((self.data.truth[items], clean, stressed), (size, size + 1, size + 1))
        table = np.bincount(cells, minlength=size * (size + 1) ** 2).astype(np.float64)
        joint = Stressed(table.reshape(size, size + 1, size + 1), self.data.classes.names, self.urgent, self.weights)
        return joint, sample_of([cells], shape, self._units(items), self.data.classes.names) if len(items) else None

    def pair(self, clean: Ints, stressed: Ints, items: Ints) -> Sample:
        """The two tables of some items, joined."""
        size = len(self.data.classes.names)
        shape = (1, size, size + 1)
        cells = [np.ravel_multi_index((self.data.truth[items], codes), shape[1:]) for codes in (clean, stressed)]
        return sample_of(cells, shape, self._units(items), self.data.classes.names)

    def binary(self, first: Bools, second: Bools, items: Ints) -> Sample:
        """Two yes or no about the same items, as tables whose accuracy is the share of yes."""
        cells = [np.where(each, 0, 1) for each in (first, second)]
        return sample_of(cells, (1, 2, 3), self._units(items), YES_AND_NO)

    def _units(self, items: Ints) -> Ints | None:
        return None if self.unit is None else self.unit.codes[items]

    def drops(self, clean: Ints, variant: Variant, system: str) -> tuple[Difference, ...]:
        """Clean minus stressed on the touched items, on every metric."""
        metrics = self.panel.metrics
        if not len(variant.items):
            return tuple(named_difference(each.text, *NOTHING, undefined=NOTHING_TOUCHED) for each in metrics)
        sample = self.pair(clean[variant.items], variant.codes[system], variant.items)
        found = paired_tables(sample, self.panel, self.settings, self.exchanges)
        return tuple(
            difference_of(each, found.first[at], found.second[at], found.intervals[at], found.p[at])
            for at, each in enumerate(metrics)
        )

    def share_measures(self, clean: Ints, variant: Variant, system: str) -> tuple[Measure, ...]:
        """Flips, broken, mended, survives, and what is lost."""
        joint, sample = self.joint(clean[variant.items], variant.codes[system], variant.items)
        if sample is None:
            return tuple(unmeasured(each.text, 0, NOTHING_TOUCHED) for each in self.shares)
        values = self._values(joint)
        intervals = self._intervals(joint, sample, values)
        return tuple(measure_of(each, values[at], intervals[at], n=sample.n) for at, each in enumerate(self.shares))

    def _values(self, joint: Stressed) -> Floats:
        return np.stack([np.asarray(each(joint), np.float64) for each in self.shares], axis=-1)

    def _intervals(self, joint: Stressed, sample: Sample, values: Floats) -> Intervals:
        """By resampling items or units; Wilson's for plain proportions of items."""
        if not self.settings.replicates or not can_resample(sample):
            return Intervals.none(len(values))
        rng, shape = generator(self.settings, "stressed"), joint.cells.shape
        units = None if sample.unit is None else sample.units
        found = sampled_intervals(
            values,
            lambda: np.concatenate(
                [
                    self._values(joint.having(tables.reshape(-1, *shape)))
                    for (tables,) in tables_drawn(sample, self.settings.replicates, rng)
                ]
            ),
            lambda: np.concatenate(
                [self._values(joint.having(tables.cells.reshape(-1, *shape))) for (tables,), _ in left_out(sample)]
            ),
            level=self.settings.level,
            units=units,
            bounds=bounds_of(self.shares),
            trials=np.full(len(values), float(sample.n)),
        )
        return found if units is not None else self._with_wilson(found, joint, values)

    def _with_wilson(self, found: Intervals, joint: Stressed, values: Floats) -> Intervals:
        low, high, methods = found.low.copy(), found.high.copy(), list(found.methods)
        for at, metric in enumerate(self.shares):
            if metric.facts.trials is not None:
                trials = np.asarray(metric.facts.trials(joint), np.float64)
                (low[at], high[at]), methods[at] = wilson(values[at], trials, self.settings.level), "wilson"
        return replace(found, low=low, high=high, methods=methods)

    def beside(self, clean: Ints, variant: Variant, reference: Variant, system: str, *, attack: bool) -> Beside:
        """Flips under a stress and under its reference, of items that both touched; of attacks also what is lost."""
        items, here, there = np.intersect1d(variant.items, reference.items, return_indices=True)
        one, two = variant.codes[system][here], reference.codes[system][there]
        was = clean[items]
        asked = {FLIPS: (one != was, two != was, np.ones(len(items), np.bool_))}
        if attack:
            as_urgent = np.append(self.urgent, False)
            found = self.urgent[self.data.truth[items]] & as_urgent[was]
            asked |= {URGENT_LOST: (~as_urgent[one], ~as_urgent[two], found)} if self.urgent.any() else {}
            others = self.data.truth[items] != self.target
            asked |= {TO_TARGET: (one == self.target, two == self.target, others)} if self.target is not None else {}
        differences = (
            self.shares_apart(name, first[rows], second[rows], items[rows])
            for name, (first, second, rows) in asked.items()
        )
        return Beside(reference.name, len(items), tuple(differences))

    def shares_apart(self, name: str, first: Bools, second: Bools, items: Ints) -> Difference:
        """The share of yes in the first minus that in the second."""
        if not len(items):
            return named_difference(name, *NOTHING, undefined=NOTHING_SHARED)
        panel = Panel((parse("accuracy"),), len(YES_AND_NO))
        found = paired_tables(self.binary(first, second, items), panel, self.settings, self.exchanges)
        return named_difference(name, found.first[0], found.second[0], found.intervals[0], found.p[0], undefined="")


NOTHING = (np.nan, np.nan, Intervals.none(1)[0], np.nan)


def sample_of(cells: Sequence[Ints], shape: tuple[int, ...], unit: Ints | None, classes: tuple[str, ...]) -> Sample:
    """Cells of every row in one table or several, as a sample whose rows weigh the same."""
    size = int(np.prod(shape))
    units = np.zeros(len(cells[0]), np.int64) if unit is None else unit
    distinct, position = distinct_rows([units, *cells], [int(units.max(initial=0)) + 1, *[size] * len(cells)])
    rows = sums(position, np.ones(len(units)), len(distinct[0]))
    present, kept = np.unique(distinct[0], return_inverse=True)
    of_entry = None if unit is None else kept.astype(np.int64)
    return Sample(classes, shape, tuple(distinct[1:]), rows, rows, rows, of_entry, len(present), weighted=False)
