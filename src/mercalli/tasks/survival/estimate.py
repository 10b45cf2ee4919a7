"""Values of one prediction, their standard errors and intervals, and differences between two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.measure import finite
from mercalli.results.difference import Difference
from mercalli.results.measure import Measure
from mercalli.stats.step import aalen_johansen
from mercalli.uncertainty.influence import normal_p, plain_interval, share_interval, standard_error
from mercalli.uncertainty.paired import holm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.metrics.catalogue import Metric
    from mercalli.profiles.profile import Profile
    from mercalli.stats.survival import Survival

ALIKE = "alike"
COIN = 0.5
HAIR = 1e-9  # a value may miss a band by so little, as sums do


@dataclass(frozen=True)
class Estimate:
    """A value, what each person contributes to it, and its standard error; None where it is undefined."""

    metric: Metric
    value: float | None
    influence: Floats | None
    error: float | None

    @property
    def is_share(self) -> bool:
        """Whether it lies between 0 and 1 by its nature."""
        return self.metric.facts.best == 1

    def ends(self, level: float) -> tuple[float | None, float | None]:
        """The interval, if there is one."""
        if self.value is None or self.error is None:
            return None, None
        ends = (share_interval if self.is_share else plain_interval)(self.value, self.error, level)
        low, high = ends or (None, None)
        return (low if self.is_share or low is None else max(low, 0.0)), high


def estimate(metric: Metric, survival: Survival, unit: Ints | None) -> Estimate:
    """A value with its standard error; the chance to be censored is held fixed."""
    value = finite(float(metric(survival)))
    influence = None if value is None else metric.influence(survival)
    error = None if influence is None else standard_error(influence, unit)
    return Estimate(metric, value, influence, error)


def measure(found: Estimate, survival: Survival, level: float, profile: Profile, *, units: bool) -> Measure:
    """The record of a value."""
    low, high = found.ends(level)
    how = "influence, log odds" if found.is_share else "influence"
    return Measure(
        metric=found.metric.text,
        value=found.value,
        low=low,
        high=high,
        method=None if low is None else f"{how}, over units" if units else how,
        n=survival.n,
        undefined=found.metric.facts.undefined if found.value is None else None,
        baselines={ALIKE: _alike(found.metric, survival)},
        band=_band(found, (low, high), profile),
    )


def _band(found: Estimate, ends: tuple[float | None, float | None], profile: Profile) -> str | None:
    """How a value is read; not at all where its interval holds what a coin gets."""
    value, (low, high) = found.value, ends
    unsure = found.is_share and low is not None and high is not None and low <= COIN <= high
    if value is None or unsure:
        return None
    return next((each.name for each in profile.bands.get(found.metric.name, ()) if value >= each.lower - HAIR), None)


def _alike(metric: Metric, survival: Survival) -> float | None:
    """What the same prediction for everyone gets: a coin for orders, the overall incidence for chances."""
    if metric.facts.best == 1:
        return COIN
    outcomes, grid = survival.outcomes, survival.grid
    if grid is None:
        return None
    incidence = aalen_johansen(outcomes.followed, outcomes.event, survival.cause).at(grid)
    everyone = replace(survival, cif=np.broadcast_to(incidence, (survival.n, len(grid))), memo={})
    return finite(float(metric(everyone)))


def differences(
    first: tuple[str, Sequence[Estimate]], second: tuple[str, Sequence[Estimate]], level: float, unit: Ints | None
) -> list[Difference]:
    """First less second, metric by metric, for those that both have."""
    others = {each.metric.text: each for each in second[1]}
    shared = [(each, others[each.metric.text]) for each in first[1] if each.metric.text in others]
    return [_difference(one, two, (first[0], second[0]), level, unit) for one, two in shared]


def _difference(one: Estimate, two: Estimate, names: tuple[str, str], level: float, unit: Ints | None) -> Difference:
    if one.value is None or two.value is None or one.influence is None or two.influence is None:
        why = one.metric.facts.undefined
        return Difference(one.metric.text, one.value, two.value, None, None, None, None, None, None, None, why)
    moved = one.value - two.value
    error = standard_error(one.influence - two.influence, unit)
    low, high = plain_interval(moved, error, level) or (None, None)
    p = normal_p(moved, error)
    return Difference(
        *(one.metric.text, one.value, two.value, moved, low, high),
        *(None if low is None else "influence", p, p),
        better=names[0] if moved * one.metric.direction > 0 else names[1] if moved else None,
    )


def adjusted(
    pairs: Mapping[tuple[str, str], list[Difference]], level: float
) -> dict[tuple[str, str], list[Difference]]:
    """P-values corrected over all pairs, metric by metric; nobody is better where they are not small."""
    flat = [(pair, each) for pair, found in pairs.items() for each in found]
    changed: dict[tuple[tuple[str, str], str], float] = {}
    for metric in dict.fromkeys(each.metric for _, each in flat):
        known = [(pair, each.p) for pair, each in flat if each.metric == metric and each.p is not None]
        corrected = holm([p for _, p in known])
        changed |= {(pair, metric): p for (pair, _), p in zip(known, corrected, strict=True)}
    return {
        pair: [_corrected(each, changed.get((pair, each.metric)), level) for each in found]
        for pair, found in pairs.items()
    }


def _corrected(found: Difference, p: float | None, level: float) -> Difference:
    better = found.better if p is not None and p < 1 - level else None
    return replace(found, p_adjusted=p, better=better)
