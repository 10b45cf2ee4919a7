"""Scores as probabilities, and the same scores recalibrated in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.ratio import ratio

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats
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
    """The best scores that keep the order (isotonic regression): (..., M)."""
    from scipy.optimize import isotonic_regression  # noqa: PLC0415 - 200 ms, only for this

    rows = table.positive + table.negative
    share = np.nan_to_num(ratio(table.positive, rows))
    fitted = np.full(share.shape, np.nan)
    if np.isnan(probabilities(table)).any():
        return fitted
    for at in np.ndindex(share.shape[:-1]):
        kept = rows[at] > 0
        fitted[at][kept] = isotonic_regression(share[at][kept], weights=rows[at][kept], increasing=False).x
    return np.where(rows > 0, fitted, 0.0)
