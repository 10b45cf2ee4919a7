"""Average precision."""

from mercalli.inputs.arrays import Floats, total
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Average precision",
        formula=r"\sum_t (R_t - R_{t-1}) P_t",
        range=(0, 1),
        best=1,
        undefined="there are no positives",
        misleads="Between data sets: a useless model gets the share of positives, so compare it with that.",
        reference="scikit-learn, average_precision_score (step-wise, without interpolation)",
        aliases=("ap", "auprc"),
        beside=("roc_auc",),
    )
)
def average_precision(table: ScoreTable) -> Floats:
    """Precision averaged over the positives in the order of their scores.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(average_precision(table))
    0.8333
    """
    precision = sum(total(part.precisions) for part in table.pieces())
    return ratio(precision, table.positives)
