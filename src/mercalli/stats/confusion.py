"""Confusion: truth against prediction over declared classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from mercalli.errors import ClassError, LengthError, WeightError
from mercalli.inputs.arrays import Floats, total
from mercalli.inputs.classes import FEWEST_CLASSES
from mercalli.stats.counts import Counts
from mercalli.text.words import shown

ROUNDING = 1e-12


@dataclass(frozen=True)
class Confusion:
    """Rows are truth, columns predictions in the same order, then one column for invalid predictions.

    `cells` has shape (..., K, K + 1); leading axes hold slices, contexts or replicates, and every
    metric works on all of them at once.
    """

    cells: Floats
    classes: tuple[str, ...]

    @classmethod
    def of(cls, table: ArrayLike, classes: Sequence[str] | None = None) -> Confusion:
        """From a table of counts, (..., K, K) or (..., K, K + 1).

        >>> Confusion.of([[3, 1], [0, 2]]).accurate
        array([3., 2.])
        """
        cells = np.asarray(table, np.float64)
        size = cells.shape[-2] if cells.ndim > 1 else 0
        names = tuple(str(code) for code in range(size)) if classes is None else tuple(classes)
        if len(names) != size:
            raise LengthError.unequal([("the table", size), ("the class list", len(names))])
        if size < FEWEST_CLASSES:
            raise ClassError.too_few(size)
        if cells.shape[-1] not in (size, size + 1):
            raise LengthError.about(
                f"a table of {size} classes",
                f"must have {size} columns, or {size + 1} with one for invalid predictions; found {cells.shape[-1]}.",
            )
        if not (cells >= 0).all():
            raise WeightError.outside(float(np.nanmin(cells)), "the table")
        if cells.shape[-1] == size:
            cells = np.concatenate([cells, np.zeros((*cells.shape[:-1], 1))], axis=-1)
        return cls(cells, names)

    def __add__(self, other: Confusion) -> Confusion:
        """Two parts merged; they must declare the same classes."""
        if self.classes != other.classes:
            raise ClassError.about(
                "tables",
                f"can be merged only over the same classes in the same order; "
                f"found {shown(self.classes)} against {shown(other.classes)}.",
            )
        return Confusion(self.cells + other.cells, self.classes)

    def merged(self, axis: int) -> Confusion:
        """One leading axis added up; `axis` counts from the end of the leading axes, so -1 is the last."""
        return Confusion(self.cells.sum(axis=axis - 2), self.classes)

    @cached_property
    def truths(self) -> Floats:
        """How much truth each class has: (..., K)."""
        return total(self.cells)

    @cached_property
    def preds(self) -> Floats:
        """How much each class was predicted: (..., K)."""
        return total(self.cells[..., :-1], axis=-2)

    @cached_property
    def accurate(self) -> Floats:
        """How much of each class was right: (..., K)."""
        return np.diagonal(self.cells, axis1=-2, axis2=-1)

    @cached_property
    def total(self) -> Floats:
        """Everything: (...)."""
        return total(self.truths)

    @cached_property
    def invalid(self) -> Floats:
        """Predictions outside the classes: (...)."""
        return total(self.cells[..., -1])

    @cached_property
    def per_class(self) -> Counts:
        """Each class against the rest; the last axis is the class."""
        fp, fn = self.preds - self.accurate, self.truths - self.accurate
        rows = self.total[..., None]
        tn = rows - self.accurate - fp - fn
        return Counts(self.accurate, _exact(fp, self.preds), _exact(fn, self.truths), _exact(tn, rows))

    def as_if(self, shares: Floats) -> Confusion:
        """The table in expectation if predictions were drawn by `shares` (..., K) whatever the truth."""
        cells = np.zeros_like(self.cells)
        cells[..., :-1] = self.truths[..., None] * shares[..., None, :]
        return Confusion(cells, self.classes)

    def prior(self) -> Floats:
        """Shares of the classes in the truth: what a random baseline draws from."""
        with np.errstate(invalid="ignore"):
            shares: Floats = self.truths / self.total[..., None]
        return shares

    def majority(self) -> Floats:
        """All on the most frequent class (the first of several): what a constant baseline predicts."""
        shares: Floats = np.eye(len(self.classes))[self.truths.argmax(axis=-1)]
        return shares


def _exact(rest: Floats, whole: Floats) -> Floats:
    """What is left of a subtraction of weights: 0 where only rounding is left."""
    return np.where(rest <= ROUNDING * whole, 0.0, rest)
