"""Precision under a floor of recall."""

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ROUNDING, ratio
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Precision at a floor of recall",
        formula=r"\max_{t: TPR_t \ge c} P_t",
        range=(0, 1),
        best=1,
        undefined="there are no positives",
        misleads="The threshold is chosen and scored on the same rows; see the cross-fitted value.",
        reference="Manning, Raghavan and Schütze (2008), Introduction to Information Retrieval, 8.4",
        beside=("average_precision",),
    )
)
def precision_at_recall(table: ScoreTable, *, min_recall: float) -> Floats:
    """The highest precision of any threshold whose recall reaches a floor.

    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(precision_at_recall(table, min_recall=0.9))
    0.6667
    """
    if not 0 <= min_recall <= 1:
        raise MetricError.value("precision_at_recall", "min_recall", min_recall, "a number from 0 to 1")
    enough = ratio(table.tp, np.asarray(table.positives)[..., None]) >= min_recall - ROUNDING
    precision = np.nan_to_num(ratio(table.tp, table.tp + table.fp), nan=-np.inf)
    best: Floats = np.where(enough, precision, -np.inf).max(axis=-1, initial=-np.inf)
    return np.where(np.isfinite(best), best, np.nan)[()]
