"""Brier score of all class probabilities."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confidence import ConfidenceTable


@metric(
    Facts(
        label="Brier score over all classes",
        formula=r"\frac{1}{n} \sum_i \sum_k (p_{ik} - [y_i = k])^2",
        range=(0, 2),
        best=0,
        undefined="there are no rows, or not every class has a probability",
        misleads="Its range is 0 to 2: with two classes it is twice the Brier score of one of them.",
        reference="Brier (1950), Monthly Weather Review 78(1)",
        beside=("multiclass_log_loss",),
    )
)
def multiclass_brier(table: ConfidenceTable) -> Floats:
    """Mean over rows of the squared distances of all class probabilities from what was true, added up over classes.

    >>> import numpy as np
    >>> from mercalli.stats.confidence import ConfidenceTable
    >>> table = ConfidenceTable.of(np.array([[0.8, 0.2], [0.6, 0.4]]), np.array([0, 1]))
    >>> print(multiclass_brier(table))
    0.4000
    """
    return ratio(table.squared, table.total)
