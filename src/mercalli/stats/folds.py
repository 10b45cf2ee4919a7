"""Folds: texts dealt out so that copies stay together and every fold has its share of each label."""

import numpy as np

from mercalli.inputs.arrays import Floats, Ints


def folds(groups: Ints, codes: Ints, count: int, generator: np.random.Generator) -> Ints:
    """The fold of every entry: entries of one group have the same, groups are dealt label by label.

    >>> dealt = folds(np.array([0, 0, 1, 2, 3]), np.array([0, 0, 0, 1, 1]), 2, np.random.default_rng(0))
    >>> bool(dealt[0] == dealt[1] != dealt[2]), bool(dealt[3] != dealt[4])
    (True, True)
    """
    _, first, inverse = np.unique(groups, return_index=True, return_inverse=True)
    order = np.lexsort((generator.random(len(first)), codes[first]))
    dealt = np.empty(len(first), np.int64)
    dealt[order] = np.arange(len(first)) % count
    return dealt[inverse]


def ranks(groups: Ints, codes: Ints, generator: np.random.Generator) -> Floats:
    """For every entry the share of its label's entries that come before it in a random order, copies side by side.

    Entries below a share are a sample of each label, and those below a smaller share are a part of it.

    >>> ranks(np.array([0, 1, 2, 3]), np.array([0, 0, 1, 1]), np.random.default_rng(0))
    array([0.5, 0. , 0.5, 0. ])
    """
    drawn = generator.random(int(groups.max(initial=0)) + 1)[groups]
    order = np.lexsort((drawn, codes))
    counts = np.bincount(codes)
    place = np.empty(len(codes), np.float64)
    place[order] = np.arange(len(codes)) - np.repeat(np.cumsum(counts) - counts, counts)
    return place / counts[codes]
