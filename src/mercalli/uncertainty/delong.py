"""DeLong's standard error of the area under the ROC curve, from a score table."""

from __future__ import annotations

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio
from mercalli.stats.scores import ScoreTable


def delong(table: ScoreTable) -> Floats:
    """Standard error of the ROC-AUC (DeLong, DeLong and Clarke-Pearson 1988): (...).

    Each positive has the share of negatives that it beats, each negative the share of positives that beat it; their
    variances over the number of each add up.

    >>> from mercalli.stats.scores import ScoreTable
    >>> scores, positive = np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False])
    >>> print(delong(ScoreTable.of(scores, positive)))
    0.3536
    """
    positives, negatives = np.asarray(table.positives)[..., None], np.asarray(table.negatives)[..., None]
    beaten = ratio(negatives - table.fp + table.negative / 2, negatives)
    beating = ratio(table.tp - table.positive / 2, positives)
    return np.sqrt(_variance(beaten, table.positive) + _variance(beating, table.negative))


def separated(pairs: float, value: float, level: float) -> tuple[float, float]:
    """The interval of an area of 1 or 0: so many pairs that share no row were all in order, or none was.

    It is Clopper and Pearson's (1934) for independent pairs, exact and rather too wide than too narrow.

    >>> [round(end, 4) for end in separated(20, 1.0, 0.95)]
    [0.8316, 1.0]
    """
    least = ((1 - level) / 2) ** (1 / pairs)
    return (least, 1.0) if value else (0.0, 1 - least)


def _variance(values: Floats, times: Floats) -> Floats:
    """The variance of a mean of values that occur so many times."""
    count = times.sum(axis=-1)
    mean = ratio((times * values).sum(axis=-1), count)
    squares = (times * (values - np.asarray(mean)[..., None]) ** 2).sum(axis=-1)
    return ratio(squares, (count - 1) * count)
