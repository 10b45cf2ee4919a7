"""Miscalibration part of the Brier score."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.scores.brier import brier
from mercalli.metrics.scores.calibrated import lost, recalibrated
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Brier, calibration part",
        formula=r"\frac{1}{n} \sum_i (s_i - y_i)^2 - (\hat{s}_i - y_i)^2",
        range=(0, 1),
        best=0,
        undefined="there are no rows, or scores lie outside 0 to 1",
        misleads="On few rows: the isotonic fit follows chance, so calibration looks too bad and refinement too good.",
        reference="Dimitriadis, Gneiting and Jordan (2021), PNAS 118(8)",
        beside=("brier",),
        interval="none",
    )
)
def brier_calibration(table: ScoreTable) -> Floats:
    """How much the Brier score would fall if the scores were recalibrated without changing their order.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(brier_calibration(table))
    0.0625
    """
    return brier(table) - lost(table, recalibrated(table))
