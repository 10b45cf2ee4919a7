"""Curves over time with their bands: C at each horizon, cumulative incidence, and the chance not to be censored yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.stats.incidence import Incidence, Uncensored
from mercalli.stats.survival import CENSORED, Outcomes, Survival
from mercalli.tasks.survival.estimate import Estimate, by_unit, is_left_out, left_out, too_few, units_in
from mercalli.tasks.survival.result import CensoringCurve, ConcordanceCurve, IncidenceCurve
from mercalli.uncertainty.bands import band_reach
from mercalli.uncertainty.influence import reach_of, share_within, standard_error

MOST_POINTS, FEWEST_POINTS, POINT_ROWS = 20, 5, 4_000_000
STEPS, TICKS, MOST_STEPS = 61, 6, 500
FEWEST_IN_BAND = 5  # events by then, and people still followed
BAND_ROWS = 20_000  # as many show how the points of a curve depend on each other
NAMES = {1: ("everyone",), 2: ("lower risk", "higher risk"), 3: ("low risk", "middle risk", "high risk")}
Ends = tuple[float | None, float | None]
NO_ENDS: Ends = (None, None)


def curve_times(survival: Survival, tau: float) -> list[float]:
    """Horizons between which as many events fall; fewer of them where there are many people."""
    time = survival.outcomes.time
    events = np.unique(time[survival.happened & (time <= tau)])
    points = int(np.clip(POINT_ROWS // max(survival.n, 1), FEWEST_POINTS, MOST_POINTS))
    source = events if survival.grid is None else survival.grid[survival.grid <= tau]
    at = source if len(source) <= points else np.quantile(source, np.linspace(0, 1, points + 1)[1:], method="higher")
    end = drawn_until(survival.outcomes, tau)
    times: list[float] = np.unique(np.append(at[at <= end], end)).tolist()
    return times


def drawn_until(people: Outcomes, tau: float) -> float:
    """Curves end at tau, or where nobody is followed any more."""
    return min(tau, float(people.time.max()))


def concordance_curve(
    survival: Survival, times: Sequence[float], estimates: Sequence[Estimate], level: float
) -> ConcordanceCurve:
    """C at each horizon, with its interval."""
    intervals = [each.interval(level) for each in estimates]
    happened = np.sort(survival.outcomes.time[survival.happened])
    return ConcordanceCurve(
        tuple(times),
        tuple(finite(each.value) for each in estimates),
        tuple(finite(each.low) for each in intervals),
        tuple(finite(each.high) for each in intervals),
        tuple(np.searchsorted(happened, times, side="right").tolist()),
    )


def risk_groups(survival: Survival, tau: float, level: float, unit: Ints | None) -> Iterator[IncidenceCurve]:
    """Thirds of the people by risk (fewer groups where risks are equal), from low to high."""
    risk, end = survival.risk_at(tau), drawn_until(survival.outcomes, tau)
    code = np.searchsorted(np.quantile(risk, [1 / 3, 2 / 3]), risk, side="left")
    there = np.unique(code)
    for name, group in zip(NAMES[len(there)], there, strict=True):
        chosen: Bools = code == group
        part = None if unit is None else unit[chosen]
        yield incidence_curve(Incidence(survival.outcomes.take(chosen), survival.cause), name, end, level, part)


def incidence_curve(incidence: Incidence, name: str, end: float, level: float, unit: Ints | None) -> IncidenceCurve:
    """The incidence is of weighed people; those at risk are counted. It ends where nobody is followed any more."""
    people = incidence.people
    times, ticks = np.linspace(0, end, STEPS), np.linspace(0, end, TICKS)
    points = _Points(incidence, times[times <= incidence.known_until], level, unit)
    unknown = (None,) * (STEPS - len(points.times))
    ends, bands = ([*each, *(NO_ENDS for _ in unknown)] for each in (points.ends(), points.bands()))
    return IncidenceCurve(
        name,
        len(people.time),
        int((people.event == incidence.cause).sum()),
        tuple(times.tolist()),
        (*points.values.tolist(), *unknown),
        tuple(ticks.tolist()),
        tuple(_followed(people, ticks).tolist()),
        tuple(low for low, _ in ends),
        tuple(high for _, high in ends),
        tuple(low for low, _ in bands),
        tuple(high for _, high in bands),
    )


def censoring_curve(people: Outcomes, level: float, unit: Ints | None) -> CensoringCurve:
    """The chance at each time at which it falls, or at some of these where there are many."""
    uncensored = Uncensored(people)
    falls = np.unique(people.time[people.event == CENSORED])
    chosen = np.unique(np.linspace(0, len(falls) - 1, min(len(falls), MOST_STEPS)).round().astype(int))
    points = _Points(uncensored, falls[chosen], level, unit)
    ends = points.ends()
    return CensoringCurve(
        len(people.time),
        tuple(points.times.tolist()),
        tuple(points.values.tolist()),
        tuple(low for low, _ in ends),
        tuple(high for _, high in ends),
        tuple(_followed(people, points.times).astype(int).tolist()),
    )


def _followed(people: Outcomes, times: Floats) -> Floats:
    """How many people were still followed just before each time."""
    return len(people.time) - np.searchsorted(np.sort(people.time), times, side="left").astype(np.float64)


@dataclass(frozen=True)
class _Points:
    """Points of a curve, and how sure they are."""

    curve: Incidence | Uncensored
    times: Floats
    level: float
    unit: Ints | None

    @cached_property
    def values(self) -> Floats:
        """The chance at each point."""
        return self.curve.curve.at(self.times)

    def ends(self) -> list[Ends]:
        """At each point alone."""
        if too_few(self._units):
            return [NO_ENDS for _ in self.times]
        reach = reach_of(self.level, self._units) * self._errors
        return [self._end(at, far) for at, far in enumerate(reach.tolist())]

    def _end(self, at: int, reach: float) -> Ends:
        """At 0 and at 1 those of a share of as many people, or units, as were followed for so long."""
        value = float(self.values[at])
        if reach > 0 and 0 < value < 1:
            return share_within(value, reach)
        followed = int((self.curve.people.time >= self.times[at]).sum())
        trials = followed if self._units is None else min(followed, self._units)
        if not trials or 0 < value < 1:
            return NO_ENDS
        tail = ((1 - self.level) / 2) ** (1 / trials)
        return (0.0, 1 - tail) if value <= 0 else (tail, 1.0)

    def bands(self) -> list[Ends]:
        """Around all points together that enough people are behind."""
        wide = self._in_band
        bands = [NO_ENDS for _ in self.times]
        if too_few(self._units) or not wide.any():
            return bands
        reach = band_reach(self._influence[wide], self.level, self._units) * self._errors
        for at in np.flatnonzero(wide).tolist():
            bands[at] = share_within(float(self.values[at]), float(reach[at]))
        return bands

    @cached_property
    def _in_band(self) -> Bools:
        people, values = self.curve.people, self.values
        events = np.sort(people.time[people.event > CENSORED])
        enough: Bools = np.searchsorted(events, self.times, side="right") >= FEWEST_IN_BAND
        return enough & (_followed(people, self.times) >= FEWEST_IN_BAND) & (self._errors > 0) & (values < 1)

    @property
    def _units(self) -> int | None:
        return units_in(self.unit)

    @cached_property
    def _errors(self) -> Floats:
        """The standard error of each point."""
        return self._contributions[0]

    @cached_property
    def _influence(self) -> Floats:
        """What some people, or all units, contribute to each point."""
        return self._contributions[1]

    @cached_property
    def _contributions(self) -> tuple[Floats, Floats]:
        if self.unit is not None and is_left_out(self.unit):
            rows = left_out(self.unit, self._without)
            return np.sqrt(np.square(rows).sum(axis=1)), rows
        found = [self._contributed(at) for at in self.times.tolist()]
        return np.array([error for error, _ in found]), np.array([part for _, part in found])

    def _without(self, kept: Bools) -> Floats:
        return replace(self.curve, people=self.curve.people.take(kept)).curve.at(self.times)

    def _contributed(self, at: float) -> tuple[float, Floats]:
        influence = self.curve.influence(at)
        parts = influence if self.unit is None else by_unit(influence, self.unit)
        return standard_error(parts), parts[self._some] if len(parts) > BAND_ROWS else parts

    @cached_property
    def _some(self) -> Ints:
        """People who stand for all, the same however these are ordered."""
        people = self.curve.people
        keys = [part for part in (people.weight, people.event, people.time) if part is not None]
        order = np.lexsort(keys) if self.unit is None else np.arange(int(self.unit.max()) + 1)
        return order[np.random.default_rng(0).choice(len(order), BAND_ROWS, replace=False)]
