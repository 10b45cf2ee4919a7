"""Curves of one prediction: C over time, calibration, and incidence by risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.metrics.survival.auc_at import horizon_of
from mercalli.stats.step import aalen_johansen
from mercalli.tasks.survival.estimate import estimate
from mercalli.tasks.survival.result import CalibrationGroup, ConcordanceCurve, RiskGroup
from mercalli.uncertainty.influence import share_interval, standard_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mercalli.inputs.arrays import Bools, Ints
    from mercalli.metrics.catalogue import Metric
    from mercalli.stats.survival import Survival
    from mercalli.tasks.survival.estimate import Estimate

MOST_POINTS, FEWEST_POINTS, POINT_ROWS = 20, 5, 4_000_000
CALIBRATION_GROUPS, FEWEST_IN_GROUP = 10, 20
STEPS, TICKS = 61, 6
NAMES = {1: ("everyone",), 2: ("lower risk", "higher risk"), 3: ("low risk", "middle risk", "high risk")}


def curve_times(survival: Survival, tau: float) -> list[float]:
    """Horizons between which as many events fall; fewer of them where there are many people."""
    time = survival.outcomes.time
    events = np.sort(time[survival.happened & (time <= tau)])
    points = int(np.clip(POINT_ROWS // max(survival.n, 1), FEWEST_POINTS, MOST_POINTS))
    source = np.unique(events) if survival.grid is None else survival.grid[survival.grid <= tau]
    at = source if len(source) <= points else np.quantile(source, np.linspace(0, 1, points + 1)[1:], method="higher")
    end = drawn_until(survival, tau)
    found: list[float] = np.unique(np.append(at[at <= end], end)).tolist()
    return found


def drawn_until(survival: Survival, tau: float) -> float:
    """Curves end at tau, or where nobody is followed any more."""
    return min(tau, float(survival.outcomes.time.max()))


def concordance_curve(
    survival: Survival,
    times: Sequence[float],
    metric: Callable[[float], Metric],
    *,
    level: float,
    unit: Ints | None,
    tell: Callable[[int, int], None],
) -> ConcordanceCurve:
    """C at each horizon, with its interval; `tell` hears how many are done."""
    found: list[Estimate] = []
    for done, at in enumerate(times, 1):
        found.append(estimate(metric(at), survival, unit))
        tell(done, len(times))
    intervals = [each.interval(level, units=unit is not None) for each in found]
    happened = np.sort(survival.outcomes.time[survival.happened])
    return ConcordanceCurve(
        tuple(times),
        tuple(finite(each.value) for each in found),
        tuple(finite(each.low) for each in intervals),
        tuple(finite(each.high) for each in intervals),
        tuple(np.searchsorted(happened, times, side="right").tolist()),
    )


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
    error = standard_error(mass * (horizon.case - observed) / mass.sum(), unit)
    low, high = share_interval(observed, error, level) or (None, None)
    return CalibrationGroup(int(chosen.sum()), predicted, observed, low, high)


def risk_groups(survival: Survival, tau: float) -> Iterator[RiskGroup]:
    """Thirds of the people by risk (fewer groups where risks are equal), from low to high."""
    risk = survival.risk_at(tau)
    code = np.searchsorted(np.quantile(risk, [1 / 3, 2 / 3]), risk, side="left")
    there = np.unique(code)
    for name, group in zip(NAMES[len(there)], there, strict=True):
        yield _incidence(survival, name, code == group, drawn_until(survival, tau))


def _incidence(survival: Survival, name: str, chosen: Bools, end: float) -> RiskGroup:
    """The incidence is of weighed people; those at risk are counted."""
    people = survival.outcomes.take(chosen)
    times, ticks = np.linspace(0, end, STEPS), np.linspace(0, end, TICKS)
    curve = aalen_johansen(people.followed, people.event, survival.cause)
    left = len(people.time) - np.searchsorted(np.sort(people.time), ticks, side="left").astype(np.float64)
    return RiskGroup(
        name,
        len(people.time),
        int((people.event == survival.cause).sum()),
        tuple(times.tolist()),
        tuple(curve.at(times).tolist()),
        tuple(ticks.tolist()),
        tuple(left.tolist()),
    )
