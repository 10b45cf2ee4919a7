"""Counts: the 2 x 2 table of one class against the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mercalli.errors import MapError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.binary import Binary

BLOCK = 1 << 19


@dataclass(frozen=True)
class Counts:
    """True and false positives and negatives; each may be a number or an array with leading axes."""

    tp: float | Floats
    fp: float | Floats
    fn: float | Floats
    tn: float | Floats

    @classmethod
    def of(cls, truth: ArrayLike, pred: ArrayLike) -> Counts:
        """From two arrays of booleans (or 0 and 1) of the same shape; where either is NaN or masked, nobody looked.

        >>> Counts.of([1, 1, 0, 0], [1, 0, 0, float("nan")])
        Counts(tp=1, fp=0, fn=1, tn=1)
        """
        truth_cells, pred_cells = Binary.check(truth, "truth"), Binary.check(pred, "pred")
        if truth_cells.positive.shape != pred_cells.positive.shape:
            raise MapError.shapes("truth", truth_cells.positive.shape, "pred", pred_cells.positive.shape)
        counts, shared = np.zeros(4, np.int64), np.empty(BLOCK, np.bool_)
        for first, second, known in _blocks(truth_cells, pred_cells):
            both = np.logical_and(first, second, out=shared[: len(first)])
            alarms = second if known is None else second & known
            total = len(first) if known is None else np.count_nonzero(known)
            counts += np.array([*map(np.count_nonzero, (both, first, alarms)), total])
        tp, positives, predicted, everything = counts.tolist()
        return cls(tp, predicted - tp, positives - tp, everything - positives - predicted + tp)

    @property
    def positives(self) -> float | Floats:
        """What really is of the class."""
        return self.tp + self.fn

    @property
    def negatives(self) -> float | Floats:
        """What really is not."""
        return self.fp + self.tn

    @property
    def alarms(self) -> float | Floats:
        """What was predicted to be of the class."""
        return self.tp + self.fp

    @property
    def total(self) -> float | Floats:
        """Everything."""
        return self.tp + self.fp + self.fn + self.tn

    def pooled(self) -> Counts:
        """All classes added together (the last axis), for micro averages.

        >>> per_class = Counts(np.array([2.0, 1.0]), np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([1.0, 2.0]))
        >>> print(per_class.pooled().tp)
        3.0000
        """
        return Counts(*(np.sum(part, axis=-1) for part in (self.tp, self.fp, self.fn, self.tn)))


def _blocks(one: Binary, two: Binary) -> Iterator[tuple[Bools, Bools, Bools | None]]:
    """Both flat and a block at a time, the first without what is not known of both."""
    flat = [None if part is None else part.reshape(-1) for part in (one.positive, two.positive, one.known, two.known)]
    for start in range(0, one.positive.size, BLOCK):
        part = slice(start, start + BLOCK)
        first, second, seen, said = (None if each is None else each[part] for each in flat)
        known = seen if said is None else said if seen is None else seen & said
        yield first if known is None else first & known, second, known  # type: ignore[misc, operator]
