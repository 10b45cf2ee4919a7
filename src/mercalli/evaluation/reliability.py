"""Reliability: what share of cases is positive among those of about one score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.calibrated import recalibrated
from mercalli.results.decisions import Reliability

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats
    from mercalli.stats.scores import ScoreTable

MOST = 300


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
    return Reliability(*(_floats(part[kept]) for part in parts))


def _floats(values: Floats) -> tuple[float, ...]:
    return tuple(float(each) for each in values)
