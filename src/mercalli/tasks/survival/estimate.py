"""Values of one prediction, their standard errors and intervals, differences between two, and pairs of people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, nan
from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.intervals import NO_INTERVAL, Interval
from mercalli.estimates.measure import difference_of, measure_of
from mercalli.metrics.survival.readings import pairs_of
from mercalli.stats.pairs import Rules
from mercalli.stats.step import aalen_johansen
from mercalli.tasks.survival.result import PairCounts
from mercalli.uncertainty.influence import normal_p, plain_interval, share_interval, standard_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.metrics.catalogue import Metric
    from mercalli.profiles.profile import Profile
    from mercalli.results.difference import Difference
    from mercalli.results.measure import Measure
    from mercalli.stats.survival import Survival

ALIKE = "alike"
COIN = 0.5


@dataclass(frozen=True)
class Estimate:
    """A value, NaN where it is undefined, what each person contributes to it, and its standard error."""

    metric: Metric
    value: float
    influence: Floats | None
    error: float | None

    @property
    def is_share(self) -> bool:
        """Whether it lies between 0 and 1 by its nature."""
        return self.metric.facts.best == 1

    def interval(self, level: float, *, units: bool) -> Interval:
        """The interval, if there is one."""
        if self.error is None:
            return NO_INTERVAL
        ends = (share_interval if self.is_share else plain_interval)(self.value, self.error, level)
        if ends is None:
            return NO_INTERVAL
        method = "influence, log odds" if self.is_share else "influence"
        low = ends[0] if self.is_share else max(ends[0], 0.0)
        return Interval(low, ends[1], f"{method}, over units" if units else method)


def estimate(metric: Metric, survival: Survival, unit: Ints | None) -> Estimate:
    """A value with its standard error; the chance to be censored is held fixed."""
    value = float(metric(survival))
    influence = metric.influence(survival) if isfinite(value) else None
    error = None if influence is None else standard_error(influence, unit)
    return Estimate(metric, value, influence, error)


def measure(found: Estimate, survival: Survival, level: float, profile: Profile, *, units: bool) -> Measure:
    """The record of a value."""
    interval = found.interval(level, units=units)
    unsure = found.is_share and interval.low <= COIN <= interval.high  # it may be no better than a coin
    return measure_of(
        found.metric,
        found.value,
        interval,
        n=survival.n,
        baselines={ALIKE: _alike(found.metric, survival)},
        bands=() if unsure else profile.bands.get(found.metric.name, ()),
    )


def _alike(metric: Metric, survival: Survival) -> float:
    """What the same prediction for everyone gets: a coin for orders, the overall incidence for chances."""
    if metric.facts.best == 1:
        return COIN
    outcomes, grid = survival.outcomes, survival.grid
    if grid is None:
        return nan
    incidence = aalen_johansen(outcomes.followed, outcomes.event, survival.cause).at(grid)
    everyone = replace(survival, cif=np.broadcast_to(incidence, (survival.n, len(grid))), memo={})
    return float(metric(everyone))


def differences(
    first: Sequence[Estimate], second: Sequence[Estimate], level: float, unit: Ints | None
) -> tuple[Difference, ...]:
    """First minus second, metric by metric, for those that both have."""
    others = {each.metric.text: each for each in second}
    shared = [(each, others[each.metric.text]) for each in first if each.metric.text in others]
    return tuple(_difference(one, two, level, unit) for one, two in shared)


def _difference(one: Estimate, two: Estimate, level: float, unit: Ints | None) -> Difference:
    if one.influence is None or two.influence is None:
        return difference_of(one.metric, one.value, two.value, NO_INTERVAL, nan)
    moved, error = one.value - two.value, standard_error(one.influence - two.influence, unit)
    ends, p = plain_interval(moved, error, level), normal_p(moved, error)
    interval = NO_INTERVAL if ends is None else Interval(*ends, "influence")
    return difference_of(one.metric, one.value, two.value, interval, nan if p is None else p)


def pair_counts(survival: Survival, tau: float | None) -> PairCounts:
    """Pairs of people as Harrell's C counts them, weights aside, and why the others are left out."""
    plain = survival
    if survival.outcomes.weight is not None:
        plain = replace(survival, outcomes=replace(survival.outcomes, weight=None), memo={})
    concordant, tied, comparable = (round(each) for each in pairs_of(plain, Rules(), tau).kinds)
    late = round(pairs_of(plain, Rules()).kinds[2]) - comparable
    total = survival.n * (survival.n - 1) // 2
    same, competing = _same_time(plain), _competing_first(plain)
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


def _same_time(survival: Survival) -> int:
    return _couples(survival.outcomes.followed.count(survival.happened))


def _competing_first(survival: Survival) -> int:
    """Someone with a competing event, and someone seen longer or, without the event, as long."""
    followed = survival.outcomes.followed
    there, censored = followed.count(survival.competing), followed.count(survival.censored)
    return round(float((there * (followed.later + censored)).sum())) + _couples(there)
