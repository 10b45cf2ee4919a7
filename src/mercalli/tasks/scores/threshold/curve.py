"""Curves of a score table: what acting from each score on comes to, and how often each score is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.arrays import sums
from mercalli.metrics.scores.calibrated import recalibrated
from mercalli.tasks.scores.threshold.result import Curve, Reliability, Tenth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.inputs.scores import Edges
    from mercalli.stats.scores import ScoreTable

POINTS, STRETCHES, TENTHS = 300, 300, 10


def curve(table: ScoreTable, edges: Edges | None, chosen: float | None) -> Curve:
    """Points spread evenly over the rows and over the positives, the chosen threshold among them.

    >>> from mercalli.stats.scores import ScoreTable
    >>> curve(ScoreTable(np.array([0.9, 0.2]), np.array([1.0, 0.0]), np.array([0.0, 1.0])), None, None)
    Curve(threshold=(0.9, 0.2), same_above=(0.2, None), tp=(1.0, 1.0), fp=(0.0, 1.0))
    """
    ends = np.linspace(0, 1, POINTS // 2)
    places = [np.searchsorted(part, ends * part[-1]) for part in (table.tp + table.fp, table.tp)]
    score = table.score if edges is None else edges.threshold(table.score)
    if chosen is not None:
        places.append(np.flatnonzero(score == chosen))
    kept = np.unique(np.clip(np.concatenate(places), 0, len(score) - 1))
    threshold, tp, fp = (_floats(part[kept]) for part in (score, table.tp, table.fp))
    return Curve(threshold, tuple(_next_lower(score, kept, edges)), tp, fp)


def _next_lower(score: Floats, kept: Ints, edges: Edges | None) -> Iterator[float | None]:
    """For each of some thresholds the highest score that it leaves out."""
    for at in kept.tolist():
        if edges is not None:
            yield edges.below(float(score[at]))
        else:
            yield float(score[at + 1]) if at + 1 < len(score) else None


def _floats(values: Floats) -> tuple[float, ...]:
    return tuple(float(each) for each in values)


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
    kept = np.unique(np.linspace(0, len(first) - 1, min(STRETCHES, len(first))).astype(np.int64))
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
