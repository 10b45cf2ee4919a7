"""Values of one prediction with their intervals, differences between two, pairs of people, and calibration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import isfinite, nan

import numpy as np

from mercalli.errors import SurvivalError
from mercalli.estimates.intervals import LEFT_OUT, NO_INTERVAL, Interval
from mercalli.estimates.measure import difference_of, measure_of
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.survival.auc_at import horizon_of
from mercalli.metrics.survival.readings import READINGS, pairs_of
from mercalli.profiles.profile import Profile
from mercalli.results.difference import Difference
from mercalli.results.measure import Measure
from mercalli.stats.pairs import Rules
from mercalli.stats.step import aalen_johansen
from mercalli.stats.survival import Survival
from mercalli.tasks.survival.result import COIN, CalibrationGroup, PairCounts
from mercalli.uncertainty.delong import FEW_LOST, newcombe_area
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS, TESTED_UNITS
from mercalli.uncertainty.influence import chance_p, plain_interval, share_interval, standard_error

ALIKE = "alike"
CALIBRATION_GROUPS, FEWEST_IN_GROUP = 10, 20
MOST_LEFT = 2_000_000  # people, counted once for each unit that is left out


@dataclass(frozen=True)
class Estimate:
    """A value, NaN where it is undefined, what each person, or unit, contributes to it, and its standard error.

    `units` counts those that are drawn as a whole, if people belong together; `left_out` if each was left out in turn.
    `events` of `n` people had the event.
    """

    metric: Metric
    value: float
    influence: Floats | None
    error: float | None
    units: int | None
    left_out: bool
    events: int
    n: int

    @property
    def is_share(self) -> bool:
        """Whether it lies between 0 and 1 by its nature."""
        return self.metric.facts.best == 1

    def interval(self, level: float) -> Interval:
        """The interval, if there is one."""
        if self.error is None or too_few(self.units):
            return NO_INTERVAL
        if self.is_share:
            return self._share_interval(self.error, level)
        ends = plain_interval(self.value, self.error, level, self.units)
        return NO_INTERVAL if ends is None else Interval(max(ends[0], 0.0), ends[1], self.method)

    def _share_interval(self, error: float, level: float) -> Interval:
        """On the scale of log odds; where few events count against it, Newcombe's of an area if that is wider."""
        ends = share_interval(self.value, error, level, self.units)
        sure = self.units is not None or self.events * min(self.value, 1 - self.value) >= FEW_LOST
        if sure and ends is not None:
            return Interval(*ends, self._on_odds)
        most_of_a_kind = self.n if self.units is None else self.units
        kinds = min(self.events, most_of_a_kind), min(self.n - self.events, most_of_a_kind)
        if not min(kinds) or (error == 0 and 0 < self.value < 1):  # the same for all: nothing was ranked
            return NO_INTERVAL
        least, most = newcombe_area(self.value, *kinds, level)
        low, high = ends or (least, most)
        return Interval(min(low, least), max(high, most), f"{self._on_odds}, or newcombe")

    @property
    def method(self) -> str:
        """How its interval is made."""
        if self.units is None:
            return "influence"
        return LEFT_OUT if self.left_out else "influence, t over units"

    @property
    def _on_odds(self) -> str:
        return self.method.replace("influence", "influence, log odds")


def estimate(metric: Metric, survival: Survival, unit: Ints | None) -> Estimate:
    """A value with its standard error, that of the curve of censoring included where it comes from these people."""
    value = float(metric(survival))
    left, influence = _contributions(metric, survival, unit) if isfinite(value) else (False, None)
    error = None if influence is None else standard_error(influence)
    at, time = metric.options.get("at"), survival.outcomes.time
    happened = survival.happened if at is None else survival.happened & (time <= float(str(at)))
    return Estimate(metric, value, influence, error, units_in(unit), left, int(happened.sum()), survival.n)


def _contributions(metric: Metric, survival: Survival, unit: Ints | None) -> tuple[bool, Floats | None]:
    """What each person contributes, or each unit: what leaving it out changes (then true), or the sum of its people."""
    if unit is not None and is_left_out(unit):
        with suppress(SurvivalError):  # without some unit there may be no value
            contributed = left_out(unit, lambda kept: metric(survival.without(~kept)))
            if np.isfinite(contributed).all():
                return True, contributed
    influence = metric.influence(survival)
    return False, influence if unit is None or influence is None else by_unit(influence, unit)


def by_unit(influence: Floats, unit: Ints) -> Floats:
    """What people contribute, added up by unit."""
    return sums(unit, influence, int(unit.max()) + 1)


def is_left_out(unit: Ints) -> bool:
    """Whether units are so few that each is left out in turn, and people not too many for that."""
    units = len(np.unique(unit))
    return FEWEST_UNITS <= units < MANY_UNITS and units * len(unit) <= MOST_LEFT


def left_out(unit: Ints, value: Callable[[Bools], Floats]) -> Floats:
    """What each unit contributes to values, by leaving it out: (..., units)."""
    there = np.unique(unit)
    without = np.stack([value(unit != each) for each in there], axis=-1)
    contributed: Floats = (without.mean(axis=-1, keepdims=True) - without) * (len(there) - 1) / len(there)
    return contributed


def units_in(unit: Ints | None) -> int | None:
    """How many units there are, if people belong together."""
    return None if unit is None else len(np.unique(unit))


