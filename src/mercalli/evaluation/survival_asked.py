"""What was asked of survival: causes, the time up to which events count, horizons."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import SettingError, SurvivalError

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats
    from mercalli.stats.survival import Survival

QUARTILES = (0.25, 0.5, 0.75)
DIGITS, HORIZON_DIGITS = 4, 3
BOTH_CHANCES = ("sksurv", "pec")  # they need a chance to be seen at the time itself, as competing risks do


def causes_of(found: object) -> tuple[int, ...]:
    """Codes of causes, each once.

    >>> causes_of("1,2"), causes_of(1)
    ((1, 2), (1,))
    """
    text: Any = found.split(",") if isinstance(found, str) else found
    listed = list(text) if isinstance(text, list | tuple) else [text]
    codes = [_cause(each) for each in listed]
    if not codes:
        raise SurvivalError.cause(found)
    return tuple(dict.fromkeys(codes))


def _cause(found: object) -> int:
    text = str(found).strip()
    if isinstance(found, bool) or not text.isdecimal() or int(text) < 1:
        raise SurvivalError.cause(found)
    return int(text)


def names_of(causes: object) -> dict[int, str] | None:
    """Names of the causes by code, if they were declared."""
    if causes is None:
        return None
    if not isinstance(causes, Mapping):
        raise SettingError.outside("causes", causes, 'names by code, as in {1: "relapse", 2: "death"}')
    return {_cause(code): str(name) for code, name in causes.items()}


def tau_of(tau: float | None, systems: Mapping[str, Survival], like: str | None = None) -> float:
    """The time up to which events count: as asked, or as late as there is a chance to be seen and a prediction."""
    grids, first = _grids(systems), next(iter(systems.values()))
    if tau is not None:
        _check_time("tau", tau)
        _check_covered("tau", tau, grids)
    time, seen = _seen(first, like)
    wanted = time if tau is None else time[time <= tau]
    if not len(seen) or (tau is not None and len(wanted) > len(seen)):
        raise SurvivalError.no_chance(float(time[len(seen)]), float(seen[-1]) if len(seen) else None)
    if tau is not None:
        return float(tau)
    end = min((float(grid[-1]) for grid in grids.values()), default=np.inf)
    _check_covered("tau", float(seen[0]), {name: grid for name, grid in grids.items() if grid[-1] < seen[0]})
    return _rounded_up(float(seen[-1]), first) if end >= seen[-1] else end


def _seen(survival: Survival, like: str | None) -> tuple[Floats, Floats]:
    """The times of all events, and of those by which there was a chance to be seen."""
    time = np.sort(survival.outcomes.time[survival.happened])
    both = like in BOTH_CHANCES or bool(survival.competing.any())
    curve = survival.censoring()
    return time, time[(curve.at(time) if both else curve.before(time)) > 0]


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


def horizons_of(at: object, survival: Survival, tau: float, systems: Mapping[str, Survival]) -> tuple[float, ...]:
    """Horizons as asked, or the quartiles of the times of events by tau, or of the grid."""
    grids = _grids(systems)
    if at is None:
        return _quartiles(survival, tau, next(iter(grids.values()), None))
    text: Any = at.split(",") if isinstance(at, str) else at
    listed = list(text) if isinstance(text, list | tuple | np.ndarray) else [text]
    times = [_number("at", each) for each in listed]
    for each in times:
        _check_time("at", each)
        _check_covered("at", each, grids)
        _check_seen(each, survival)
    if not times:
        raise SettingError.outside("at", at, "one or more times")
    return tuple(sorted(dict.fromkeys(times)))


def _quartiles(survival: Survival, tau: float, grid: Floats | None) -> tuple[float, ...]:
    time = survival.outcomes.time
    events = time[survival.happened & (time <= tau)]
    if not len(events):
        return (tau,)
    wanted = np.quantile(events, QUARTILES, method="higher")
    if grid is None:
        return tuple(dict.fromkeys(min(float(f"{each:.{HORIZON_DIGITS}g}"), tau) for each in wanted))
    usable = grid[grid <= tau]
    place = np.minimum(np.searchsorted(usable, wanted), len(usable) - 1)
    found: list[float] = usable[np.unique(place)].tolist()
    return tuple(found)


def _number(name: str, found: object) -> float:
    try:
        return float(str(found))
    except ValueError:
        raise SettingError.outside(name, found, "one or more times") from None


def _check_time(name: str, found: object) -> None:
    if isinstance(found, bool) or not isinstance(found, int | float) or not isfinite(found) or found < 0:
        raise SettingError.outside(name, found, "a time of at least 0")


def _check_seen(found: float, survival: Survival) -> None:
    last = float(survival.outcomes.time.max())
    if found > last:
        raise SurvivalError.unseen(found, last)


def _check_covered(name: str, found: float, grids: Mapping[str, Floats]) -> None:
    for system, grid in grids.items():
        first, last = float(grid[0]), float(grid[-1])
        if not first <= found <= last:
            raise SurvivalError.beyond_grid(name, found, (first, last), system)
