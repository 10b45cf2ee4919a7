"""Averages over classes: which classes take part, and what an undefined one counts as."""

from typing import Literal, get_args

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.options import check_choice
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion

# What an undefined class counts as: the worst value of the metric, 0, or nothing at all.
Undefined = Literal["worst", "zero", "skip"]
# Which classes take part: those with true rows, those with true or predicted rows, or all that were declared.
Classes = Literal["true", "seen", "declared"]
CLASSES_ELSEWHERE: dict[str, Classes] = {"sklearn": "seen"}


def taking_part(confusion: Confusion, classes: Classes = "true") -> Floats:
    """1 for the classes whose mean is taken, 0 for the others, table by table: (..., K)."""
    check_choice("an average", "classes", classes, get_args(Classes))
    if classes == "declared":
        return np.ones_like(confusion.truths)
    rows = confusion.truths + confusion.preds if classes == "seen" else confusion.truths
    return (rows > 0).astype(np.float64)


def shares(values: Floats, weights: Floats) -> Floats:
    """What each value adds to its weighted mean; those that do not take part add nothing.

    >>> print(shares(np.array([1.0, 0.5, np.nan]), np.array([1.0, 1.0, 0.0])))
    [0.5  0.25 0.  ]
    """
    return ratio(np.where(weights > 0, values, 0.0) * weights, weights.sum(axis=-1, keepdims=True))


def weighted(values: Floats, weights: Floats, *, undefined: Undefined = "worst", worst: float = 0.0) -> Floats:
    """Weighted mean along the last axis; an undefined value counts as the worst one, as 0, or is skipped.

    >>> values, weights = np.array([1.0, 0.5, np.nan]), np.array([2.0, 1.0, 1.0])
    >>> print(weighted(values, weights), weighted(values, weights, undefined="skip"))
    0.6250 0.8333
    """
    check_choice("an average", "undefined", undefined, get_args(Undefined))
    known = ~np.isnan(values)
    counted = weights * known if undefined == "skip" else weights
    filled = np.where(known, values, worst if undefined == "worst" else 0.0)
    return ratio((filled * counted).sum(axis=-1), counted.sum(axis=-1))
