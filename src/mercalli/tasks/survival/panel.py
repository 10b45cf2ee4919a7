"""Up to when events count, at which horizons people are looked at, and which metrics that makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.errors import SurvivalError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric, parse
from mercalli.metrics.survival.auc_at import horizon_of
from mercalli.metrics.survival.readings import OURS, READINGS, pairs_of
from mercalli.stats.pairs import Rules
from mercalli.stats.survival import Survival
from mercalli.tasks.survival.errors import FollowUpError

AT = "at"
MOST_DIGITS = 1e15
QUARTILES = (0.25, 0.5, 0.75)
DIGITS, HORIZON_DIGITS = 4, 3
COMPETING = Rules("pairs")


@dataclass(frozen=True)
class Cutoff:
    """Up to when events count.

    Attributes:
        tau: As asked, or as late as there is a chance to be seen and a prediction.
        read: What C weighed for censoring is told, as another program may read it; None for all events.
        own: Up to when our own weights are known, whatever that program makes of it; None if never.
    """

    tau: float
    read: float | None
    own: float | None


def cutoff_of(tau: float | None, systems: Mapping[str, Survival], like: str | None = None) -> Cutoff:
    """The time as asked, or the latest there is."""
    survival = next(iter(systems.values()))
    ours = COMPETING if survival.competing.any() else OURS
    rules = ours if like is None else READINGS[like]
    end = _end(tau, survival, rules, _grids(systems))
    read = tau if tau is not None else end if rules.tau_included else _next_event(survival, end)
    return Cutoff(end, read, end if like is None else _own(survival, ours, end))


def _end(tau: float | None, survival: Survival, rules: Rules, grids: Mapping[str, Floats]) -> float:
    """The time as asked, or as late as there is a chance to be seen and a prediction."""
    if tau is not None:
        _check_covered("tau", tau, grids)
    time, seen = _seen(survival, rules)
    if len(seen) < (1 if tau is None else (time <= tau).sum()):
        raise SurvivalError.no_chance(float(time[len(seen)]), float(seen[-1]) if len(seen) else None)
    if tau is not None:
        return tau
    end = min((float(grid[-1]) for grid in grids.values()), default=np.inf)
    _check_covered("tau", float(seen[0]), {name: grid for name, grid in grids.items() if grid[-1] < seen[0]})
    return _rounded_up(float(seen[-1]), survival) if end >= seen[-1] else end


def _seen(survival: Survival, rules: Rules) -> tuple[Floats, Floats]:
    """The times of all events in their order, and of those by which there was a chance to be seen."""
    time = survival.outcomes.time
    seen = survival.happened & (pairs_of(survival, rules).seen > 0)
    return np.sort(time[survival.happened]), np.sort(time[seen])


def _next_event(survival: Survival, end: float) -> float | None:
    """The first event that must not count, for programs that leave out events at tau itself."""
    time = survival.outcomes.time
    later = time[survival.happened & (time > end)]
    return float(later.min()) if len(later) else None


def _own(survival: Survival, ours: Rules, end: float) -> float | None:
    time, seen = _seen(survival, ours)
    if (time <= end).sum() <= len(seen):
        return end
    return float(seen[-1]) if len(seen) else None


def _grids(systems: Mapping[str, Survival]) -> dict[str, Floats]:
    return {name: each.grid for name, each in systems.items() if each.grid is not None}


def _rounded_up(time: float, survival: Survival) -> float:
    """A time with few digits, if no event comes between."""
    if time <= 0:
        return time
    unit = 10.0 ** (np.floor(np.log10(time)) - DIGITS + 1)
    rounded = float(f"{np.ceil(time / unit) * unit:.{DIGITS}g}")
    free = not (survival.happened & (survival.outcomes.time > time) & (survival.outcomes.time <= rounded)).any()
    covered = survival.grid is None or rounded <= survival.grid[-1]
    return rounded if rounded >= time and free and covered else time


def horizons_of(at: Sequence[float] | None, tau: float, systems: Mapping[str, Survival]) -> tuple[float, ...]:
    """Horizons as asked, or the quartiles of the times of events by tau, or of the grid, where people were seen."""
    grids, survival = _grids(systems), next(iter(systems.values()))
    last = float(survival.outcomes.time.max())
    if at is None:
        quartiles = _quartiles(survival, tau, next(iter(grids.values()), None))
        return tuple(time for time in quartiles if time <= last and horizon_of(survival, time).possible)
    for time in at:
        _check_covered("at", time, grids)
        if time > last:
            raise FollowUpError.out_of_sight(
                "at", time, f"nobody was followed beyond {last:g}. Give a time before that."
            )
        horizon_of(survival, time).check()
    return tuple(at)


def _quartiles(survival: Survival, tau: float, grid: Floats | None) -> tuple[float, ...]:
    time = survival.outcomes.time
    events = time[survival.happened & (time <= tau)]
    if not len(events):
        return (tau,)
    quartiles = np.quantile(events, QUARTILES, method="higher")
    if grid is None:
        last = min(tau, float(time.max()))
        return tuple(dict.fromkeys(min(float(f"{time:.{HORIZON_DIGITS}g}"), last) for time in quartiles))
    usable = grid[grid <= tau]
    place = np.minimum(np.searchsorted(usable, quartiles), len(usable) - 1)
    horizons: list[float] = usable[np.unique(place)].tolist()
    return tuple(horizons)


def scored_until(survival: Survival, tau: float) -> float | None:
    """Up to when Brier scores can be had: tau, or the last time of the grid by which people were seen."""
    grid = np.zeros(0) if survival.grid is None else survival.grid
    times: list[float] = grid[grid <= tau].tolist()
    usable = next((at for at in reversed(times) if horizon_of(survival, at).possible), None)
    return tau if usable == max(times, default=None) else usable


def _check_covered(name: str, time: float, grids: Mapping[str, Floats]) -> None:
    for system, grid in grids.items():
        first, last = float(grid[0]), float(grid[-1])
        if not first <= time <= last:
            covered = f"the probabilities of {system!r} are for times from {first:g} to {last:g}"
            raise FollowUpError.out_of_sight(
                name, time, f"{covered}. Give a time among these, or a grid that covers it."
            )


def panel(
    survival: Survival, cutoff: Cutoff, horizons: Sequence[float], like: str | None, *, cut: bool
) -> list[Metric]:
    """Concordance over all time, chances over all time, then each horizon; `cut` if tau was asked for."""
    reading = {} if like is None else {"like": like}
    metrics = [
        parse("c_index_ipcw").having({**_by(cutoff.read), **reading}),
        parse("c_index").having(_by(cutoff.tau if cut else None)),
    ]
    if survival.competing.any():
        weighed = [] if cutoff.own is None else [parse("c_index_competing").having(_by(cutoff.own))]
        metrics += [*weighed, parse("c_index_cause_specific").having(_by(cutoff.tau))]
    if survival.cif is not None:
        scored = scored_until(survival, cutoff.tau)
        metrics += [parse("c_td").having(_by(cutoff.tau))]
        metrics += [] if scored is None else [parse("integrated_brier").having(_by(scored))]
    return metrics + [metric for at in horizons for metric in _at(survival, at, like)]


def _by(tau: float | None) -> dict[str, object]:
    return {} if tau is None else {"tau": short(tau)}


def _at(survival: Survival, at: float, like: str | None) -> list[Metric]:
    named = ["auc_at", *(["brier_at"] if survival.cif is not None else [])]
    return [curve_metric(at, like), *(parse(f"{name}({AT}={short(at)!r})") for name in named)]


def curve_metric(at: float, like: str | None) -> Metric:
    """C at a horizon."""
    return parse(f"c_index_at({AT}={short(at)!r})").having({} if like is None else {"like": like})


def short(time: float) -> float:
    """A whole time without its decimals, as people write it.

    >>> short(365.0), short(0.5)
    (365, 0.5)
    """
    return int(time) if float(time).is_integer() and time < MOST_DIGITS else time


def headline(metrics: Sequence[Metric]) -> list[Metric]:
    """Those that look at all times."""
    return [metric for metric in metrics if AT not in metric.options]
