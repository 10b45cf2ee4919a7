"""One system over time: bins, phases and load, where it changes, and how late it finds what is urgent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.estimates.confusion import estimates, generator
from mercalli.estimates.delays import delay_measures
from mercalli.estimates.groups import Grouped, Settled
from mercalli.estimates.panel import Panel
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.inputs.keys.over_time import BANDS, bin_hours
from mercalli.inputs.labels import Labels
from mercalli.inputs.times import HOUR, NO_TIME, SECOND, written
from mercalli.metrics.catalogue import Metric, catalogue
from mercalli.metrics.ratio import ratio
from mercalli.results.groups import GroupReport
from mercalli.results.measure import Measure
from mercalli.stats.delays import Delays
from mercalli.stats.groups import Contexts, Groups
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.plan import Plan
from mercalli.tasks.over_time.data import BLOCK, LATENCY, MOMENT, Timeline, latency_hours
from mercalli.tasks.over_time.result import Change, EventCurve, FirstFind, TimeSlice
from mercalli.uncertainty.change_point import change_of_batches
from mercalli.uncertainty.few_units import FEWEST_UNITS

CLEAR = 0.05
FEWEST_BINS = 4  # with fewer, no order of bins can be told from chance
TIME_WEIGHTED = "time_weighted"
BAND_ORDER = {name: at for at, (name, _) in enumerate(BANDS)}


@dataclass(frozen=True)
class Wanted:
    """What is asked about every system: horizons and half-life in hours, and what counts as found."""

    settled: Settled
    within: tuple[float, ...]
    half_life: float | None
    reading: str
    exact: bool
    phases: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class OneSystem:
    """The labels of one system, counted by every part of time."""

    name: str
    column: str
    labels: Labels
    timeline: Timeline
    metrics: tuple[Metric, ...]
    urgent: tuple[str, ...]
    plan: Plan
    wanted: Wanted

    @cached_property
    def contexts(self) -> Contexts:
        """The combinations by which weights vary."""
        return Contexts.of(self.labels)

    @cached_property
    def grouped(self) -> list[Grouped]:
        """A table for each bin, phase and band of load; the latter rest on events where there are several."""
        labels = {part: self.labels if part == self.timeline.bin else self.by_event for part in self.timeline.parts}
        return [
            Grouped.of(each, self.contexts, part, self.metrics, self.wanted.settled) for part, each in labels.items()
        ]

    @property
    def overall(self) -> tuple[Measure, ...]:
        """Over all items; events are what intervals rest on where there are several, else blocks of time."""
        labels = self.by_event if BLOCK not in self.labels.by else self._with_units(BLOCK)
        return self._measures(Sample.of(labels, self.contexts), "overall")

    @property
    def by_event(self) -> Labels:
        """The labels with events as units, if there are enough of them and no others were named."""
        return self._with_units(self.timeline.roles.event)

    def _with_units(self, column: str | None) -> Labels:
        if self.labels.unit is not None or column is None or len(self.labels.by[column].values) < FEWEST_UNITS:
            return self.labels
        return replace(self.labels, unit=self.labels.by[column])

    def _measures(self, sample: Sample, name: str) -> tuple[Measure, ...]:
        panel = Panel(self.metrics, len(self.labels.classes.names))
        return estimates(sample, panel, self.wanted.settled.settings, name).measures(self.plan.profile, sample)

    def slices(self) -> Iterator[TimeSlice]:
        """Every part of time in its order, with how many events it has."""
        for grouped in self.grouped:
            reports = list(grouped.reports(self.urgent))
            hours, events = self._hours(grouped), self._events(grouped.column)
            made = [
                TimeSlice(**vars(each), hours=hours.get(each.values[0]), events=events[each.values[0]])
                for each in reports
            ]
            yield from sorted(made, key=self._order)

    def _order(self, part: GroupReport) -> tuple[float, str]:
        name = part.values[0]
        if isinstance(part, TimeSlice) and part.hours is not None:
            return part.hours, name
        phases = {phase: at for at, (phase, _) in enumerate(self.wanted.phases)}
        return float({**phases, **BAND_ORDER}.get(name, len(phases) + len(BAND_ORDER))), name

    def _hours(self, grouped: Grouped) -> dict[str, float]:
        """When each bin begins, in hours after the start."""
        return bin_hours(grouped.names) if grouped.column == self.timeline.bin else {}

    def _events(self, part: str) -> dict[str, int]:
        event = self.timeline.roles.event
        column = self.labels.by[part]
        if event is None:
            return dict.fromkeys(map(str, column.values), 1)
        pairs = Groups.of({part: column, event: self.labels.by[event]}, len(self.labels.rows)).keys
        found: dict[str, int] = {}
        for name, _ in pairs:
            found[name] = found.get(name, 0) + 1
        return found

    @cached_property
    def _is_urgent(self) -> Bools:
        return np.array([*(name in self.urgent for name in self.labels.classes.names), False])

    @cached_property
    def tried(self) -> Bools:
        """Entries that the leading share is about: urgent ones, or all."""
        return self._is_urgent[self.labels.truth] if self.urgent else np.ones(len(self.labels.rows), np.bool_)

    @cached_property
    def hit(self) -> Bools:
        """Which of them were found."""
        right: Bools = self.labels.truth == self.labels.preds[0]
        either = self._is_urgent[self.labels.preds[0]] if self.urgent and not self.wanted.exact else right
        return self.tried & either

    @cached_property
    def _bins(self) -> tuple[list[str], Ints]:
        """Names of bins in the order of time, and the place of each entry's bin; -1 without a time."""
        column = self.labels.by[self.timeline.bin]
        names = [str(value) for value in column.values]
        hours = bin_hours(names)
        order = sorted((name for name in names if name in hours), key=hours.__getitem__)
        place = {name: at for at, name in enumerate(order)}
        return order, np.array([place.get(name, -1) for name in names])[column.codes]

    def change(self) -> Change | None:
        """Where the share that is found changes beyond what the mix of classes explains, if that is clear."""
        names, bins = self._bins
        used = self.tried & (bins >= 0)
        rows = self.labels.rows * used
        size = len(self.labels.classes.names)
        shares = ratio(sums(self.labels.truth, rows * self.hit, size), sums(self.labels.truth, rows, size))
        beyond = rows * (self.hit - np.nan_to_num(shares[self.labels.truth]))
        there = np.unique(bins[used])
        if len(there) < FEWEST_BINS:
            return None
        parts, trials = (sums(np.searchsorted(there, bins[used]), each[used], len(there)) for each in (beyond, rows))
        place, p = change_of_batches(parts, generator(self.wanted.settled.settings, f"change of {self.name}"), CLEAR)
        if p > CLEAR:
            return None
        mean = float((rows * self.hit).sum() / rows.sum())
        before, after = (
            mean + each.sum() / many.sum()
            for each, many in ((parts[:place], trials[:place]), (parts[place:], trials[place:]))
        )
        return Change(names[there[place]], float(p), float(before), float(after))

    def curves(self) -> Iterator[EventCurve]:
        """The leading share by event and bin."""
        names, bins = self._bins
        hours = bin_hours(names)
        event = self.timeline.roles.event
        one = np.zeros(len(bins), np.int64)
        events = (("all items",), one) if event is None else (self.labels.by[event].values, self.labels.by[event].codes)
        for code, name in enumerate(events[0]):
            own = (events[1] == code) & (bins >= 0)
            there, place = np.unique(bins[own], return_inverse=True)
            counts = (
                sums(place, self.labels.rows[own] * each[own], len(there)).round().astype(int).tolist()
                for each in (self.tried, self.hit, np.ones(len(bins)))
            )
            yield EventCurve(str(name), tuple(hours[names[at]] for at in there), *map(tuple, counts))

    def timely(self) -> Iterator[Measure]:
        """Values by time, and how many urgent items are found within a time."""
        if self.wanted.half_life is not None:
            yield from self._time_weighted(self.wanted.half_life)
        if LATENCY not in self.labels.by or not self.urgent:
            return
        words = self.labels.by[LATENCY]
        seconds = np.array([latency_hours(str(value)) for value in words.values])[words.codes]
        hours = np.where(self.hit, seconds, np.inf)[self.tried]
        unit = (
            None if self.labels.unit is None else np.unique(self.labels.unit.codes[self.tried], return_inverse=True)[1]
        )
        delays = Delays(hours, self.labels.rows[self.tried].astype(np.float64))
        metrics = [*self._within("found_within"), self._timely_recall]
        yield from delay_measures(delays, metrics, self.wanted.settled.settings, f"latencies of {self.name}", unit)

    def _within(self, name: str) -> list[Metric]:
        return [catalogue()[name].having({"hours": hours}) for hours in self.wanted.within]

    @property
    def _timely_recall(self) -> Metric:
        options: dict[str, object] = {"reading": self.wanted.reading}
        if self.wanted.reading == "half_life" and self.wanted.half_life is not None:
            options["half_life"] = self.wanted.half_life
        return catalogue()["timely_recall"].having(options)

    def _time_weighted(self, half_life: float) -> Iterator[Measure]:
        """Every metric where a bin weighs half as much after every half-life."""
        names, bins = self._bins
        hours = np.array([bin_hours(names)[name] for name in names])
        fading = np.exp2(-(hours - max(hours.min(), 0.0)).clip(min=0.0) / half_life)
        weight = np.where(bins >= 0, fading[bins], 0.0)
        labels = replace(
            self.labels,
            weight=self.labels.weight * weight,
            weight_sq=self.labels.weight_sq * weight**2,
            weighted=True,
        )
        for measure in self._measures(Sample.of(labels, self.contexts), TIME_WEIGHTED):
            yield replace(measure, metric=f"{TIME_WEIGHTED}({measure.metric})", baselines={}, skill=None)

    def first_finds(self) -> tuple[tuple[Measure, ...], tuple[FirstFind, ...]]:
        """How late facts are found for the first time: measures, and each of them, the latest first."""
        if not self.urgent:
            return (), ()
        names, first, delay = self._facts()
        if not len(names):
            return (), ()
        wanted = self.wanted
        horizon = catalogue()["first_find_delay"].having({"horizon": max(wanted.within)})
        metrics = [
            catalogue()["found_ever"],
            *self._within("first_find_within"),
            horizon,
            catalogue()["first_find_median"],
        ]
        found = delay_measures(
            Delays.of(delay), metrics, wanted.settled.settings, f"facts of {self.name}", np.arange(len(names))
        )
        order = np.argsort(-delay, kind="stable")
        finds = [
            FirstFind(
                names[at],
                f"{written(int(first[at]), SECOND)} UTC",
                float(delay[at]) if np.isfinite(delay[at]) else None,
            )
            for at in order
        ]
        return found, tuple(finds)

    def _facts(self) -> tuple[list[str], Ints, Floats]:
        """Facts that have an urgent item, when its first came, and hours until the first was found."""
        roles, classes = self.timeline.roles, self.labels.classes
        fact = roles.fact or roles.event
        truth = self.plan.table.truth
        ends = self.plan.table.source.ends(MOMENT, [*([] if fact is None else [fact]), truth, self.column])
        columns = ends.tally.columns
        codes = {
            name: np.array(
                [-1 if (code := classes.code(str(value))) is None else code for value in columns[name].values] + [-1]
            )[columns[name].codes]
            for name in (truth, self.column)
        }
        urgent = self._is_urgent[codes[truth]] & (codes[truth] >= 0)
        said = codes[self.column]
        hit = urgent & ((said == codes[truth]) if self.wanted.exact else (self._is_urgent[said] & (said >= 0)))
        values = ("all items",) if fact is None else columns[fact].values
        group = np.zeros(len(urgent), np.int64) if fact is None else columns[fact].codes
        never = np.iinfo(np.int64).max
        first, found = np.full(len(values), never), np.full(len(values), never)
        known = (group >= 0) & (ends.first != NO_TIME)
        np.minimum.at(first, group[urgent & known], ends.first[urgent & known])
        np.minimum.at(found, group[hit & known], ends.first[hit & known])
        facts = np.flatnonzero(first < never)
        delay = np.where(found[facts] < never, (found[facts] - first[facts]) / HOUR, np.inf)
        return [str(values[at]) for at in facts], first[facts], delay
