"""Log loss of all class probabilities."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confidence import ConfidenceTable


@metric(
    Facts(
        label="Log loss over all classes",
        formula=r"-\frac{1}{n} \sum_i \log p_{i y_i}",
        range=(0, float("inf")),
        best=0,
        undefined="there are no rows, or not every class has a probability",
        misleads="One sure and wrong row can outweigh all others; a probability of exactly 0 is taken a hair above.",
        reference="Good (1952), Journal of the Royal Statistical Society B 14(1)",
        beside=("multiclass_brier",),
    )
)
def multiclass_log_loss(table: ConfidenceTable) -> Floats:
    """How surprised the class probabilities were by what was true: the mean of minus the logarithm of its probability.

    >>> import numpy as np
    >>> from mercalli.stats.confidence import ConfidenceTable
    >>> table = ConfidenceTable.of(np.array([[0.8, 0.2], [0.6, 0.4]]), np.array([0, 1]))
    >>> print(multiclass_log_loss(table))
    0.5697
    """
    return ratio(table.surprise, table.total)
