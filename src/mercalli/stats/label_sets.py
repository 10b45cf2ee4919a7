"""LabelSets: items that have any number of labels, counted label by label and by how far the sets overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from mercalli.errors import LengthError
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, total
from mercalli.stats.counts import Counts


@dataclass(frozen=True)
class Kinds:
    """Kinds of items: how many labels they truly have, were given, and have in common (T each).

    An item whose answer could not be read is of the kind that was given all labels but the true ones.
    `flags` tell kinds further apart, for statistics that need more than the sizes.
    """

    truth: Ints
    pred: Ints
    both: Ints
    flags: tuple[Ints, ...] = ()

    @classmethod
    def of(cls, keys: Sequence[Ints]) -> tuple[Kinds, Ints]:
        """The kinds that occur, and which one each item is of; sizes come first among the keys, then flags."""
        sizes = [int(key.max(initial=0)) + 1 for key in keys]
        (truth, pred, both, *flags), codes = distinct_rows(keys, sizes)
        return cls(truth, pred, both, tuple(flags)), codes

    @property
    def either(self) -> Ints:
        """Labels that an item has or was given."""
        return self.truth + self.pred - self.both


@dataclass(frozen=True)
class LabelSets:
    """How often each label was true, given, and both (..., L), and how many items are of each kind (..., T).

    Leading axes hold slices or replicates. It has the same names as a `Confusion` where that makes sense, so
    metrics of one class and their averages work on both.
    """

    labels: tuple[str, ...]
    truths: Floats
    preds: Floats
    both: Floats
    kinds: Kinds
    rows: Floats

    @classmethod
    def of(cls, truth: ArrayLike, pred: ArrayLike, labels: Sequence[str] | None = None) -> LabelSets:
        """From flags (items, L): which labels each item truly has, and which it was given.

        >>> LabelSets.of([[1, 0], [1, 1]], [[1, 1], [0, 1]]).per_class.tp
        array([1., 1.])
        """
        has, was_given = (np.asarray(side, np.bool_) for side in (truth, pred))
        if has.shape != was_given.shape:
            shapes = [" x ".join(map(str, side.shape)) for side in (has, was_given)]
            raise LengthError.about(
                "flags of labels",
                f"must be items x labels, alike for truth and pred; found {' and '.join(shapes)}.",
            )
        truths, preds, both = (side.sum(axis=0).astype(np.float64) for side in (has, was_given, has & was_given))
        kinds, codes = Kinds.of(sizes_of(has, was_given))
        names = tuple(map(str, range(has.shape[1]))) if labels is None else tuple(labels)
        rows = np.bincount(codes, minlength=len(kinds.truth)).astype(np.float64)
        return cls(names, truths, preds, both, kinds, rows)

    @cached_property
    def total(self) -> Floats:
        """How many items: (...)."""
        return total(self.rows)

    @cached_property
    def per_class(self) -> Counts:
        """Each label by itself, given or not; the last axis is the label."""
        fp, fn = self.preds - self.both, self.truths - self.both
        return Counts(self.both, fp, fn, self.total[..., None] - self.both - fp - fn)


def sizes_of(truth: Bools, pred: Bools) -> list[Ints]:
    """How many labels each item has, was given, and has in common (items, L)."""
    return [side.sum(axis=1, dtype=np.int64) for side in (truth, pred, truth & pred)]


def decided(probabilities: Floats, weights: Floats | float = 1.0, *, single: bool) -> Bools:
    """Which labels to give (items, L): the one of most weighted probability, or all whose weighted odds are even.

    >>> decided(np.array([[0.6, 0.4]]), np.array([1.0, 2.0]), single=True)
    array([[False,  True]])
    >>> decided(np.array([[0.4, 0.1]]), np.array([2.0, 2.0]), single=False)
    array([[ True, False]])
    """
    if not single:
        return probabilities * weights >= 1 - probabilities
    flags = np.zeros(probabilities.shape, np.bool_)
    flags[np.arange(len(flags)), (probabilities * weights).argmax(axis=1)] = True
    return flags
