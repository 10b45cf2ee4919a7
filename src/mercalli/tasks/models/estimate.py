"""Values of all systems with their intervals, and the differences of all pairs, from one draw of items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.estimates.confusion import MAJORITY, generator, with_wilson
from mercalli.estimates.intervals import Intervals, method_name
from mercalli.estimates.measure import measure_of
from mercalli.estimates.pairs import NOT_COMPARED, Compared, Paired, can_test, compared
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric
from mercalli.profiles.profile import Profile
from mercalli.results.measure import Measure
from mercalli.stats.confusion import Confusion
from mercalli.tasks.models.tables import ItemTables
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS
from mercalli.uncertainty.paired import exchanges, p_value

FINER = 5  # times as many exchanges as the least that can show a difference after correction over all pairs


@dataclass(frozen=True)
class ModelEstimates:
    """The values of a panel for every system of some tables, and what resampling them gives.

    What is drawn are items, or the units above them; `pairs` are those that are compared.
    """

    tables: ItemTables
    panel: Panel
    recall: Metric
    settings: Settings
    pairs: tuple[tuple[int, int], ...] = ()
    progress: Progress = quiet

    @property
    def n(self) -> int:
        """How many items, or units, are drawn."""
        return self.tables.n if self.tables.units is None else self.tables.units

    @cached_property
    def values(self) -> Floats:
        """Every system along the places of the panel, and behind them the recall of every class: (S, P)."""
        return np.stack([self._wide(each) for each in self.tables.confusions])

    @cached_property
    def _wide(self) -> Panel:
        """The panel with the recall of every class, so that one draw serves both."""
        return replace(self.panel, metrics=(*self.panel.metrics, self.recall))

    @property
    def resamples(self) -> bool:
        """Whether there are intervals: two units do not tell how much units vary."""
        return bool(self.settings.replicates) and self.n >= FEWEST_UNITS

    @property
    def few(self) -> bool:
        """Whether intervals come from leaving out one of what is drawn at a time."""
        return self.n < MANY_UNITS

    @cached_property
    def drawn(self) -> Floats:
        """Replicates: (S, B, P)."""
        rng = generator(self.settings, "models")
        return self._along(self.tables.drawn(self.settings.replicates, rng), "resampling", self.settings.replicates)

    @cached_property
    def without(self) -> tuple[Floats, Floats]:
        """Values without one item or unit, (S, G, P), and how many items or units are alike."""
        blocks = list(self.tables.left_out())
        values = self._along((times for times, _ in blocks), "leaving out", len(self.tables.rows))
        return values, np.concatenate([alike for _, alike in blocks])

    def _along(self, blocks: Iterator[Floats], doing: str, count: int) -> Floats:
        """The panel of every system on many tables."""
        found: list[Floats] = []
        done = 0
        for times in blocks:
            self.progress(doing, done, count)
            found.append(np.stack([self._wide(each) for each in self.tables.tables(times)]))
            done += len(times)
        self.progress(doing, count, count)
        return np.concatenate(found, axis=1)

    def intervals(self, system: int) -> Intervals:
        """Of one system: over items or units, Wilson's where every item has one answer and counts alike."""
        values = self.values[system]
        if not self.resamples:
            return Intervals.none(len(values))
        if self.tables.units is None and self.tables.single[system]:
            drawn, confusion = self.drawn[system], self.tables.confusions[system]
            found = self._percentile(drawn)
            return with_wilson(found, confusion, self._wide, values=values, drawn=drawn, level=self.settings.level)
        return self._left_out(system) if self.few else self._wide_enough(self._percentile(self.drawn[system]), system)

    def recall_intervals(self, system: int) -> Intervals:
        """Of the recall of every class."""
        return self.intervals(system).part(self._wide.places[self.recall.text])

    def _percentile(self, drawn: Floats) -> Intervals:
        method = method_name("percentile", units=self.tables.units is not None)
        return Intervals.percentile(drawn, self.settings.level, method)

    def _left_out(self, system: int) -> Intervals:
        values, alike = self.without
        parts = np.repeat(values[system], alike.astype(np.int64), axis=0)
        return Intervals.over_units(self.values[system], parts, self._wide.bounds, self.settings.level)

    def _wide_enough(self, found: Intervals, system: int) -> Intervals:
        """The same, and where no replicate differs what leaving out one at a time gives: never a width of 0."""
        flat = found.low == found.high
        return _where(flat, self._left_out(system), found) if flat.any() else found

    def measures(self, system: int, profile: Profile) -> tuple[Measure, ...]:
        """The metrics that give one number, with what always predicting the most frequent class gives."""
        intervals, whole = self.intervals(system), self.tables.confusions[system]
        majority = self.panel(Confusion(whole.as_if(whole.merged(-1).majority()[None]).cells, self.tables.classes))
        found = []
        for metric in self.panel.metrics:
            at = self.panel.places[metric.text].start
            spec = profile.metrics.get(metric.name)
            found.append(
                measure_of(
                    metric,
                    float(self.values[system][at]),
                    intervals[at],
                    n=self.tables.n,
                    baselines={MAJORITY: float(majority[at])},
                    trivial=MAJORITY,
                    bands=() if spec is None else spec.bands,
                )
            )
        return tuple(found)

    def difference(self, first: int, second: int) -> Paired:
        """First minus second on every place: items or units drawn together, and their answers exchanged whole."""
        one, two = (self.values[each, : len(self.panel.metrics)] for each in (first, second))
        intervals, p = Intervals.none(len(one)), np.full(len(one), np.nan)
        if self.resamples:
            intervals = self._sum_intervals({first: 1.0, second: -1.0})
        if self.resamples and can_test(self.tables.units):
            p = p_value(one - two, self._exchanged[first, second])
        return Paired(one, two, intervals, p)

    def _sum_intervals(self, weights: Mapping[int, float], *, left_out: bool = False) -> Intervals:
        """Of a sum of systems, each of which counts so many times; few items may be left out in turn, as units are."""
        if self.few and (left_out or self.tables.units is not None):
            values, alike = self.without
            parts = np.repeat(_weighed(values, weights), alike.astype(np.int64), axis=0)
            return Intervals.over_units(_weighed(self.values, weights), parts, None, self.settings.level)
        return self._percentile(_weighed(self.drawn[..., : len(self.panel.metrics)], weights))

    def reach(self, weights: Mapping[int, float], place: int) -> Floats:
        """How far the interval of a sum of systems reaches below and above it; not a number without intervals."""
        if not self.resamples:
            return np.full(2, np.nan)
        found = self._sum_intervals(weights, left_out=True)[place]
        ends: Floats = np.array([found.low, found.high]) - _weighed(self.values, weights)[place]
        return ends

    @property
    def times(self) -> int:
        """How many exchanges there are: enough for p-values that are still small when corrected over all pairs."""
        return exchanges(FINER * len(self.pairs), self.settings.level, self.settings.replicates)

    @cached_property
    def _exchanged(self) -> dict[tuple[int, int], Floats]:
        """Differences of every pair after the answers of the two were exchanged where coins show heads."""
        found: dict[tuple[int, int], list[Floats]] = {pair: [] for pair in self.pairs}
        rng, done = generator(self.settings, "exchange"), 0
        for heads in self.tables.heads(self.times, rng):
            self.progress("exchanging", done, self.times)
            moved = [each.cells for each in self.tables.tables(heads)]
            for (first, second), differences in found.items():
                differences.append(self._after(first, second, moved[second] - moved[first]))
            done += len(heads)
        self.progress("exchanging", self.times, self.times)
        return {pair: np.concatenate(differences) for pair, differences in found.items()}

    def _after(self, first: int, second: int, change: Floats) -> Floats:
        """First minus second where so much changed sides."""
        one, two = (self.tables.confusions[at].cells for at in (first, second))
        classes = self.tables.classes
        return self.panel(Confusion(one + change, classes)) - self.panel(Confusion(two - change, classes))

    def compared(self, names: list[str], progress: Progress = quiet) -> Compared:
        """Every two systems, corrected by Holm's method over all pairs, and the groups of ties."""
        if len(names) == 1:
            return NOT_COMPARED
        return compared(
            names,
            self.panel.metrics,
            self.difference,
            n=self.tables.n,
            units=self.tables.units,
            level=self.settings.level,
            progress=progress,
        )


def _weighed(values: Floats, weights: Mapping[int, float]) -> Floats:
    """The sum of some systems, which are along the first axis."""
    found: Floats = np.sum([weight * values[at] for at, weight in weights.items()], axis=0)
    return found


def _where(chosen: Floats, one: Intervals, other: Intervals) -> Intervals:
    """Some intervals from the one, the rest from the other."""
    methods = [a if is_one else b for is_one, a, b in zip(chosen, one.methods, other.methods, strict=True)]
    low, high = (np.where(chosen, getattr(one, end), getattr(other, end)) for end in ("low", "high"))
    return Intervals(low, high, methods, other.undefined_share)
