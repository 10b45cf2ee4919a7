"""Reliability: what share of cases is positive among those of about one score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.arrays import sums
from mercalli.metrics.scores.calibrated import recalibrated
from mercalli.tasks.scores.threshold.result import Reliability, Tenth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Floats
    from mercalli.stats.scores import ScoreTable

MOST = 300
TENTHS = 10


def reliability(table: ScoreTable) -> Reliability | None:
    """The isotonic fit as stretches of equal shares; None where scores are no probabilities.

    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable(np.array([0.9, 0.8, 0.2]), np.array([1.0, 2.0, 0.0]), np.array([0.0, 0.0, 3.0]))
    >>> reliability(table).observed
    (1.0, 0.0)
    """
    fitted = recalibrated(table)
    if np.isnan(fitted).any():
        return None
    first = np.flatnonzero(np.append(True, fitted[1:] != fitted[:-1]))
    last = np.append(first[1:], len(fitted)) - 1
    rows = np.add.reduceat(table.positive + table.negative, first)
    kept = np.unique(np.linspace(0, len(first) - 1, min(MOST, len(first))).astype(np.int64))
    parts = (table.score[last], table.score[first], fitted[first], rows)
    low, high, observed, total = (_floats(part[kept]) for part in parts)
    return Reliability(low, high, observed, total, tuple(_tenths(table)))


def _tenths(table: ScoreTable) -> Iterator[Tenth]:
    """Tenths of the cases from high scores to low."""
    rows = table.positive + table.negative
    middle = np.cumsum(rows) - rows / 2
    _, tenth = np.unique(np.minimum(middle / table.total * TENTHS, TENTHS - 1).astype(np.int64), return_inverse=True)
    size = int(tenth.max()) + 1
    said, positives, total = (sums(tenth, part, size) for part in (table.score * rows, table.positive, rows))
    for at in np.flatnonzero(total):
        yield Tenth(float(said[at] / total[at]), float(positives[at]), float(total[at]))


def _floats(values: Floats) -> tuple[float, ...]:
    return tuple(float(each) for each in values)
