"""Brier score."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.scores.calibrated import lost, probabilities
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Brier score",
        formula=r"\frac{1}{n} \sum_i (s_i - y_i)^2",
        range=(0, 1),
        best=0,
        undefined="there are no rows, or scores lie outside 0 to 1",
        misleads="With rare positives: a model that always says 0 looks good; compare it with the baseline.",
        reference="Brier (1950), Monthly Weather Review 78(1)",
        beside=("brier_calibration", "brier_refinement"),
    )
)
def brier(table: ScoreTable) -> Floats:
    """Mean squared difference between the score, read as a probability, and what happened.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(brier(table))
    0.1875
    """
    apart = table.apart
    scattered = (apart.positive + apart.negative) * apart.scatter
    return lost(apart, probabilities(apart)) + ratio(scattered.sum(axis=-1), table.total)
