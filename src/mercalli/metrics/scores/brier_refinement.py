"""Refinement part of the Brier score."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.scores.calibrated import lost, recalibrated
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Brier, refinement part",
        formula=r"\frac{1}{n} \sum_i (\hat{s}_i - y_i)^2",
        range=(0, 1),
        best=0,
        undefined="there are no rows, or scores lie outside 0 to 1",
        misleads="On few rows: the isotonic fit follows chance, so calibration looks too bad and refinement too good.",
        reference="Dimitriadis, Gneiting and Jordan (2021), PNAS 118(8)",
        beside=("brier",),
        interval="reflected",
    )
)
def brier_refinement(table: ScoreTable) -> Floats:
    """The Brier score that would remain after recalibrating the scores without changing their order.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(brier_refinement(table))
    0.1250
    """
    return lost(table, recalibrated(table))
