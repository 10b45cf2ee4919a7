"""How much the choice of a threshold adds to the error of its worth: nested cross-validation.

An interval that holds thresholds fixed leaves out that another sample would have chosen another one. So each fold is
held out twice: once from the whole procedure, with its own cross-validation in the rest, and once in the usual way. By
how much both miss each other, less what the rows of the fold alone explain, is the error of the cross-validated value
(Bates, Hastie and Tibshirani 2023).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import sqrt

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.inputs.scores import Scores
from mercalli.metrics.ratio import ratio
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import steps_of
from mercalli.tasks.scores.threshold.choice import Wish
from mercalli.tasks.scores.threshold.held_out import FOLDS
from mercalli.tasks.scores.threshold.points import Points, from_nothing

SPLITS, MOST_STEPS = 50, 512
WIDEST = sqrt(FOLDS)


def choice_factor(scores: Scores, table: ScoreTable, wish: Wish, settings: Settings) -> float:
    """How many times as far as with thresholds held fixed an interval of the worth per case must reach.

    From 1 to the root of the number of folds, as the authors bound it; the latter where there are too few rows to say.
    Rows of a step of scores and a class are dealt to folds as if they were alike, and units as if rows were alone.
    """
    cells = _Cells.of(scores, table, wish)
    rng = generator(settings, "nested folds")
    dealt = rng.multinomial(cells.rows, np.full(FOLDS, 1 / FOLDS), size=(SPLITS, len(cells.rows)))
    return _Folds(np.moveaxis(dealt / np.maximum(cells.rows, 1)[:, None], -1, 0), cells, wish).factor


@dataclass(frozen=True)
class _Cells:
    """Steps of scores of positives, then of negatives: how many rows each has, and sums over them."""

    rows: Ints
    weight: Floats
    weight_sq: Floats
    acted: Floats
    left: Floats
    acted_sq: Floats
    left_sq: Floats

    @classmethod
    def of(cls, scores: Scores, table: ScoreTable, wish: Wish) -> _Cells:
        """What acting on the rows of a cell, and leaving them, is worth, and its squares per unit of weight."""
        step = steps_of(table, MOST_STEPS)
        size = int(step.max(initial=0)) + 1
        place = step[len(step) - 1 - np.searchsorted(table.score[::-1], scores.score)]
        cell = place + np.where(scores.positive, 0, size)
        acted, left = _values(scores, wish)
        parts = (
            scores.weight,
            scores.weight_sq,
            acted,
            left,
            *(ratio(each**2, scores.weight) for each in (acted, left)),
        )
        rows = sums(cell, scores.rows, 2 * size).astype(np.int64)
        return cls(rows, *(np.nan_to_num(sums(cell, part, 2 * size)) for part in parts))


def _values(scores: Scores, wish: Wish) -> tuple[Floats, Floats]:
    """What acting on each entry, and leaving it, is worth."""
    if scores.acted is not None and scores.left is not None:
        return scores.acted, scores.left
    value_tp, cost_fp, cost_fn, value_tn = (float(each) for each in wish.prices.values())
    acted, left = (np.where(scores.positive, *each) for each in ((value_tp, -cost_fp), (-cost_fn, value_tn)))
    return acted * scores.weight, left * scores.weight


@dataclass(frozen=True)
class _Folds:
    """Which share of every cell is in each fold of each split, (folds, splits, cells), and what the cells hold."""

    share: Floats
    cells: _Cells
    wish: Wish

    @property
    def factor(self) -> float:
        """The root of the error found over the error with thresholds held fixed, within its bounds.

        What chance in the splits adds is taken off: the same is done with the one threshold of all rows, of which the
        error is known.
        """
        more = self._miss(held=False) - self._miss(held=True)
        if not np.isfinite(more).any():
            return WIDEST
        found = float(np.nanmean(more)) * (FOLDS - 1) / FOLDS + self._whole_error(held=True)
        fixed = self._whole_error(held=False)
        return min(max(sqrt(max(found, 0.0) / fixed), 1.0), WIDEST) if fixed > 0 else 1.0

    def _whole_error(self, *, held: bool) -> float:
        """The squared standard error of the worth per case of all folds, were thresholds fixed."""
        mass = self._sum(self.cells.weight)
        return float(np.nansum(self._error(held=held) * (mass / mass.sum(axis=0)) ** 2, axis=0).mean())

    def _miss(self, *, held: bool) -> Floats:
        """By how much the rest's own cross-validation misses a fold, less what the rows of the fold explain."""
        left, mass = self._sum(self.cells.left), self._sum(self.cells.weight)
        inside = [
            sum(self._at(self._gain, other, {other, fold}, held=held) for other in range(FOLDS) if other != fold)
            for fold in range(FOLDS)
        ]
        rest = ratio(np.stack(inside) + left.sum(axis=0) - left, mass.sum(axis=0) - mass)
        found: Floats = (rest - self._outside(held=held)) ** 2 - self._error(held=held)
        return found

    def _outside(self, *, held: bool) -> Floats:
        """The worth per case of each fold under the threshold of the rest: (folds, splits)."""
        worth = self._each(self._gain, held=held) + self._sum(self.cells.left)
        return ratio(worth, self._sum(self.cells.weight))

    def _error(self, *, held: bool) -> Floats:
        """The squared standard error of the worth per case of each fold, were its threshold fixed: (folds, splits)."""
        mass, squares = self._sum(self.cells.weight), self._sum(self.cells.weight_sq)
        second = self._each(self._gain_sq, held=held) + self._sum(self.cells.left_sq)
        spread, freedom = ratio(second, mass) - self._outside(held=held) ** 2, ratio(mass**2, squares) - 1
        return np.where(freedom > 0, ratio(np.maximum(spread, 0.0), freedom), np.nan)

    @cached_property
    def _best(self) -> dict[frozenset[int], Ints]:
        """The best point of all rows, without one fold, and without two, in every split."""
        size = self.share.shape[-1] // 2
        halves = (self.share[..., part] * self.cells.weight[part] for part in (slice(size), slice(size, None)))
        curves = (*(from_nothing(half) for half in halves), self._gain)
        points = Points(*((part, part.sum(axis=0)) for part in curves))
        missing = {frozenset[int](), *(frozenset(pair) for pair in product(range(FOLDS), repeat=2))}
        return {
            each: points.best(np.array(sorted(each), np.int64), self.wish.scaled(1 - len(each) / FOLDS))
            for each in missing
        }

    @cached_property
    def _gain(self) -> Floats:
        return self._from_top(self.cells.acted - self.cells.left)

    @cached_property
    def _gain_sq(self) -> Floats:
        return self._from_top(self.cells.acted_sq - self.cells.left_sq)

    def _each(self, curve: Floats, *, held: bool) -> Floats:
        """What each fold has of something at the best point of the rest: (folds, splits)."""
        return np.stack([self._at(curve, fold, {fold}, held=held) for fold in range(FOLDS)])

    def _at(self, curve: Floats, fold: int, without: set[int], *, held: bool) -> Floats:
        """What a fold has of something at the best point without some folds; if `held`, at that of all: (splits,)."""
        place = self._best[frozenset() if held else frozenset(without)]
        found: Floats = np.take_along_axis(curve[fold], place[:, None], axis=-1)[:, 0]
        return found

    def _from_top(self, part: Floats) -> Floats:
        """Sums over the steps of both classes from the top down, beginning with nothing: (folds, splits, points)."""
        both = self.share * part
        size = both.shape[-1] // 2
        return from_nothing(both[..., :size] + both[..., size:])

    def _sum(self, part: Floats) -> Floats:
        """Sums over all cells: (folds, splits)."""
        found: Floats = self.share @ part
        return found
