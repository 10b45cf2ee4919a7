"""Composite: a weighted mean of other metrics."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from mercalli.inputs.arrays import Floats
from mercalli.metrics.averages import weighted
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.options import check_choice
from mercalli.metrics.ratio import ratio
from mercalli.stats.parts import Parts


@metric(
    Facts(
        label="Composite",
        formula=r"\frac{\sum_p w_p x_p}{\sum_p w_p}",
        range=(float("-inf"), float("inf")),
        best=None,
        undefined="a part is undefined",
        misleads="One number hides which part is weak: read the parts.",
        reference="Weighted mean of metrics, as in HumImpact and wildfire score cards",
    )
)
def composite(parts: Parts, *, weights: ArrayLike, undefined: Literal["propagate", "skip"] = "propagate") -> Floats:
    """Weighted mean of the values of other metrics.

    With undefined="skip" an undefined part is left out of both sums.

    >>> from mercalli.stats.parts import Parts
    >>> print(composite(Parts(np.array([0.8831, 0.8]), ("f1", "accuracy")), weights=[0.5, 0.5]))
    0.8416
    """
    check_choice("composite", "undefined", undefined, ("propagate", "skip"))
    weight = np.asarray(weights, np.float64) * np.ones_like(parts.values)
    if undefined == "skip":
        return weighted(parts.values, weight, undefined="skip")
    return ratio((weight * parts.values).sum(axis=-1), weight.sum(axis=-1))
