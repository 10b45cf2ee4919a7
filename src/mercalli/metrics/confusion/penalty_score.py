"""Penalty score: the kernel of emotional context sensitivity."""

import numpy as np
from numpy.typing import ArrayLike

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion


@metric(
    Facts(
        label="Penalty score",
        formula=r"\max\left(0, 1 - \frac{\sum_{i \ne j} P_{ij} n_{ij}}{P_{max} n}\right)",
        range=(0, 1),
        best=1,
        undefined="there are no rows",
        misleads="Its values are high: a model that is wrong everywhere still scores well if its errors are cheap.",
        reference="Custom metrics for disaster response classification (ECS)",
        beside=("accuracy",),
    )
)
def penalty_score(confusion: Confusion, *, penalties: ArrayLike, worst: float) -> Floats:
    """One minus the total penalty of errors, as a share of the largest possible penalty.

    `penalties` has shape (K, K + 1), truth by prediction, the last column for invalid predictions.

    >>> from mercalli.stats.confusion import Confusion
    >>> print(penalty_score(Confusion.of([[3, 1], [0, 2]]), penalties=[[0, 2, 1], [2, 0, 1]], worst=2))
    0.8333
    """
    penalty = (np.asarray(penalties, np.float64) * confusion.cells).sum(axis=(-2, -1))
    return np.maximum(0.0, 1 - ratio(penalty, worst * confusion.total))
