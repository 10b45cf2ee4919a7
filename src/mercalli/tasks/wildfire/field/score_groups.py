"""Groups of scores: few enough to be counted for every unit, fine enough to rank by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Bools, Floats, Ints
    from mercalli.stats.scores import ScoreTable


def group_bounds(table: ScoreTable, groups: int) -> Floats:
    """The lowest score of every group but the first; rising. Each score is a group where there are few enough.

    Positives and negatives weigh as much as a whole, so that few positives are ranked as finely as many negatives. A
    score that alone outweighs an even share is a group, and what is left is shared by the others.

    >>> from mercalli.stats.scores import ScoreTable
    >>> group_bounds(ScoreTable.of(np.array([0, 0, 0, 0.2, 0.7]), np.array([0, 1, 0, 0, 1], bool)), 4)
    array([0.2, 0.7])
    """
    rising = table.score[::-1]
    if len(rising) <= groups:
        return rising[1:]
    mass = (table.positive / table.positive.sum() + table.negative / table.negative.sum())[::-1]
    heavy = _heavy(mass, groups)
    alone = np.isin(np.arange(len(mass)), heavy)
    light = np.where(alone, 0.0, mass)
    share = np.floor((np.cumsum(light) - light) / light.sum() * (groups - 2 * len(heavy)))
    starts: Bools = alone[1:] | alone[:-1] | (share[1:] > share[:-1])
    return rising[1:][starts]


def _heavy(mass: Floats, groups: int) -> Ints:
    """Scores that outweigh an even share of what is left without the heavier ones; each may part its neighbours."""
    order: Ints = np.argsort(-mass, kind="stable")[: groups // 2 - 1]
    falling = mass[order]
    left = mass.sum() - np.cumsum(falling) + falling
    is_heavy = falling > left / (groups - 2 * np.arange(len(order)))
    return order[np.logical_and.accumulate(is_heavy)]
