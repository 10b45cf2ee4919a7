"""Scores as probabilities, and the same scores recalibrated in their order."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio
from mercalli.stats.isotonic import LONG, falling_fits, falling_means
from mercalli.stats.scores import ScoreTable


def probabilities(table: ScoreTable) -> Floats:
    """The scores, or NaN for all of them if any is no probability."""
    are = (table.score >= 0).all() and (table.score <= 1).all()
    return table.score if are else np.full_like(table.score, np.nan)


def lost(table: ScoreTable, score: Floats) -> Floats:
    """The Brier score that other scores (..., M) would have."""
    squares = table.positive * (1 - score) ** 2 + table.negative * score**2
    return ratio(squares.sum(axis=-1), table.total)


def recalibrated(table: ScoreTable) -> Floats:
    """The best scores that keep the order (isotonic regression): (..., M); any where there are no rows."""
    rows = table.positive + table.negative
    if np.isnan(probabilities(table)).any():
        return np.full(rows.shape, np.nan)
    if len(table.score) >= LONG:
        return falling_fits(table.tp, table.tp + table.fp)
    fitted, some = np.zeros(rows.shape), rows > 0
    which = np.broadcast_to(np.arange(rows[..., 0].size).reshape(*rows.shape[:-1], 1), rows.shape)
    fitted[some] = falling_means(table.positive[some], rows[some], which[some])
    return fitted
