"""The names under which wildfire benchmarks know their numbers, and how a number becomes a score from 0 to 100."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite, log

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Floats
from mercalli.tasks.wildfire.errors import FireError
from mercalli.tasks.wildfire.result import SEVERITY, STRUCTURES, Kpi

PERIMETER = "perimeter"
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
# Metrics of a 2 x 2 table: the six of every benchmark, what must stand beside them, and those by which a model is held
# against one that predicts nothing anywhere.
SIX = tuple(ENDINGS)
BESIDE = (
    *("csi", "balanced_accuracy", "mcc", "cohen_kappa", "peirce_skill", "equitable_threat_score"),
    *("false_alarm_ratio", "fpr", "frequency_bias", "prevalence"),
)
AGAINST_NOTHING = ("accuracy", "balanced_accuracy", "csi", "mcc")
IDS = {SEVERITY: "SV", STRUCTURES: "BD", PERIMETER: "FP"}
PERIMETERS = {"jaccard": "Jaccard Index", "dice": "Sorensen-Dice Index"}
TOLERANCE = 1e-12
FULL = 100.0
LN2 = log(2)
LINEAR = "bounded_linear"


def kpi_names(kind: str) -> dict[str, str]:
    """The name of each metric's KPI.

    >>> kpi_names("severity")["npv"]
    'Binary High Severity Negative Predictive Value'
    """
    if kind == PERIMETER:
        return PERIMETERS
    return {metric: f"{BEGINNINGS[kind]} {ending}" for metric, ending in ENDINGS.items()}


MEANS = {
    SEVERITY: "High burn severity against all lower classes, cell by cell",
    STRUCTURES: "Structures lost against structures that were not, one by one",
    PERIMETER: "Area that both perimeters hold against area that only one does",
}


def kpi_meanings() -> dict[str, tuple[str, str]]:
    """Every KPI by its name in the benchmark: its metric, and what it is a metric of.

    >>> kpi_meanings()["Jaccard Index"][0]
    'jaccard'
    """
    return {
        name: (metric, f"{MEANS[kind]}: mercalli wildfire {kind} computes it. Its score is 100 times the value.")
        for kind in CATEGORIES
        for metric, name in kpi_names(kind).items()
    }


# Formulas by name, each with the ends that it needs, the last one above the first.
NORMALISATIONS: dict[str, tuple[Callable[..., Floats], tuple[str, ...]]] = {
    LINEAR: (lambda x, a, b: FULL * (x - a) / (b - a), ("a", "b")),
    "half_open_linear": (lambda x, a, m: FULL * np.maximum(0.0, 1 - (x - a) / (m - a)), ("a", "m")),
    "half_open_exponential": (lambda x, a, m: FULL * np.exp(-LN2 * (x - a) / (m - a)), ("a", "m")),
    "symmetric_open_linear": (lambda x, m: FULL * np.maximum(0.0, 1 - abs(x) / m), ("m",)),
    "symmetric_open_exponential": (lambda x, m: FULL * np.exp(-LN2 * abs(x) / m), ("m",)),
}


@dataclass(frozen=True)
class Normalisation:
    """How a KPI becomes a score from 0 to 100, where 100 is best.

    Attributes:
        how: bounded_linear (0 at `a`, 100 at `b`), half_open_linear (100 at `a`, 0 from `m` on),
            half_open_exponential (100 at `a`, 50 at `m`), symmetric_open_linear (100 at 0, 0 from `m` on, either
            side) or symmetric_open_exponential (100 at 0, 50 at `m`).
        ends: `a`, `b` and `m`, as each needs them; 0 and 1 are those of bounded_linear if not given.
    """

    how: str = LINEAR
    ends: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.how not in NORMALISATIONS:
            raise SettingError.choice("normalisation", self.how, NORMALISATIONS)
        names, needed = NORMALISATIONS[self.how][1], self._needed
        missing = [name for name in names if name not in needed]
        if missing:
            raise SettingError.outside(missing[0], None, f"a number: {self.how} needs it")
        first, last = needed.get("a", 0.0), names[-1]
        if not needed[last] > first:
            raise SettingError.outside(last, needed[last], f"above {first:g}")

    @property
    def _needed(self) -> dict[str, float]:
        """The ends that the formula needs, in its order."""
        ends = {"a": 0.0, "b": 1.0, **self.ends} if self.how == LINEAR else self.ends
        return {name: ends[name] for name in NORMALISATIONS[self.how][1] if name in ends}

    @property
    def _bounds(self) -> tuple[float, float]:
        return self._needed.get("a", float("-inf")), self._needed.get("b", float("inf"))

    def _takes(self, x: float) -> bool:
        """Whether a value lies within the bounds, but for rounding."""
        low, high = self._bounds
        return low - TOLERANCE * max(1.0, abs(low)) <= x <= high + TOLERANCE * max(1.0, abs(high))

    def _scores(self, x: Floats) -> Floats:
        """From 0 to 100, whatever rounding does."""
        scores: Floats = np.clip(NORMALISATIONS[self.how][0](x, *self._needed.values()), 0.0, FULL)
        return scores

    def score(self, x: float | None, called: str = "the value") -> float | None:
        """The score of a value, which an error calls by its name; None stays undefined.

        >>> Normalisation().score(0.25), Normalisation("half_open_exponential", {"a": 1.0, "m": 3.0}).score(3.0)
        (25.0, 50.0)
        """
        if x is None or not isfinite(x):
            return None
        if not self._takes(x):
            raise FireError.beyond(called, x, *self._bounds)
        return float(self._scores(np.asarray(x, np.float64)))

    def drawn(self, values: Floats) -> Floats:
        """Scores of values that were drawn again: NaN stays NaN, and what lies outside the bounds is moved to them.

        >>> Normalisation(ends={"a": 0.2, "b": 0.7}).drawn(np.array([0.25, np.nan, 0.1]))
        array([10., nan,  0.])
        """
        return self._scores(np.clip(values, *self._bounds))

    def nothing(self, x: float | None) -> float | None:
        """The score of predicting nothing: a value outside is moved to two bounds, and has no score beyond one.

        >>> Normalisation(ends={"a": 0.2, "b": 0.9}).nothing(0.0)
        0.0
        >>> Normalisation("half_open_linear", {"a": 0.2, "m": 0.9}).nothing(0.0)
        """
        if x is None or self._takes(x):
            return self.score(x)
        low, high = self._bounds
        return self.score(min(max(x, low), high)) if self.how == LINEAR else None


def kpis_of(kind: str, values: Mapping[str, float | None]) -> tuple[Kpi, ...]:
    """The benchmark's names for the metrics that have one, each with its score from 0 to 100."""
    return tuple(
        Kpi(name, CATEGORIES[kind], metric, values[metric], Normalisation().score(values[metric]))
        for metric, name in kpi_names(kind).items()
    )
