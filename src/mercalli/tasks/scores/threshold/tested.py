"""Which score serves better what was asked for, with chance in the choice of thresholds as well as in the rows.

With thresholds held fixed, two scores that are equally good differ "significantly" in 10 to 15 of 100 samples. So rows
are drawn again, and scores exchanged, before thresholds are chosen: each time on four fifths of the rows and applied to
the rest, over several splits. Rows are put into blocks by chance, and splits are made of whole blocks, so that only
sums over blocks are needed; see docs/decisions_from_scores.md for how often it errs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts
from mercalli.tasks.scores.joint import PAIRED, JointRows, places
from mercalli.tasks.scores.paired import Sums
from mercalli.tasks.scores.threshold.choice import Wish, allowed_points, goodness
from mercalli.tasks.scores.threshold.held_out import FOLDS

BLOCKS, SPLITS = 10, 8
EVEN_STEPS, FINE_STEPS, FINEST = 96, 64, 1e-4


def of_decisions(rows: JointRows, metric: Metric, values: Mapping[str, float], wish: Wish, settings: Settings) -> Sums:
    """A metric of decisions on rows held out, with all that it takes to choose thresholds again."""
    rng = generator(settings, f"{PAIRED}|folds")
    blocks, folds = min(BLOCKS, rows.groups), min(FOLDS, rows.groups)
    splits = np.array([rng.permutation(np.arange(blocks) % folds) for _ in range(SPLITS)])
    edges = _edges(rows.n)
    step = {name: np.searchsorted(edges, places(rows.scores[name], rows.weight), side="right") for name in values}
    parts = {name: _cells(rows, step[name].astype(np.int64), len(edges) + 1, wish) for name in values}
    return Sums(
        (metric,),
        {name: np.array([each]) for name, each in values.items()},
        parts,
        _Decisions(metric, wish, splits, len(edges) + 1),
        rng.permutation(np.arange(rows.groups) % blocks),
    )


def _edges(rows: int) -> Floats:
    """Where steps of places end, from the top down: finest at the top, each row by itself where rows are few."""
    if rows <= EVEN_STEPS + FINE_STEPS:
        return np.arange(1, rows) / rows
    return np.union1d(np.geomspace(FINEST, 1, FINE_STEPS), np.linspace(0, 1, EVEN_STEPS))[1:-1]


def _cells(rows: JointRows, step: Ints, size: int, wish: Wish) -> Floats:
    """Positives and negatives by step and, with values of cases, what acting gains and leaving all is worth."""
    tables = rows.tables(step, size)
    if not wish.columns:
        return tables
    acted, left = case_values(rows, wish)
    gain = sums(rows.group * size + step, (acted - left) * rows.weight, rows.groups * size)
    rest = sums(rows.group, left * rows.weight, rows.groups)
    return np.concatenate([tables, gain.reshape(rows.groups, size), rest[:, None]], axis=1)


def case_values(rows: JointRows, wish: Wish) -> tuple[Floats, Floats]:
    """What acting on each row, and leaving it, is worth."""
    value_tp, cost_fp, cost_fn, value_tn = (
        rows.numbers[each] if isinstance(each, str) else np.full(rows.n, float(each)) for each in wish.prices.values()
    )
    return np.where(rows.positive, value_tp, -cost_fp), np.where(rows.positive, -cost_fn, value_tn)


@dataclass(frozen=True)
class _Decisions:
    """From sums over blocks to what decisions on rows held out come to.

    `splits` says in which fold each block is: (splits, blocks).
    """

    metric: Metric
    wish: Wish
    splits: Ints
    steps: int

    def __call__(self, cells: Floats) -> Floats:
        """(..., blocks x cells) to (..., 1)."""
        blocks = self.splits.shape[1]
        each = cells.reshape(*cells.shape[:-1], blocks, -1)
        curves = _Curves.of(each, self.steps)
        whole = curves.added(range(blocks))
        found = [part for split in self.splits for part in self._folds(curves, whole, split)]
        tp, fp, worth = (np.sum([part[at] for part in found], axis=0) / len(self.splits) for at in range(3))
        positives, negatives = whole.tp[..., -1], whole.fp[..., -1]
        if self.wish.columns:
            return ratio(worth, positives + negatives)[..., None]
        counts = Counts(tp, fp, positives - tp, negatives - fp)
        return np.asarray(self.metric(counts), np.float64)[..., None]

    def _folds(self, curves: _Curves, whole: _Curves, split: Ints) -> Iterator[tuple[Floats, Floats, Floats]]:
        """True and false positives, and the worth, of each fold under the threshold of the rest."""
        for fold in np.unique(split):
            held = curves.added(np.flatnonzero(split == fold).tolist())
            rest = whole.without(held)
            at = rest.best(self.wish.scaled(1 - 1 / len(np.unique(split))))[..., None]
            yield tuple(np.take_along_axis(part, at, axis=-1)[..., 0] for part in (held.tp, held.fp, held.worth))  # type: ignore[misc]


@dataclass(frozen=True)
class _Curves:
    """True and false positives when nothing is acted on, then from every step on, and the worth by cases, or zeros."""

    tp: Floats
    fp: Floats
    worth: Floats
    by_case: bool

    @classmethod
    def of(cls, cells: Floats, steps: int) -> _Curves:
        """From positives, negatives and, with values of cases, gains by step, and the worth of leaving all."""
        tp, fp = (_from_nothing(cells[..., at * steps : (at + 1) * steps]) for at in range(2))
        by_case = cells.shape[-1] > 2 * steps
        worth = _from_nothing(cells[..., 2 * steps : 3 * steps]) + cells[..., -1:] if by_case else tp
        return cls(tp, fp, worth, by_case)

    def added(self, blocks: Sequence[int]) -> _Curves:
        """The sum over some blocks, which are the axis before the last."""
        tp, fp, worth = (part[..., list(blocks), :].sum(axis=-2) for part in (self.tp, self.fp, self.worth))
        return _Curves(tp, fp, worth, self.by_case)

    def without(self, other: _Curves) -> _Curves:
        """What is left."""
        return _Curves(self.tp - other.tp, self.fp - other.fp, self.worth - other.worth, self.by_case)

    def best(self, wish: Wish) -> Ints:
        """The place of the best point, of equals the one that alerts least."""
        positives, negatives = self.tp[..., -1:], self.fp[..., -1:]
        counts = Counts(self.tp, self.fp, positives - self.tp, negatives - self.fp)
        good = self.worth if self.by_case else goodness(counts, wish)
        if wish.bounds:
            good = np.where(allowed_points(counts, wish), good, -np.inf)
        place: Ints = np.argmax(good, axis=-1)
        return place


def _from_nothing(steps: Floats) -> Floats:
    """Running sums, beginning with nothing."""
    start = np.zeros((*steps.shape[:-1], 1))
    return np.concatenate([start, np.cumsum(steps, axis=-1)], axis=-1)
