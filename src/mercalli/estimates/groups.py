"""Values of groups, their gaps, and what raking to one mix changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.estimates.confusion import can_resample, generator, of_proportions, resampled_intervals, with_wilson
from mercalli.estimates.gaps import GroupValues
from mercalli.estimates.intervals import Intervals
from mercalli.estimates.measure import measure_of, unmeasured
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.labels import Labels
from mercalli.metrics.catalogue import Metric
from mercalli.results.gaps import Gap
from mercalli.results.groups import WITHOUT_GROUP, GroupReport
from mercalli.results.measure import Measure
from mercalli.stats.confusion import Confusion
from mercalli.stats.groups import Contexts, Groups
from mercalli.stats.raking import LEAST_COVERAGE, Mix
from mercalli.stats.sample import Sample
from mercalli.uncertainty.few_units import MANY_UNITS
from mercalli.uncertainty.resample import left_out, replicates

POOLED, REFERENCE, NO_MIX = "pooled", "reference", "none"
MIXES = (POOLED, REFERENCE, NO_MIX)


@dataclass(frozen=True)
class Settled:
    """How groups are compared: the reference, the mix that values like for like have, and the least denominator."""

    settings: Settings
    reference: str | None = None
    mix: str = POOLED
    least: int = 10


@dataclass(frozen=True)
class Grouped:
    """The tables of all groups of one column, drawn together: a unit may lie in several groups."""

    column: str
    names: tuple[str, ...]
    contexts: int
    sample: Sample
    panel: Panel
    settled: Settled

    @classmethod
    def of(
        cls, labels: Labels, contexts: Contexts, column: str, metrics: Sequence[Metric], settled: Settled
    ) -> Grouped:
        """A table for each group and context."""
        groups = Groups.of({column: labels.by[column]}, len(labels.rows))
        names = tuple(name for (name,) in groups.keys)
        both = Contexts(contexts.values * len(names), groups.codes * len(contexts.values) + contexts.codes)
        panel = Panel(tuple(metrics), len(labels.classes.names), settled.settings.like)
        return cls(column, names, len(contexts.values), Sample.of(labels, both), panel, settled)

    def _apart(self, cells: Floats) -> Confusion:
        """Tables with an axis for groups and one for contexts."""
        shape = (*cells.shape[:-3], len(self.names), self.contexts, *cells.shape[-2:])
        return Confusion(cells.reshape(shape), self.sample.classes)

    @cached_property
    def tables(self) -> Confusion:
        """Of every group: (groups, contexts, K, K + 1)."""
        return self._apart(self.sample.confusions[0].cells)

    @cached_property
    def raked(self) -> Panel | None:
        """The panel like for like, if that is wanted."""
        whole = self.tables.merged(-1)
        if self.settled.mix == NO_MIX:
            return None
        target = whole.cells.sum(axis=0)
        if self.settled.mix == REFERENCE and self.settled.reference is not None:
            target = whole.cells[self.names.index(self.settled.reference)]
        return replace(self.panel, mix=Mix.of(Confusion(target, self.sample.classes)))

    @cached_property
    def values(self) -> tuple[Floats, Floats]:
        """As they are and like for like: (groups, places)."""
        return self._both(self.tables)

    @cached_property
    def drawn(self) -> tuple[Floats, Floats]:
        """Replicates of the same: (replicates, groups, places)."""
        settings = self.settled.settings
        rng = generator(settings, f"groups of {self.column}")
        return self._joined(each[0] for each in replicates(self.sample, settings.replicates, rng))

    @cached_property
    def without(self) -> tuple[Floats, Floats] | None:
        """The same without one of the units each."""
        return None if self.sample.unit is None else self._joined(each[0] for each, _ in left_out(self.sample))

    def _joined(self, tables: Iterable[Confusion]) -> tuple[Floats, Floats]:
        plain, alike = zip(*(self._both(self._apart(each.cells)) for each in tables), strict=True)
        return np.concatenate(plain), np.concatenate(alike)

    def _both(self, tables: Confusion) -> tuple[Floats, Floats]:
        """Values as they are and like for like; the same twice where that is not wanted."""
        plain = self.panel(tables)
        return plain, plain if self.raked is None else self.raked(tables)

    @property
    def can_draw(self) -> bool:
        """Whether there are intervals."""
        return bool(self.settled.settings.replicates) and can_resample(self.sample)

    def reports(self, urgent: Sequence[str]) -> Iterator[GroupReport]:
        """Every group with its values, and those like for like."""
        whole = self.tables.merged(-1)
        wanted = np.array([name in urgent for name in self.sample.classes])
        lead = self._takes_part(self.panel.metrics[0])
        for at, name in enumerate(self.names):
            table = Confusion(whole.cells[at], self.sample.classes)
            n = round(float(table.total))
            coverage = None if self.raked is None else self._coverage[at]
            measures = tuple(self._measures(at, n, alike=False))
            alike = () if coverage is None else tuple(self._alike(at, n, coverage))
            found = round(float(table.truths[wanted].sum()))
            yield GroupReport((self.column,), (name,), n, not lead[at], measures, alike, coverage, found)

    def _alike(self, at: int, n: int, coverage: float) -> Iterator[Measure]:
        if coverage >= LEAST_COVERAGE:
            yield from self._measures(at, n, alike=True)
            return
        why = f"its classes make up {coverage:.0%} of the mix, less than {LEAST_COVERAGE:.0%}"
        yield from (unmeasured(metric.text, n, why) for metric in self.panel.metrics)

    def _measures(self, at: int, n: int, *, alike: bool) -> Iterator[Measure]:
        values = self.values[alike][at]
        intervals = self._intervals(at, values, alike=alike) if self.can_draw else Intervals.none(len(values))
        for place, metric in enumerate(self.panel.metrics):
            yield measure_of(metric, float(values[place]), intervals[place], n=n)

    def _intervals(self, at: int, values: Floats, *, alike: bool) -> Intervals:
        units = None if self.sample.unit is None else self.sample.units
        parts = () if self.without is None else ((self.without[alike][:, at], np.ones(len(self.without[alike]))),)
        settings = replace(self.settled.settings, method="auto")
        drawn = self.drawn[alike][:, at]
        found = resampled_intervals(values, drawn, parts, settings, units=units, bounds=self.panel.bounds)
        table, panel = Confusion(self.tables.cells[at], self.sample.classes), self._panel(alike=alike)
        rests_on = panel.effective(table) if units is None else np.full(len(values), float(units))
        found = found.with_width(values, rests_on, self.panel.bounds, settings.level)
        if units is not None or self.sample.weighted:
            return found
        if alike:
            return of_proportions(found, values, rests_on, settings.level)
        return with_wilson(found, table, panel, values=values, drawn=drawn, level=settings.level)

    def _panel(self, *, alike: bool) -> Panel:
        """Of values as they are, or like for like."""
        return self.raked if alike and self.raked is not None else self.panel

    def _takes_part(self, metric: Metric) -> Bools:
        """Which groups are large enough for the gap on a metric, by its denominator, and have a value."""
        whole, place = self.tables.merged(-1), self.panel.places[metric.text].start
        trials = metric.trials(whole)
        enough: Bools = np.asarray(whole.total if trials is None else trials) >= self.settled.least
        return self._known & enough & np.isfinite(self.values[False][:, place]) & self._told_apart(place)

    def _told_apart(self, place: int) -> Bools:
        """Which groups have a value without each of few units; one that lies in a single unit does not vary."""
        if not self.can_draw or self.without is None or len(self.without[False]) >= MANY_UNITS:
            return np.ones(len(self.names), np.bool_)
        told: Bools = np.logical_and.reduce(np.isfinite(self.without[False][..., place]))
        return told

    @property
    def _known(self) -> Bools:
        """Which are groups, and not what is left over."""
        return np.array([name.lower() not in WITHOUT_GROUP for name in self.names])

    def gap(self, metric: Metric) -> Gap:
        """How far groups are apart on a metric."""
        part = self._takes_part(metric)
        small = tuple(name for name, left in zip(self.names, self._known & ~part, strict=True) if left)
        texts = (f"gap:{self.column}.{metric.text}", f"spread:{self.column}.{metric.text}")
        if not self.can_draw:
            resampled = self.settled.settings.replicates
            why = "two units do not tell how they vary" if resampled else "there are no replicates"
            gap, spread = (unmeasured(text, len(self.names), why) for text in texts)
            return Gap(metric.text, self.column, gap, spread, small=small)
        groups = self._group_values(metric, part, alike=False)
        order, reference = np.argsort(groups.values), self.settled.reference
        found = Gap(
            metric.text,
            self.column,
            groups.gap(texts[0], _width(metric)),
            groups.spread(texts[1], _width(metric)),
            groups.names[order[-1]] if len(order) else None,
            groups.names[order[0]] if len(order) else None,
            groups.apart,
            small,
            () if reference is None else groups.to_reference(reference),
        )
        return found if self.raked is None else self._with_alike(found, metric, part)

    def _with_alike(self, found: Gap, metric: Metric, part: Bools) -> Gap:
        """The same with what is left of it like for like."""
        enough = np.array([cover >= LEAST_COVERAGE for cover in self._coverage])
        groups = self._group_values(metric, part & enough, alike=True)
        return replace(
            found,
            alike=groups.gap(found.gap.metric, _width(metric)),
            alike_spread=groups.spread(found.spread.metric, _width(metric)),
        )

    @cached_property
    def _coverage(self) -> list[float]:
        """How much of the mix each group has."""
        tables = self.tables.merged(-1).cells
        mix = None if self.raked is None else self.raked.mix
        return [0.0 if mix is None else mix.coverage(Confusion(table, self.sample.classes)) for table in tables]

    def _group_values(self, metric: Metric, part: Bools, *, alike: bool) -> GroupValues:
        """The groups that take part."""
        place, level = self.panel.places[metric.text].start, self.settled.settings.level
        names = tuple(name for name, taken in zip(self.names, part, strict=True) if taken)
        values = self.values[alike][part, place]
        if self.sample.unit is None and not self.sample.weighted:
            trials = self._panel(alike=alike).effective(self.tables)[part, place]
            if not np.isnan(trials).any():
                return GroupValues.of_proportions(names, values, trials, level)
        without = None if self.without is None else self.without[alike][:, part, place]
        return GroupValues.of_replicates(names, values, self.drawn[alike][:, part, place], level, without)


def _width(metric: Metric) -> float:
    """The width of the range of a metric."""
    return metric.facts.range[1] - metric.facts.range[0]
