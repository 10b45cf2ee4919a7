"""Tables of which only sums of classes were counted: how many rows each has, how many are right, how many predicted.

These are 3 numbers for each class where a table has one for each pair, and most metrics need no more of it. Of all
tables with these sums the one of largest entropy stands for them: off the diagonal it is as mixed as the sums allow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.stats.sharing import Rule

FOUND, MARGINS, CELLS = "found", "margins", "cells"
TABLES = (FOUND, MARGINS, CELLS)  # from the least that is told to the most
FEWEST_CLASSES = 4  # with fewer classes, cells are no more numbers than margins, and give nothing away twice
MOST_CLASSES = 200
STEP = 2.0**-20
STEPS, CLOSE = 500, 1e-9


@dataclass(frozen=True)
class Margins:
    """Sums of tables: right of each class and truths (..., K), and predictions (..., K + 1), the last outside."""

    right: Floats
    truths: Floats
    preds: Floats

    @classmethod
    def of(cls, cells: Floats) -> Margins:
        """Those of tables (..., K, K + 1)."""
        return cls(np.diagonal(cells, axis1=-2, axis2=-1), cells.sum(axis=-1), cells.sum(axis=-2))

    @property
    def found(self) -> Margins:
        """The same without what was predicted."""
        return replace(self, preds=np.zeros_like(self.preds))

    @property
    def possible(self) -> Margins:
        """The same with no more right than there are, which rounding may leave."""
        return replace(self, right=np.minimum(self.right, self.truths))

    def each(self, change: Callable[[Floats], Floats]) -> Margins:
        """The same with every number changed."""
        return Margins(change(self.right), change(self.truths), change(self.preds))

    @property
    def missed(self) -> Floats:
        """Rows of each class that are not right."""
        return self.truths - self.right

    @property
    def wrong(self) -> Floats:
        """Wrong predictions of each class, as many as rows were missed, which rounding puts out of step.

        What is right and what is missed stays, so that recall and accuracy are what was shared.
        """
        missed = self.missed.sum(axis=-1)
        wrong = np.maximum(self.preds - _padded(self.right), 0.0)
        share = np.where(wrong.sum(axis=-1, keepdims=True) > 0, wrong, _padded(np.ones_like(self.right)))
        found = _exact(share * (missed / share.sum(axis=-1))[..., None])
        largest = found.argmax(axis=-1)[..., None]
        rest = missed[..., None] - found.sum(axis=-1, keepdims=True)
        np.put_along_axis(found, largest, np.take_along_axis(found, largest, -1) + rest, -1)
        return found

    @property
    def cells(self) -> Floats:
        """Some tables (..., K, K + 1) with exactly these sums; single cells mean nothing, and may be below 0.

        >>> table = Margins(np.array([3.0, 0, 1]), np.array([5.0, 0, 2]), np.array([4.0, 2, 1, 0])).cells
        >>> table.sum(axis=1), table.sum(axis=0)
        (array([5., 0., 2.]), array([4., 2., 1., 0.]))
        """
        size = self.right.shape[-1]
        missed, wrong, outside = self.missed, self.wrong[..., :-1], self.wrong[..., -1]
        both = (missed.sum(axis=-1) + wrong.sum(axis=-1) / (size - 1)) / size
        rows = (missed - both[..., None] + wrong / (size - 1)) / (size - 1 / (size - 1))
        columns = np.concatenate([(wrong + rows) / (size - 1), outside[..., None] / size], axis=-1)
        table = _exact(rows[..., :, None] + columns[..., None, :])
        places = np.arange(size)
        table[..., places, places] = 0.0
        table[..., places - 1, places] += wrong - table[..., :-1].sum(axis=-2)
        table[..., -1] += missed - table.sum(axis=-1)
        table[..., places, places] = self.right
        return table


def _exact(numbers: Floats) -> Floats:
    """Numbers near these whose sums are not rounded, so that nothing is what it must be."""
    found: Floats = np.rint(numbers / STEP) * STEP
    return found


def _padded(classes: Floats) -> Floats:
    """Numbers of classes, with none for what is outside."""
    return np.concatenate([classes, np.zeros_like(classes[..., :1])], axis=-1)


@dataclass(frozen=True)
class Noise:
    """What rounding did to a table: the same is done to its replicates.

    Attributes:
        rule: How counts were rounded.
        table: What was counted.
        pieces: Of how many rounded counts each number consists.
    """

    rule: Rule
    table: str
    pieces: int

    def __call__(self, cells: Floats, rng: np.random.Generator) -> Floats:
        """Tables (..., K, K + 1) as they would have been released; cells are known where they were counted alone."""
        if self.table == CELLS:
            return self._rounded(cells, rng)
        margins = Margins.of(cells)
        told = margins.found if self.table == FOUND else margins
        return told.each(partial(self._rounded, rng=rng)).possible.cells

    def _rounded(self, counts: Floats, rng: np.random.Generator) -> Floats:
        return self.rule.redrawn(np.rint(counts).astype(np.int64), self.pieces, rng).astype(np.float64)

    def told_from(self, classes: int) -> int:
        """From how many rows on a class has values of its own."""
        return self.rule.told_from(self.pieces * (classes + 1 if self.table == CELLS else 1))


def fitted(margins: Margins) -> Ints:
    """The whole table (K, K + 1) of largest entropy with these sums of one table, which need not agree."""
    margins = margins.possible
    missed, size = margins.missed, len(margins.right)
    wrong = _possible(missed, _whole(margins.wrong))
    table = _fit(missed, wrong)
    whole = np.floor(table + CLOSE).astype(np.int64)
    rest = _rest(table - whole, missed - whole.sum(axis=1), wrong - whole.sum(axis=0))
    if rest is None:  # fitting did not come to its end
        rest, whole = _rest(table, missed, wrong), np.zeros_like(whole)
    found: Ints = whole if rest is None else whole + rest
    found[np.arange(size), np.arange(size)] = margins.right
    return found


def _possible(missed: Floats, wrong: Floats) -> Floats:
    """The same number of wrong predictions, where no class has more than rows of others were missed."""
    room = missed.sum() - _padded(missed)
    kept: Floats = np.minimum(wrong, room)
    for at in np.argsort(kept - room, kind="stable"):
        kept[at] += min(wrong.sum() - kept.sum(), room[at] - kept[at])
    return kept


def _whole(numbers: Floats) -> Floats:
    """Whole numbers near these, with the same sum: the largest rests go up."""
    low = np.floor(numbers + CLOSE)
    up = np.argsort(-(numbers - low), kind="stable")[: round(float(numbers.sum() - low.sum()))]
    low[up] += 1
    return low


def _fit(missed: Floats, wrong: Floats) -> Floats:
    """Iterative proportional fitting, with nothing on the diagonal."""
    size = len(missed)
    table = 1.0 - np.eye(size, size + 1)
    for _ in range(STEPS):
        table *= _factors(missed, table.sum(axis=1))[:, None]
        table *= _factors(wrong, table.sum(axis=0))
        if np.allclose(table.sum(axis=1), missed, rtol=0, atol=CLOSE):
            break
    return table


def _factors(wanted: Floats, there: Floats) -> Floats:
    return np.divide(wanted, there, out=np.zeros_like(wanted), where=there > 0)


def _rest(parts: Floats, rows: Floats, columns: Floats) -> Ints | None:
    """What is left of rows and columns, put where the parts are largest: a transport problem, with a whole solution."""
    from scipy.optimize import linprog  # noqa: PLC0415 - 500 ms, only for shared margins
    from scipy.sparse import eye_array, kron, vstack  # noqa: PLC0415 - as above

    size, width = parts.shape
    allowed = np.eye(size, width).ravel() == 0
    sums = [kron(eye_array(size), np.ones((1, width))), kron(np.ones((1, size)), eye_array(width))]
    wanted = np.concatenate([rows, columns])
    cost = np.where(parts > CLOSE, -parts, size).ravel()[allowed]
    solved = linprog(cost, A_eq=vstack(sums).tocsc()[:, allowed], b_eq=wanted, method="highs")
    if solved.x is None:
        return None
    found = np.zeros(size * width, np.int64)
    found[allowed] = np.rint(solved.x).astype(np.int64)
    return found.reshape(size, width)
