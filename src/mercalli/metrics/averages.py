"""Averages over classes: macro and weighted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from mercalli.errors import MetricError
from mercalli.metrics.ratio import ratio

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats
    from mercalli.stats.confusion import Confusion

# What an undefined class counts as: the worst value of the metric, 0, or nothing at all.
Undefined = Literal["worst", "zero", "skip"]
# Which classes take part: those with true rows, those with true or predicted rows, or all that were declared.
Classes = Literal["true", "seen", "declared"]
OPTIONS = {"undefined": get_args(Undefined), "classes": get_args(Classes)}
CLASSES_ELSEWHERE: dict[str, Classes] = {"sklearn": "seen"}


def check_choice(metric: str, option: str, value: object) -> None:
    """That an option of an average is one that there is."""
    if value not in OPTIONS[option]:
        raise MetricError.value(metric, option, value, " or ".join(map(repr, OPTIONS[option])))


def taking_part(confusion: Confusion, classes: Classes = "true") -> Floats:
    """1 for the classes whose mean is taken, 0 for the others, table by table: (..., K)."""
    if classes == "declared":
        return np.ones_like(confusion.truths)
    rows = confusion.truths + confusion.preds if classes == "seen" else confusion.truths
    return (rows > 0).astype(np.float64)


def mean(per_class: Floats, weights: Floats, worst: float, undefined: Undefined = "worst") -> Floats:
    """Mean over classes of these weights; an undefined class counts as the worst value, as 0, or is skipped.

    >>> values, weights = np.array([1.0, 0.5, np.nan]), np.array([2.0, 1.0, 1.0])
    >>> print(mean(values, weights, worst=0.0), mean(values, weights, 0.0, "skip"))
    0.6250 0.8333
    """
    known = ~np.isnan(per_class)
    counted = weights * known if undefined == "skip" else weights
    filled = np.where(known, per_class, worst if undefined == "worst" else 0.0)
    return ratio((filled * counted).sum(axis=-1), counted.sum(axis=-1))
