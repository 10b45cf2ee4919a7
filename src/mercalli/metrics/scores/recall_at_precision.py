"""Recall under a floor of precision."""

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ROUNDING, ratio
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Recall at a floor of precision",
        formula=r"\max_{t: P_t \ge c} TPR_t",
        range=(0, 1),
        best=1,
        undefined="there are no positives, or no threshold reaches that precision",
        misleads="The threshold is chosen and scored on the same rows; see the cross-fitted value.",
        reference="Manning, Raghavan and Schütze (2008), Introduction to Information Retrieval, 8.4",
        beside=("average_precision",),
    )
)
def recall_at_precision(table: ScoreTable, *, min_precision: float) -> Floats:
    """The highest recall of any threshold whose precision reaches a floor.

    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(recall_at_precision(table, min_precision=0.6))
    1.0000
    """
    if not 0 <= min_precision <= 1:
        raise MetricError.value("recall_at_precision", "min_precision", min_precision, "a number from 0 to 1")
    precise = ratio(table.tp, table.tp + table.fp) >= min_precision - ROUNDING
    caught = ratio(table.tp, np.asarray(table.positives)[..., None])
    best: Floats = np.where(precise, caught, -np.inf).max(axis=-1, initial=-np.inf)
    return np.where(np.isfinite(best), best, np.nan)[()]
