"""Overconfidence."""

from mercalli.inputs.arrays import Floats, total
from mercalli.metrics.confidence.mean_confidence import mean_confidence
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confidence import ConfidenceTable


@metric(
    Facts(
        label="Overconfidence",
        formula=r"\frac{1}{n} \sum_i \hat{p}_i - \frac{1}{n} \sum_i [\hat{y}_i = y_i]",
        range=(-1, 1),
        best=None,
        undefined="there are no rows",
        misleads="It is 0 where a system is too sure here and not sure enough there: see reliability by confidence.",
        reference="Lichtenstein, Fischhoff and Phillips (1982), Judgment under Uncertainty, ch. 22",
        aliases=("calibration_in_the_large",),
        beside=("mean_confidence",),
    )
)
def overconfidence(table: ConfidenceTable) -> Floats:
    """Mean confidence minus accuracy: above 0 a system is surer than it is right.

    >>> import numpy as np
    >>> from mercalli.stats.confidence import ConfidenceTable
    >>> table = ConfidenceTable.of(np.array([[0.8, 0.2], [0.6, 0.4]]), np.array([0, 1]))
    >>> print(overconfidence(table))
    0.2000
    """
    return mean_confidence(table) - ratio(total(table.right), table.total)