def too_few(units: int | None) -> bool:
    """Whether units do not show how much they vary."""
    return units is not None and units < FEWEST_UNITS


def measure(estimated: Estimate, survival: Survival, level: float, profile: Profile) -> Measure:
    """The record of a value."""
    interval = estimated.interval(level)
    unsure = estimated.is_share and interval.low <= COIN <= interval.high  # it may be no better than a coin
    return measure_of(
        estimated.metric,
        estimated.value,
        interval,
        n=survival.n,
        baselines={ALIKE: _alike(estimated.metric, survival)},
        bands=() if unsure else profile.bands.get(estimated.metric.name, ()),
    )


def _alike(metric: Metric, survival: Survival) -> float:
    """What the same prediction for everyone gets: a coin for orders, the overall incidence for chances.

    Nothing is said of routines that count tied predictions as wrong.
    """
    if metric.facts.best == 1:
        rules = READINGS.get(str(metric.options.get("like")))
        return COIN if rules is None or rules.tied_risk else nan
    outcomes, grid = survival.outcomes, survival.grid
    if grid is None:
        return nan
    incidence = aalen_johansen(outcomes.followed, outcomes.event, survival.cause).at(grid)
    everyone = replace(survival, cif=np.broadcast_to(incidence, (survival.n, len(grid))), memo={})
    return float(metric(everyone))


def differences(first: Sequence[Estimate], second: Sequence[Estimate], level: float) -> tuple[Difference, ...]:
    """First minus second, metric by metric, for those that both have."""
    others = {each.metric.text: each for each in second}
    shared = [(each, others[each.metric.text]) for each in first if each.metric.text in others]
    return tuple(_difference(*pair, level) for pair in shared)


def _difference(first: Estimate, second: Estimate, level: float) -> Difference:
    if first.influence is None or second.influence is None:
        return difference_of(first.metric, first.value, second.value, NO_INTERVAL, nan)
    moved, error = first.value - second.value, standard_error(first.influence - second.influence)
    units = first.units
    ends = None if too_few(units) else plain_interval(moved, error, level, units)
    p = None if units is not None and units < TESTED_UNITS else chance_p(moved, error, units)
    interval = NO_INTERVAL if ends is None else Interval(*ends, first.method)
    return difference_of(first.metric, first.value, second.value, interval, nan if p is None else p)


def pair_counts(survival: Survival, tau: float | None) -> PairCounts:
    """Pairs of people as Harrell's C counts them, weights aside, and why the others are left out."""
    plain = survival
    if survival.outcomes.weight is not None:
        plain = replace(survival, outcomes=replace(survival.outcomes, weight=None), memo={})
    concordant, tied, comparable = (round(each) for each in pairs_of(plain, Rules(), tau).kinds)
    late = round(pairs_of(plain, Rules()).kinds[2]) - comparable
    total = survival.n * (survival.n - 1) // 2
    same, competing = _couples(plain.outcomes.followed.count(plain.happened)), _competing_first(plain)
    excluded = {
        "the first of both was censored": total - comparable - late - same - competing,
        "two events at one time": same,
        "a competing event came first": competing,
        "the event came after tau": late,
    }
    return PairCounts(
        total,
        comparable,
        concordant,
        comparable - concordant - tied,
        tied,
        {why: count for why, count in excluded.items() if count},
    )


def _couples(count: Floats) -> int:
    return round(float((count * (count - 1) / 2).sum()))


def _competing_first(survival: Survival) -> int:
    """Someone with a competing event, and someone seen longer or, without the event, as long."""
    followed = survival.outcomes.followed
    there, censored = followed.count(survival.competing), followed.count(survival.censored)
    return round(float((there * (followed.later + censored)).sum())) + _couples(there)


def calibration(survival: Survival, at: float, level: float, unit: Ints | None) -> Iterator[CalibrationGroup]:
    """People by predicted chance, in groups of about the same size."""
    chance = survival.chance(at)
    groups = int(np.clip(survival.n // FEWEST_IN_GROUP, 1, CALIBRATION_GROUPS))
    edges = np.quantile(chance, np.linspace(0, 1, groups + 1)[1:-1])
    code = np.searchsorted(edges, chance, side="left")
    for group in np.unique(code):
        yield _group(survival, at, code == group, level, unit)


def _group(survival: Survival, at: float, chosen: Bools, level: float, unit: Ints | None) -> CalibrationGroup:
    """The share to whom it happened, each person weighed by the chance to have been seen for so long."""
    horizon = horizon_of(survival, at)
    mass = np.where(chosen, horizon.mass, 0.0)
    weight = np.where(chosen, survival.weight, 0.0)
    predicted = float(np.dot(weight, survival.chance(at)) / weight.sum()) if weight.any() else 0.0
    if not mass.any():
        return CalibrationGroup(int(chosen.sum()), predicted, None, None, None)
    observed = float(mass[horizon.case].sum() / mass.sum())
    moved: Floats = mass * (horizon.case - observed) / mass.sum()
    error = standard_error(moved + horizon.reweighted(moved), unit)
    units = units_in(unit)
    low, high = (None if too_few(units) else share_interval(observed, error, level, units)) or (None, None)
    return CalibrationGroup(int(chosen.sum()), predicted, observed, low, high)
