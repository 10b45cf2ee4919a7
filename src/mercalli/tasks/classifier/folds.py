"""Texts parted so that every label is in every part, as far as there are enough of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Bools, Ints
    from mercalli.inputs.texts import LabelledTexts


def strata(data: LabelledTexts) -> Ints:
    """The rarest label of each text, by which texts are parted; a text without labels is of a kind of its own."""
    order = np.argsort(np.argsort(data.counts, kind="stable"), kind="stable")
    rank = np.where(data.flags, order, len(order))
    rarest: Ints = rank.min(axis=1, initial=len(order))
    return rarest


def fold_of(stratum: Ints, folds: int, rng: np.random.Generator) -> Ints:
    """A fold for each text, drawn so that each stratum is spread evenly and folds are of one size.

    >>> np.bincount(fold_of(np.array([0, 0, 0, 1, 1, 1]), 3, np.random.default_rng(0)))
    array([2, 2, 2])
    """
    order = rng.permutation(len(stratum))
    order = order[np.argsort(stratum[order], kind="stable")]
    fold = np.empty(len(stratum), np.int64)
    fold[order] = np.arange(len(stratum)) % folds
    return fold


def held_out(stratum: Ints, share: float, rng: np.random.Generator) -> Bools:
    """Which texts to test on: that share of each stratum, at least one of each that has two, never all.

    >>> held_out(np.array([0] * 20 + [1] * 2 + [2]), 0.1, np.random.default_rng(0)).sum()
    np.int64(3)
    """
    drawn = rng.random(len(stratum))
    order = np.lexsort((drawn, stratum))
    begins = np.flatnonzero(np.diff(stratum[order], prepend=-1))
    sizes = np.diff(begins, append=len(stratum))
    wanted = np.minimum(np.maximum(np.floor(share * sizes + 0.5), sizes > 1), np.maximum(sizes - 1, 0))
    place = np.arange(len(stratum)) - np.repeat(begins, sizes)
    chosen = np.zeros(len(stratum), np.bool_)
    chosen[order] = place < np.repeat(wanted, sizes)
    return chosen
