"""Texts parted so that every label is in every part, as far as there are enough of it, and copies stay together."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from mercalli.stats.folds import folds

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Bools, Ints
    from mercalli.inputs.texts import LabelledTexts


def strata(data: LabelledTexts) -> Ints:
    """The rarest label of each text, by which texts are parted; a text without labels is of a kind of its own."""
    order = np.argsort(np.argsort(data.counts, kind="stable"), kind="stable")
    rank = np.where(data.flags, order, len(order))
    rarest: Ints = rank.min(axis=1, initial=len(order))
    return rarest


def fold_of(stratum: Ints, groups: Ints, count: int, rng: np.random.Generator) -> Ints:
    """A fold for each text, drawn so that each stratum is spread evenly and texts of one group are together.

    >>> fold = fold_of(np.array([0, 0, 0, 0, 1, 1, 1]), np.array([0, 0, 1, 2, 3, 4, 5]), 3, np.random.default_rng(0))
    >>> bool(fold[0] == fold[1]), sorted(fold[1:4].tolist()), sorted(fold[4:].tolist())
    (True, [0, 1, 2], [0, 1, 2])
    """
    return folds(_parted(stratum, groups, count), stratum, count, rng)


def _parted(stratum: Ints, groups: Ints, count: int) -> Ints:
    """The groups; texts of a stratum with fewer groups than folds, or of a group larger than a fold, are alone."""
    distinct = np.unique(np.stack([stratum, groups]), axis=1)[0]
    few, large = np.bincount(distinct) < count, np.bincount(groups) > len(groups) / count
    alone = groups.max(initial=0) + 1 + np.arange(len(groups))
    parted: Ints = np.where(few[stratum] | large[groups], alone, groups)
    return parted


def held_out(stratum: Ints, groups: Ints, share: float, rng: np.random.Generator) -> Bools:
    """Which texts to test on: that share of each stratum, at least one of each that has two, never all.

    Texts of one group are held out together where they fit; where no group of a stratum does, texts are drawn singly.

    >>> held_out(np.array([0] * 20 + [1] * 2 + [2]), np.arange(23), 0.1, np.random.default_rng(0)).sum()
    np.int64(3)
    """
    sizes = np.bincount(stratum)
    wanted = np.minimum(np.maximum(np.floor(share * sizes + 0.5), sizes > 1), np.maximum(sizes - 1, 0)).astype(np.int64)
    chosen = _whole(stratum, groups, wanted, rng)
    lacking = np.where(np.bincount(stratum[chosen], minlength=len(sizes)) > 0, 0, wanted)
    return chosen | _alone(stratum, lacking, rng)


def _whole(stratum: Ints, groups: Ints, wanted: Ints, rng: np.random.Generator) -> Bools:
    """Groups in random order, each of them taken if no stratum gets more than is wanted of it."""
    key = rng.permutation(int(groups.max(initial=0)) + 1)[groups]
    order = np.argsort(key, kind="stable")
    edges = [*np.flatnonzero(np.diff(key[order], prepend=-1)).tolist(), len(order)]
    kinds, room = stratum[order].tolist(), wanted.tolist()
    chosen = np.zeros(len(stratum), np.bool_)
    for first, last in pairwise(edges):
        needed = Counter(kinds[first:last])
        if all(room[kind] >= number for kind, number in needed.items()):
            chosen[order[first:last]] = True
            for kind, number in needed.items():
                room[kind] -= number
    return chosen


def _alone(stratum: Ints, wanted: Ints, rng: np.random.Generator) -> Bools:
    """So many texts of each stratum, drawn one by one."""
    order = np.lexsort((rng.random(len(stratum)), stratum))
    sizes = np.bincount(stratum)
    place = np.arange(len(stratum)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    chosen = np.zeros(len(stratum), np.bool_)
    chosen[order] = place < np.repeat(wanted, sizes)
    return chosen
