"""Class-weighted accuracy: the kernel of urgency awareness and actionability."""

import numpy as np
from numpy.typing import ArrayLike

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion


def weighted_by_class(confusion: Confusion, *, weights: ArrayLike) -> Floats:
    """What each class adds to the class-weighted accuracy: (..., K)."""
    weight = np.asarray(weights, np.float64)
    axes = tuple(range(-weight.ndim, 0))
    whole = (weight * confusion.truths).sum(axis=axes)
    return ratio((weight * confusion.accurate).sum(axis=axes[:-1]), whole[..., None])


@metric(
    Facts(
        label="Class-weighted accuracy",
        formula=r"\frac{\sum_i w_i n_{ii}}{\sum_i w_i n_{i\cdot}}",
        range=(0, 1),
        best=1,
        undefined="no item has a class with a positive weight",
        misleads="False alarms have no cost of their own: only the weight of the true class counts.",
        reference="Custom metrics for disaster response classification (DUA, AR)",
        beside=("accuracy",),
        by_class=weighted_by_class,
    )
)
def class_weighted_accuracy(confusion: Confusion, *, weights: ArrayLike) -> Floats:
    """Accuracy weighted by the weight of the true class.

    `weights` has one number per class. It may have leading axes for contexts, which the confusion
    must then have too; both are added up together.

    >>> from mercalli.stats.confusion import Confusion
    >>> print(class_weighted_accuracy(Confusion.of([[3, 1], [0, 2]]), weights=[1, 5]))
    0.9286
    """
    weight = np.asarray(weights, np.float64)
    if weight.shape[-1:] != confusion.truths.shape[-1:]:
        size = confusion.truths.shape[-1]
        raise MetricError.value("class_weighted_accuracy", "weights", weights, f"a number for each of {size} classes")
    axes = tuple(range(-weight.ndim, 0))
    return ratio((weight * confusion.accurate).sum(axis=axes), (weight * confusion.truths).sum(axis=axes))
