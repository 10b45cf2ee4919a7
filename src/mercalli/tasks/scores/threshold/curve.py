"""The curve of a score table: what acting from each of some scores on comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.tasks.scores.threshold.result import Curve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.inputs.scores import Edges
    from mercalli.stats.scores import ScoreTable

POINTS = 300


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
    threshold, tp, fp = (tuple(float(each) for each in part[kept]) for part in (score, table.tp, table.fp))
    return Curve(threshold, tuple(_next_lower(score, kept, edges)), tp, fp)


def _next_lower(score: Floats, kept: Ints, edges: Edges | None) -> Iterator[float | None]:
    """For each of some thresholds the highest score that it leaves out."""
    for at in kept.tolist():
        if edges is not None:
            yield edges.below(float(score[at]))
        else:
            yield float(score[at + 1]) if at + 1 < len(score) else None
