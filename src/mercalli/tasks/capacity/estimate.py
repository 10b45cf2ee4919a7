"""From a desk to what its team reaches with each system: values with intervals, and who is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import Intervals, bounds_of
from mercalli.estimates.measure import measure_of
from mercalli.estimates.pairs import NOT_COMPARED, Compared, Paired, can_test, compared
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric, catalogue
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.stats.replay import Handled, Queues
from mercalli.tasks.capacity.desk import STEPS, Desk, Streams
from mercalli.tasks.capacity.result import BLIND, HANDLED, METRICS, PERFECT, SKILL, URGENT
from mercalli.uncertainty.few_units import FEWEST_UNITS
from mercalli.uncertainty.paired import exchanges, p_value

POISSON = "percentile of streams like this one"
MOST_SEARCHED = 60_000_000  # entries and bins that are replayed in search of a team, for intervals


@dataclass(frozen=True)
class Drawn:
    """Streams that are drawn one at a time, and are the same whenever they are asked for."""

    name: str
    settings: Settings
    times: int
    draw: Callable[[np.random.Generator], Floats]

    def __len__(self) -> int:
        return self.times

    def __iter__(self) -> Iterator[Floats]:
        rng = generator(self.settings, self.name)
        return (self.draw(rng) for _ in range(self.times))


@dataclass(frozen=True)
class References:
    """What is handled in every event without a model, and by the true classes; leading axes are streams."""

    blind: Handled
    perfect: Handled

    def beside(self, model: Handled, team: Floats, times: Floats | None = None) -> Queues:
        """Beside a model, added up over events, each so many times."""
        return Queues(model.pooled(times), self.blind.pooled(times), self.perfect.pooled(times), team)


@dataclass(frozen=True)
class CapacityPlan:
    """A desk, the weights that each system gives its entries, how many items each has, and how sure to be."""

    desk: Desk
    weights: Mapping[str, Floats]
    items: Floats
    settings: Settings
    progress: Progress = quiet

    @property
    def n(self) -> int:
        """How many items."""
        return int(self.items.sum())

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """What is measured; the first two are compared, and the others follow from the first."""
        return tuple(catalogue()[name] for name in METRICS)

    @property
    def streams(self) -> Drawn:
        """Other streams of this intensity: every entry from a Poisson with its items as mean."""
        return Drawn(
            "streams", self.settings, self.settings.replicates, lambda rng: rng.poisson(self.items) * self._each
        )

    @property
    def _each(self) -> Floats:
        """How many items of the whole stream a labelled one stands for."""
        return self.desk.arrivals.count / self.items

    @cached_property
    def observed(self) -> References:
        """The stream as it was: (1, events)."""
        return self._references(self.desk.once)

    @cached_property
    def _drawn(self) -> References:
        return self._references(self.streams)

    def _references(self, counts: Streams) -> References:
        return References(*(self._handled(each, counts) for each in (self.desk.blind, self.desk.arrivals.true_weight)))

    def _handled(self, weight: Floats, counts: Streams) -> Handled:
        """What is handled in every event of streams."""
        return self.desk.by_event(self.desk.handled(weight, counts))

    def measures(self, system: str) -> tuple[Measure, ...]:
        """Values beside those of the blind and the perfect order, with intervals."""
        model = self._handled(self.weights[system], self.desk.once)
        team = self.desk.teams(model.pooled().worth, self.desk.once)
        values = self._values(self.observed.beside(model, team))[0]
        intervals = self._intervals(system, model, values)
        return tuple(self._measure(at, values, intervals) for at in range(len(METRICS)))

    def _values(self, queues: Queues) -> Floats:
        """Of every metric, along the last axis."""
        return np.stack([metric(queues) for metric in self.metrics], axis=-1)

    def _measure(self, at: int, values: Floats, intervals: Intervals) -> Measure:
        compared_by = METRICS[at] in {HANDLED, URGENT}
        beside = {BLIND: self.observed.blind, PERFECT: self.observed.perfect}
        baselines = {name: float(_shares(each.pooled())[0, at]) for name, each in beside.items() if compared_by}
        found = measure_of(self.metrics[at], float(values[at]), intervals[at], n=self.n, baselines=baselines)
        skill = values[METRICS.index(SKILL)]
        return replace(found, skill=float(skill)) if METRICS[at] == HANDLED and np.isfinite(skill) else found

    def _intervals(self, system: str, model: Handled, values: Floats) -> Intervals:
        """Over streams that are drawn, for one event; over events that are left out in turn, for several."""
        events, level = self.desk.events, self.settings.level
        if not self.settings.replicates or 1 < events < FEWEST_UNITS:
            return Intervals.none(len(METRICS))
        if events == 1:
            drawn = self._handled(self.weights[system], self.streams)
            team = self._teams(drawn.pooled().worth, self.streams)
            found = Intervals.percentile(self._values(self._drawn.beside(drawn, team)), level, POISSON)
            trials = np.array([self.n, float(model.pooled().all_urgent[0]), np.nan, np.nan])
            return found.with_width(values, trials, bounds_of(self.metrics), level)
        without = 1 - np.eye(events)
        team = self._teams(model.pooled(without).worth, [self.desk.arrivals.count] * events, without)
        left_out = self._values(self.observed.beside(model, team, without))
        return Intervals.over_units(values, left_out, bounds_of(self.metrics), level)

    def _teams(self, target: Floats, counts: Streams, times: Floats | None = None) -> Floats:
        """Sizes of teams in many streams; none where that takes too long."""
        if len(counts) * (len(self.items) + len(self.desk.team.free)) * STEPS > MOST_SEARCHED:
            return np.full(len(counts), np.nan)
        return self.desk.teams(target, counts, times)

    def compared(self) -> Compared:
        """Every two systems on the same items, in what is handled in time; nothing without resampling."""
        names = list(self.weights)
        if len(names) == 1 or not self.settings.replicates:
            return NOT_COMPARED
        times = exchanges(len(names) * (len(names) - 1) // 2, self.settings.level, self.settings.replicates)
        paired = self._paired_streams if self.desk.events == 1 else self._paired_events
        return compared(
            names,
            self.metrics[:2],
            lambda first, second: paired(names[first], names[second], times),
            n=self.n,
            units=None if self.desk.events == 1 else self.desk.events,
            level=self.settings.level,
            progress=self.progress,
        )

    def _paired_streams(self, first: str, second: str, times: int) -> Paired:
        """Both systems in the same streams; for the p-value, items exchange the answers of both."""
        both = (self.weights[first], self.weights[second])
        values = [_shares(self._handled(weight, self.desk.once).pooled())[0] for weight in both]
        drawn = [_shares(self._handled(weight, self.streams).pooled()) for weight in both]
        intervals = Intervals.percentile(drawn[0] - drawn[1], self.settings.level, POISSON)
        p = p_value(values[0] - values[1], self._exchanged(both, times))
        return Paired(values[0], values[1], intervals, p)

    def _exchanged(self, both: tuple[Floats, Floats], times: int) -> Floats:
        """Differences where each item had the answers of two systems exchanged by the toss of a coin."""
        arrivals, whole = self.desk.arrivals, self.items.astype(np.int64)

        def tossed(rng: np.random.Generator) -> Floats:
            heads = rng.binomial(whole, 0.5)
            return np.concatenate([(whole - heads) * self._each, heads * self._each])

        counts = Drawn("exchange", self.settings, times, tossed)
        twice = {name: np.tile(getattr(arrivals, name), 2) for name in ("queue", "time", "truth", "count")}
        desk = replace(self.desk, arrivals=replace(arrivals, **twice))
        mixed = (np.concatenate(pair) for pair in (both, both[::-1]))
        one, two = (_shares(desk.by_event(desk.handled(weight, counts)).pooled()) for weight in mixed)
        return one - two

    def _paired_events(self, first: str, second: str, times: int) -> Paired:
        """Both systems in the same events; for the p-value, some events exchange their systems."""
        events, level = self.desk.events, self.settings.level
        one, two = (self._handled(self.weights[name], self.desk.once) for name in (first, second))
        values = [_shares(each.pooled())[0] for each in (one, two)]
        without, intervals, p = 1 - np.eye(events), Intervals.none(2), np.full(2, np.nan)
        if events >= FEWEST_UNITS:
            left_out = _shares(one.pooled(without)) - _shares(two.pooled(without))
            intervals = Intervals.over_units(values[0] - values[1], left_out, None, level)
        if can_test(events):
            total = one.pooled()
            moved = [
                ratio((one.worth - two.worth)[0], total.all_worth),
                ratio((one.urgent - two.urgent)[0], total.all_urgent),
            ]
            signs = generator(self.settings, "exchange").choice([-1.0, 1.0], (times, events))
            p = p_value(values[0] - values[1], signs @ np.stack(moved, axis=-1))
        return Paired(values[0], values[1], intervals, p)


def _shares(handled: Handled) -> Floats:
    """What is handled in time by worth, and of what is urgent: (..., 2)."""
    return np.stack([ratio(handled.worth, handled.all_worth), ratio(handled.urgent, handled.all_urgent)], axis=-1)
