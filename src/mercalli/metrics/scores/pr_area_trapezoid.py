"""Trapezoid area under the precision-recall curve."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="PR area by trapezoids",
        formula=r"\sum_t (R_t - R_{t-1}) \frac{P_t + P_{t-1}}{2}, \quad P_0 = 1",
        range=(0, 1),
        best=1,
        undefined="there are no positives",
        misleads="Nearly always: straight lines give too high a value; a constant score at prevalence .105 gets .5525.",
        reference="Davis and Goadrich (2006), ICML, on why not to use it",
        beside=("average_precision",),
    )
)
def pr_area_trapezoid(table: ScoreTable) -> Floats:
    """Area under straight lines between the points of the precision-recall curve.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(pr_area_trapezoid(table))
    0.7917
    """
    precision = np.nan_to_num(ratio(table.tp, table.tp + table.fp), nan=1.0)
    before = np.concatenate([np.ones_like(precision[..., :1]), precision[..., :-1]], axis=-1)
    return ratio((table.positive * (precision + before) / 2).sum(axis=-1), table.positives)
