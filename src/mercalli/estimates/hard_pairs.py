"""Classes that are hard to tell apart: those of which many items are taken for one other."""

from __future__ import annotations

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.ratio import ratio

MIXED, VERY_MIXED = 0.15, 0.3
FEWEST = 10


def hard_pairs(taken: Floats, counts: Floats | Ints) -> list[tuple[int, int]]:
    """Pairs of classes, the one that suffers more first, by how many items of either are taken for the other.

    >>> hard_pairs(np.array([[0.0, 20.0, 1.0], [12.0, 0.0, 0.0], [0.0, 0.0, 0.0]]), np.array([100, 50, 40]))
    [(1, 0)]
    """
    share = ratio(taken, counts[:, None])
    hard = np.argwhere((share >= MIXED) & (taken >= FEWEST) & (share >= share.T)).tolist()
    kept = [(first, second) for first, second in hard if share[first, second] > share[second, first] or first < second]
    return sorted(kept, key=lambda pair: -(taken[pair] + taken[pair[::-1]]))
