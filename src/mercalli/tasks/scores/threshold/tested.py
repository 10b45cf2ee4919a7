"""Which score serves better what was asked for, with chance in the choice of thresholds as well as in the rows.

With thresholds held fixed, two scores that are equally good differ "significantly" in 10 to 15 of 100 samples. So rows
are drawn again, and scores exchanged, before thresholds are chosen: each time on four fifths of the rows and applied to
the rest, over several splits. Rows are put into blocks by chance, and splits are made of whole blocks, so that only
sums over blocks are needed; see docs/decisions_from_scores.md for how often it errs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from mercalli.tasks.scores.threshold.choice import Wish
from mercalli.tasks.scores.threshold.held_out import FOLDS
from mercalli.tasks.scores.threshold.points import Points, from_nothing, gain_of

BLOCKS, SPLITS = 10, 8
EVEN_STEPS, FINE_STEPS, FINEST = 96, 64, 1e-4


def of_decisions(rows: JointRows, metric: Metric, values: Mapping[str, float], wish: Wish, settings: Settings) -> Sums:
    """A metric of decisions on rows held out, with all that it takes to choose thresholds again."""
    rng = generator(settings, f"{PAIRED}|folds")
    blocks, folds = min(BLOCKS, rows.groups), min(FOLDS, rows.groups)
    splits = np.array([rng.permutation(np.arange(blocks) % folds) for _ in range(SPLITS)])
    edges = step_edges(rows.n)
    step = {name: np.searchsorted(edges, places(rows.scores[name], rows.weight), side="right") for name in values}
    parts = {name: _curves(rows, step[name].astype(np.int64), len(edges) + 1, wish) for name in values}
    return Sums(
        (metric,),
        {name: np.array([each]) for name, each in values.items()},
        parts,
        _Decisions(metric, wish, splits),
        rng.permutation(np.arange(rows.groups) % blocks),
    )


def step_edges(rows: int) -> Floats:
    """Where steps of places end, from the top down; each row by itself where rows are few.

    They are finest at both ends, because where misses cost most, nearly everything is acted on.
    """
    if rows <= EVEN_STEPS + FINE_STEPS:
        return np.arange(1, rows) / rows
    fine, even = np.geomspace(FINEST, 1, FINE_STEPS), np.linspace(0, 1, EVEN_STEPS)
    return np.unique(np.concatenate([fine, 1 - fine, even]))[1:-1]


def _curves(rows: JointRows, step: Ints, size: int, wish: Wish) -> Floats:
    """By group, true and false positives when nothing is acted on, then from every step on.

    With values of cases, what acting on so much is worth follows.
    """
    tables = rows.tables(step, size).reshape(rows.groups, 2, size)
    if not wish.columns:
        return from_nothing(tables).reshape(rows.groups, -1)
    acted, left = case_values(rows, wish)
    gain = sums(rows.group * size + step, (acted - left) * rows.weight, rows.groups * size)
    rest = sums(rows.group, left * rows.weight, rows.groups)
    worth = from_nothing(gain.reshape(rows.groups, size)) + rest[:, None]
    return np.concatenate([from_nothing(tables).reshape(rows.groups, -1), worth], axis=1)


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

    def __call__(self, curves: Floats) -> Floats:
        """(blocks, R, curves) to (R, 1)."""
        tp, fp, *worth = np.split(curves, 3 if self.wish.columns else 2, axis=-1)
        good = worth[0] if worth else gain_of(tp, fp, self.wish)
        points = Points(*((part, part.sum(axis=0)) for part in (tp, fp, good)))
        asked = (good,) if worth else (tp, fp)
        held = np.mean([self._held(points, split, asked) for split in self.splits], axis=0)
        positives, negatives = (whole[..., -1] for _, whole in (points.tp, points.fp))
        if worth:
            return ratio(held[0], positives + negatives)[..., None]
        counts = Counts(held[0], held[1], positives - held[0], negatives - held[1])
        return np.asarray(self.metric(counts), np.float64)[..., None]

    def _held(self, points: Points, split: Ints, asked: Sequence[Floats]) -> Floats:
        """What is asked for, summed over folds, each under the threshold of the rest: (asked, R)."""
        folds = np.unique(split)
        wish, replicates = self.wish.scaled(1 - 1 / len(folds)), np.arange(asked[0].shape[1])
        found = np.zeros((len(asked), len(replicates)))
        for fold in folds:
            blocks = np.flatnonzero(split == fold)
            best = points.best(blocks, wish)
            found += [part[blocks[:, None], replicates, best].sum(axis=0) for part in asked]
        return found
