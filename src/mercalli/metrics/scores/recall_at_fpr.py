"""Recall under a cap on the false positive rate."""

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ROUNDING, ratio
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Recall at a capped false positive rate",
        formula=r"\max_{t: FPR_t \le c} TPR_t",
        range=(0, 1),
        best=1,
        undefined="there are no positives or no negatives",
        misleads="The threshold is chosen and scored on the same rows; see the cross-fitted value.",
        reference="Provost and Fawcett (2001), Machine Learning 42(3)",
        aliases=("recall_under_fpr_constraint",),
        beside=("roc_auc",),
    )
)
def recall_at_fpr(table: ScoreTable, *, max_fpr: float) -> Floats:
    """The highest recall of any threshold whose false positive rate is at most a cap.

    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(recall_at_fpr(table, max_fpr=0.4))
    0.5000
    """
    if not 0 <= max_fpr <= 1:
        raise MetricError.value("recall_at_fpr", "max_fpr", max_fpr, "a number from 0 to 1")
    caught = ratio(table.tp, np.asarray(table.positives)[..., None])
    alarmed = ratio(table.fp, np.asarray(table.negatives)[..., None])
    best: Floats = np.where(alarmed <= max_fpr + ROUNDING, caught, 0.0).max(axis=-1, initial=0.0)
    return np.where((table.positives > 0) & (table.negatives > 0), best, np.nan)[()]
