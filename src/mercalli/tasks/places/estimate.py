"""One system by place: errors beyond the mix of classes, values per person, each place alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.estimates.confusion import estimates
from mercalli.estimates.groups import Grouped, Settled
from mercalli.estimates.intervals import LEFT_OUT, Interval
from mercalli.estimates.measure import measure_of, named_measure
from mercalli.estimates.panel import Panel
from mercalli.estimates.slices import alike_measures
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.labels import MISSING_SLICE, Labels
from mercalli.metrics.catalogue import Metric, catalogue
from mercalli.results.groups import WITHOUT_GROUP, GroupReport
from mercalli.results.measure import Measure
from mercalli.stats.groups import Contexts, slices
from mercalli.stats.places import PersonValues, PlaceErrors, PlaceHarm, PlaceVoices
from mercalli.stats.raking import Mix
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.plan import Plan
from mercalli.tasks.places.data import NEED, SMALL, People, Placed, pooled, recoded
from mercalli.tasks.places.errors_by_place import ErrorsByPlace, PartErrors
from mercalli.tasks.places.result import AlikeRow, PersonReport, PlaceSlice
from mercalli.uncertainty.few_units import bounded_interval

PERSON = "value_per_person"
INDEPENDENT = "places independent"
RATIOS = ("error_ratio", "harm_ratio")
OWN = frozenset({*RATIOS, "voice", "missed_per_100k"})


@dataclass(frozen=True)
class OneSystem:
    """The labels of one system, counted by place; `raw` are they before cells with few items are one."""

    name: str
    column: str
    raw: Labels
    placed: Placed
    metrics: tuple[Metric, ...]
    urgent: tuple[str, ...]
    plan: Plan
    settled: Settled
    people: People | None

    @cached_property
    def labels(self) -> Labels:
        """With a column of fifths where the need is known, and without cells that hold few items."""
        made = self.raw if self.placed.roles.region else pooled(self.raw, self.placed.place, self.placed.roles.cell)
        if self.people is None or not self.people.need:
            return made
        column, fifths = made.by[self.placed.place], self.people.fifths
        names = [fifths.get(str(value), MISSING_SLICE) for value in column.values]
        return replace(made, by={**made.by, NEED: recoded(column, names)})

    @cached_property
    def contexts(self) -> Contexts:
        """The combinations by which weights vary."""
        return Contexts.of(self.labels)

    @cached_property
    def grouped(self) -> list[Grouped]:
        """A table for each ring and fifth, for their gaps."""
        return [Grouped.of(self.labels, self.contexts, part, self.metrics, self.settled) for part in self.others]

    @property
    def others(self) -> tuple[str, ...]:
        """The columns of rings and fifths."""
        return (*self.placed.parts[1:], *((NEED,) if NEED in self.labels.by else ()))

    @cached_property
    def errors(self) -> ErrorsByPlace:
        """Errors, and what they weigh."""
        names, contexts = self.labels.classes.names, self.contexts
        harms = np.stack([self.plan.profile.harms(names, each) for each in contexts.values])
        harm = harms[contexts.codes, self.labels.truth]
        return ErrorsByPlace.of(self.labels, self.placed.place, harm, self.is_urgent)

    @property
    def overall(self) -> tuple[Measure, ...]:
        """Over all items."""
        return self._measures(self.labels, "overall")

    def _measures(self, labels: Labels, name: str) -> tuple[Measure, ...]:
        sample = Sample.of(labels, Contexts.of(labels))
        return estimates(sample, self._panel, self.settled.settings, name).measures(self.plan.profile, sample)

    @property
    def _panel(self) -> Panel:
        return Panel(self.metrics, len(self.labels.classes.names))

    def slices(self) -> Iterator[PlaceSlice]:
        """Every place, ring and fifth."""
        for column in (self.placed.place, *self.others):
            tallied = self.errors.of_parts(column)
            for each in self._parts(column, tallied):
                yield self._slice(each, tallied[each.values[0]], of_place=column == self.placed.place)

    def _parts(self, column: str, tallied: Mapping[str, PartErrors]) -> Iterator[GroupReport]:
        """Each part by itself, with intervals from its own items or units."""
        labels = self.labels
        raked = replace(self._panel, mix=Mix.of(Sample.of(labels, self.contexts).confusions[0].merged(-1)))
        for part in slices(replace(labels, by={column: labels.by[column]})):
            own = labels.take(part.chosen)
            sample, settings = Sample.of(own, self.contexts.take(part.chosen)), self.settled.settings
            alike, coverage = alike_measures(sample, raked, settings, self.plan.profile, f"{part.key} alike")
            plain = estimates(sample, self._panel, settings, part.key).measures(self.plan.profile, sample)
            urgent = self.is_urgent[own.truth]
            yield GroupReport(
                part.columns,
                part.values,
                sample.n,
                tallied[part.values[0]].expected < SMALL,
                _alone(plain),
                _alone(alike),
                coverage,
                int(own.rows[urgent].sum()),
            )

    @property
    def is_urgent(self) -> Bools:
        """Of each class, and of what is none."""
        return np.array([*(name in self.urgent for name in self.labels.classes.names), False])

    def _slice(self, part: GroupReport, part_errors: PartErrors, *, of_place: bool) -> PlaceSlice:
        name = part.values[0]
        lat, lon = self._middle(name) if of_place else (None, None)
        people = None if self.people is None or not of_place else self.people
        more = (*self._ratios(part_errors), *(self._voices[name] if people and name in self._voices else ()))
        return PlaceSlice(
            **vars(replace(part, measures=(*part.measures, *more))),
            errors=round(part_errors.observed),
            expected=part_errors.expected,
            missed=part_errors.missed,
            lat=lat,
            lon=lon,
            people=None if people is None else people.people.get(name),
            need=None if people is None else people.need.get(name),
        )

    def _middle(self, name: str) -> tuple[float | None, float | None]:
        """Where a cell is: its name says it."""
        if self.placed.roles.region or name in WITHOUT_GROUP:
            return None, None
        lat, lon = (float(part) for part in name.split(","))
        return lat, lon

    def _ratios(self, part: PartErrors) -> Iterator[Measure]:
        level, drawn = self.settled.settings.level, bool(self.settled.settings.replicates)
        known = catalogue()
        plain, harm = PlaceErrors.of(part.observed, part.expected), PlaceHarm.of(part.harm, part.harm_expected)
        yield _ratio(known["error_ratio"], plain, part.interval(level) if drawn else Interval(), part.items)
        if self.plan.profile.harm is not None:
            yield _ratio(known["harm_ratio"], harm, part.harm_interval(level) if drawn else Interval(), part.items)

    @cached_property
    def _voices(self) -> dict[str, tuple[Measure, ...]]:
        """How much each place is heard, and what is missed there."""
        if self.people is None:
            return {}
        parts, names = self.errors.of_parts(self.placed.place), list(self.people.people)
        there = [parts.get(name) for name in names]
        items = np.array([0 if each is None else each.items for each in there], np.float64)
        missed = np.array([0 if each is None else each.missed for each in there], np.float64)
        people = np.array([self.people.people[name] for name in names])
        found = PlaceVoices.of(items, missed, people, float(items.sum()), float(people.sum()))
        metrics = [catalogue()["voice"], *([catalogue()["missed_per_100k"]] if self.urgent else [])]
        values = [metric(found) for metric in metrics]
        return {
            name: tuple(
                measure_of(metric, float(value[at]), n=int(items[at]))
                for metric, value in zip(metrics, values, strict=True)
            )
            for at, name in enumerate(names)
        }

    def persons(self, places: Sequence[PlaceSlice]) -> Iterator[PersonReport]:
        """Every metric per person, from the values of the places that are known."""
        if self.people is None:
            return
        people = self.people.people
        known = [part for part in places if part.values[0] in people]
        seen = {part.values[0] for part in known}
        weight = np.array([people[part.values[0]] for part in known])
        unseen = np.array([many for name, many in people.items() if name not in seen])
        for metric in self.metrics:
            measures = [part.measure(metric.text) for part in known]
            values = np.array([np.nan if each.value is None else each.value for each in measures])
            found = PersonValues(np.append(values, np.full(len(unseen), np.nan)), np.append(weight, unseen))
            value = float(catalogue()[PERSON](found))
            interval = self._over_units(metric, value) if self.labels.unit else _independent(measures, weight, value)
            yield _person(metric, found, value, interval, int(np.isfinite(values).sum()))

    def _over_units(self, metric: Metric, value: float) -> Interval:
        """By leaving each unit out of all places."""
        grouped = self._of_places
        if not grouped.can_draw or grouped.without is None or not np.isfinite(value):
            return Interval()
        people = {} if self.people is None else self.people.people
        weight = np.array([people.get(name, 0.0) for name in grouped.names])
        left = grouped.without[0][..., grouped.panel.places[metric.text].start]
        without = np.asarray(catalogue()[PERSON](PersonValues(left, np.broadcast_to(weight, left.shape))))
        low, high = (np.asarray(end) for end in metric.facts.range)
        ends = bounded_interval(np.asarray(value), without, (low, high), self.settled.settings.level)
        return Interval(float(ends[0]), float(ends[1]), LEFT_OUT)

    @cached_property
    def _of_places(self) -> Grouped:
        """A table for each place, drawn together: a unit may lie in several."""
        return Grouped.of(self.labels, self.contexts, self.placed.place, self.metrics, self.settled)

    def alike(self) -> Iterator[AlikeRow]:
        """All metrics where each place counts the same: cells of several widths, or regions."""
        scales = self.placed.scales or {self.placed.place: self.placed.place}
        for name, column in scales.items():
            labels = self._labels_by(column)
            codes, values = labels.by[column].codes, labels.by[column].values
            there = np.array([value != MISSING_SLICE for value in values])
            items = np.bincount(codes, labels.rows, len(values))
            weight = np.where(there, 1 / np.maximum(items, 1), 0.0)[codes]
            rows = labels.rows.astype(np.float64)
            alike = replace(labels, weight=rows * weight, weight_sq=rows * weight**2, weighted=True)
            measures = self._measures(alike, f"alike {name}")
            yield AlikeRow(name, int((there & (items > 0)).sum()), _alone(measures))

    def _labels_by(self, column: str) -> Labels:
        if column == self.placed.place:
            return self.raw
        return replace(self.plan, table=replace(self.plan.table, by=(column,))).labels([self.column])


def _alone(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """Without what trivial models get."""
    return tuple(replace(each, baselines={}, skill=None) for each in measures)


def _independent(measures: Sequence[Measure], people: Floats, value: float) -> Interval:
    """The interval of a mean over independent places, from theirs (Zou and Donner 2008)."""
    known = [(each, many) for each, many in zip(measures, people, strict=True) if each.value is not None]
    if not known or any(each.low is None or each.high is None for each, _ in known):
        return Interval()
    share = np.array([many for _, many in known]) / sum(many for _, many in known)
    middle, low, high = (np.array([getattr(each, name) for each, _ in known]) for name in ("value", "low", "high"))
    reach = (float(np.sqrt(((share * each) ** 2).sum())) for each in (middle - low, high - middle))
    below, above = reach
    return Interval(value - below, value + above, INDEPENDENT)


def _ratio(metric: Metric, errors: PlaceErrors, interval: Interval, n: int) -> Measure:
    return measure_of(metric, float(metric(errors)), interval, n=n)


def _person(metric: Metric, found: PersonValues, value: float, interval: Interval, places: int) -> PersonReport:
    """With the bounds of what people without a value could make of it."""
    text, coverage = f"{PERSON}({metric.text})", found.coverage
    if not np.isfinite(value):
        why = catalogue()[PERSON].facts.undefined
        return PersonReport(metric.text, named_measure(text, None, n=places, undefined=why), 0.0, None, None)
    low, high = (None, None) if interval.method is None else (interval.low, interval.high)
    measure = named_measure(text, value, low, high, interval.method, n=places)
    bounds = [value * coverage + end * (1 - coverage) if coverage < 1 else value for end in metric.facts.range]
    lowest, highest = (each if np.isfinite(each) else None for each in bounds)
    return PersonReport(metric.text, measure, coverage, lowest, highest)
