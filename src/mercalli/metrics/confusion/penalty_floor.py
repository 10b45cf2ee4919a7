"""Penalty floor: how low a penalty score could go on this truth."""

import numpy as np
from numpy.typing import ArrayLike

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion


@metric(
    Facts(
        label="Attainable floor of the penalty score",
        formula=r"\max\left(0, 1 - \frac{\sum_i n_{i\cdot} \max_j P_{ij}}{P_{max} n}\right)",
        range=(0, 1),
        best=None,
        undefined="there are no rows",
        misleads="It describes the data and the penalties, not the model.",
        reference="The lowest value that any predictions could get",
    )
)
def penalty_floor(confusion: Confusion, *, penalties: ArrayLike, worst: float) -> Floats:
    """The penalty score of a model that takes every item for the class that costs most.

    >>> from mercalli.stats.confusion import Confusion
    >>> print(penalty_floor(Confusion.of([[3, 1], [0, 2]]), penalties=[[0, 2, 1], [0.5, 0, 0.5]], worst=2))
    0.2500
    """
    costliest = np.asarray(penalties, np.float64)[..., :-1].max(axis=-1)
    return np.maximum(0.0, 1 - ratio((costliest * confusion.truths).sum(axis=-1), worst * confusion.total))
