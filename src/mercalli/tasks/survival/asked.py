"""What was asked of survival: causes and times, as they may be written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from numbers import Integral, Real
from typing import Any

import numpy as np

from mercalli.errors import SettingError, SurvivalError

NAMES = 'names by code, as in {1: "relapse", 2: "death"}'


def causes_of(found: object) -> tuple[int, ...]:
    """Codes of causes, each once.

    >>> causes_of("1,2"), causes_of(np.array([1]))
    ((1, 2), (1,))
    """
    codes = [_cause(each) for each in _several(found)]
    if not codes or None in codes:
        raise SurvivalError.cause(found)
    return tuple(dict.fromkeys(code for code in codes if code is not None))


def _several(found: object) -> list[Any]:
    """The parts of a text with commas, of a list, an array or a column; anything else by itself."""
    if isinstance(found, str):
        return found.split(",")
    if isinstance(found, np.ndarray):
        return np.ravel(found).tolist()
    return list(found) if isinstance(found, Iterable) else [found]


def _cause(found: object) -> int | None:
    """A code, or None if it is none."""
    if isinstance(found, Real) and not isinstance(found, Integral) and float(found).is_integer():
        found = int(float(found))
    text = str(found).strip()
    return int(text) if not isinstance(found, bool) and text.isdecimal() and int(text) > 0 else None


def names_of(causes: object) -> dict[int, str] | None:
    """Names of the causes by code, if they were declared."""
    if causes is None:
        return None
    if not isinstance(causes, Mapping):
        raise SettingError.outside("causes", causes, NAMES)
    named = {code: (_cause(code), str(name)) for code, name in causes.items()}
    for code, (found, _) in named.items():
        if found is None:
            raise SettingError.outside("causes", code, f"{NAMES}, with whole numbers from 1 on as codes")
    return {code: name for code, name in named.values() if code is not None}


def tau_of(found: object) -> float | None:
    """The time up to which events count, if one was asked for."""
    return None if found is None else _time("tau", found)


def times_of(found: object) -> tuple[float, ...] | None:
    """Horizons in their order, each once, if any were asked for.

    >>> times_of("24,12"), times_of(np.array([12, 24]))
    ((12.0, 24.0), (12.0, 24.0))
    """
    if found is None:
        return None
    times = [_time("at", _number(each)) for each in _several(found)]
    if not times:
        raise SettingError.outside("at", found, "one or more times")
    return tuple(sorted(dict.fromkeys(times)))


def _number(found: object) -> object:
    try:
        return float(found) if isinstance(found, str) else found
    except ValueError:
        raise SettingError.outside("at", found, "one or more times") from None


def _time(name: str, found: object) -> float:
    time: Any = found.item() if isinstance(found, np.generic | np.ndarray) and found.size == 1 else found
    if isinstance(time, bool) or not isinstance(time, Real) or not isfinite(time) or time < 0:
        raise SettingError.outside(name, found, "a time of at least 0")
    return float(time)
