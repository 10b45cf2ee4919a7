"""The names under which wildfire benchmarks know their numbers, and how a number becomes a score from 0 to 100."""

from __future__ import annotations

from math import isfinite, log
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import SettingError
from mercalli.tasks.wildfire.errors import FireError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.inputs.arrays import Floats

SEVERITY, STRUCTURES, PERIMETER = "severity", "structures", "perimeter"
CATEGORIES = {SEVERITY: "Burn Severity", STRUCTURES: "Structure Damage", PERIMETER: "Fire Perimeter"}
BEGINNINGS = {SEVERITY: "Binary High Severity", STRUCTURES: "Binary Structure Loss"}
ENDINGS = {
    "accuracy": "Accuracy",
    "precision": "Precision",
    "recall": "Recall",
    "specificity": "Specificity",
    "npv": "Negative Predictive Value",
    "f1": "F1 Score",
}
IDS = {SEVERITY: "SV", STRUCTURES: "BD", PERIMETER: "FP"}
PERIMETERS = {"jaccard": "Jaccard Index", "dice": "Sorensen-Dice Index"}
TOLERANCE = 1e-12
FULL = 100.0
LN2 = log(2)


def kpi_names(kind: str) -> dict[str, str]:
    """The name of each metric's KPI.

    >>> kpi_names("severity")["npv"]
    'Binary High Severity Negative Predictive Value'
    """
    if kind == PERIMETER:
        return dict(PERIMETERS)
    return {metric: f"{BEGINNINGS[kind]} {ending}" for metric, ending in ENDINGS.items()} if kind in BEGINNINGS else {}


def _bounded_linear(x: Floats, a: float, b: float) -> Floats:
    return FULL * (x - a) / (b - a)


def _half_open_linear(x: Floats, a: float, m: float) -> Floats:
    return FULL * np.maximum(0.0, 1 - (x - a) / (m - a))


def _half_open_exponential(x: Floats, a: float, m: float) -> Floats:
    return FULL * np.exp(-LN2 * (x - a) / (m - a))


def _symmetric_open_linear(x: Floats, m: float) -> Floats:
    return FULL * np.maximum(0.0, 1 - abs(x) / m)


def _symmetric_open_exponential(x: Floats, m: float) -> Floats:
    return FULL * np.exp(-LN2 * abs(x) / m)


NORMALISATIONS: dict[str, tuple[Callable[..., Floats], tuple[str, ...]]] = {
    "bounded_linear": (_bounded_linear, ("a", "b")),
    "half_open_linear": (_half_open_linear, ("a", "m")),
    "half_open_exponential": (_half_open_exponential, ("a", "m")),
    "symmetric_open_linear": (_symmetric_open_linear, ("m",)),
    "symmetric_open_exponential": (_symmetric_open_exponential, ("m",)),
}


def normalised(
    x: float | None, how: str = "bounded_linear", *, called: str = "the value", **ends: float
) -> float | None:
    """A KPI on the scale from 0 to 100, where 100 is best; None stays undefined.

    Args:
        x: The value.
        how: bounded_linear (0 at `a`, 100 at `b`), half_open_linear (100 at `a`, 0 from `m` on),
            half_open_exponential (100 at `a`, 50 at `m`), symmetric_open_linear (100 at 0, 0 from `m` on, either
            side) or symmetric_open_exponential (100 at 0, 50 at `m`).
        called: What an error calls the value.
        ends: `a`, `b` and `m`, as each needs them.

    >>> normalised(0.25), normalised(3.0, "half_open_exponential", a=1.0, m=3.0)
    (25.0, 50.0)
    """
    if how not in NORMALISATIONS:
        raise SettingError.choice("normalisation", how, NORMALISATIONS)
    given = _given(how, ends)
    check_ends(how, given)
    if x is None or not isfinite(x):
        return None
    low, high = _bounds(how, given)
    if not _inside(x, low, high):
        raise FireError.beyond(called, x, low, high)
    return float(_scored(np.asarray(x, np.float64), how, given))


def normalised_draws(values: Floats, how: str = "bounded_linear", **ends: float) -> Floats:
    """The same of values that were drawn again: NaN stays NaN, and what lies outside the bounds counts as the nearest.

    >>> normalised_draws(np.array([0.25, np.nan, 0.1]), a=0.2, b=0.7)
    array([10., nan,  0.])
    """
    given = _given(how, ends)
    found: Floats = _scored(np.clip(values, *_bounds(how, given)), how, given)
    return found


def _given(how: str, ends: dict[str, float]) -> dict[str, float]:
    return {"a": 0.0, "b": 1.0} | ends if how == "bounded_linear" else ends


def _scored(x: Floats, how: str, given: dict[str, float]) -> Floats:
    """From 0 to 100, whatever rounding does."""
    function, names = NORMALISATIONS[how]
    found: Floats = np.clip(function(x, **{name: given[name] for name in names}), 0.0, FULL)
    return found


def check_ends(how: str, ends: dict[str, float]) -> None:
    """Refuse ends that are missing or the wrong way round."""
    names = NORMALISATIONS[how][1]
    missing = [name for name in names if name not in ends]
    if missing:
        raise SettingError.outside(missing[0], None, f"a number: {how} needs it")
    low, last = ends.get("a", 0.0) if "a" in names else 0.0, "b" if "b" in names else "m"
    if not ends[last] > low:
        raise SettingError.outside(last, ends[last], f"above {low:g}")


def held(x: float | None, how: str = "bounded_linear", **ends: float) -> float | None:
    """A value that nobody chose, as a normalisation takes it: the nearest between two bounds, else undefined outside.

    >>> held(0.0, a=0.2, b=0.9), held(0.0, "half_open_linear", a=0.2, m=0.9)
    (0.2, None)
    """
    given = _given(how, ends)
    low, high = _bounds(how, given)
    if x is None or _inside(x, low, high):
        return x
    return min(max(x, low), high) if how == "bounded_linear" else None


def _bounds(how: str, ends: dict[str, float]) -> tuple[float, float]:
    names = NORMALISATIONS[how][1]
    return ends["a"] if "a" in names else float("-inf"), ends["b"] if "b" in names else float("inf")


def _inside(x: float, low: float, high: float) -> bool:
    """A value outside its bounds is a mistake, but for rounding."""
    return low - TOLERANCE * max(1.0, abs(low)) <= x <= high + TOLERANCE * max(1.0, abs(high))
