"""Mean confidence."""

from mercalli.inputs.arrays import Floats, total
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confidence import ConfidenceTable


@metric(
    Facts(
        label="Mean confidence",
        formula=r"\frac{1}{n} \sum_i \hat{p}_i",
        range=(0, 1),
        best=None,
        undefined="there are no rows",
        misleads="Alone: it says how sure a system is, and nothing about whether it is right.",
        reference="Guo, Pleiss, Sun and Weinberger (2017), ICML",
        beside=("overconfidence",),
    )
)
def mean_confidence(table: ConfidenceTable) -> Floats:
    """How probable the system holds its own predictions to be, on average.

    >>> import numpy as np
    >>> from mercalli.stats.confidence import ConfidenceTable
    >>> table = ConfidenceTable.of(np.array([[0.8, 0.2], [0.6, 0.4]]), np.array([0, 1]))
    >>> print(mean_confidence(table))
    0.7000
    """
    return ratio(total(table.rows * table.confidence), table.total)
