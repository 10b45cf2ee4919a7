"""All points at which one may act, in parts of the rows: the best of them without some parts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.stats.counts import Counts
from mercalli.tasks.scores.threshold.choice import TOLERANCE, Wish, allowed_points


def gain_of(tp: Floats, fp: Floats, wish: Wish) -> Floats:
    """What the best point has most of, but for what is the same at all points; it adds up over blocks."""
    if not wish.prices:
        return -(tp + fp) if wish.aim == "fewest alerts" else tp
    value_tp, cost_fp, cost_fn, value_tn = (float(each) for each in wish.prices.values())
    gain: Floats = (value_tp + cost_fn) * tp - (cost_fp + value_tn) * fp
    return gain


@dataclass(frozen=True)
class Points:
    """True and false positives, and what the best point has most of, from every step on: each by block, and in all."""

    tp: tuple[Floats, Floats]
    fp: tuple[Floats, Floats]
    good: tuple[Floats, Floats]

    def best(self, blocks: Ints, wish: Wish) -> Ints:
        """The place of the best point without some blocks, of equals the one that alerts least: (R,)."""
        good = _without(self.good, blocks)
        if wish.bounds:
            tp, fp = _without(self.tp, blocks), _without(self.fp, blocks)
            counts = Counts(tp, fp, tp[..., -1:] - tp, fp[..., -1:] - fp)
            good = np.where(allowed_points(counts, wish), good, -np.inf)
        best = good.max(axis=-1, keepdims=True)
        place: Ints = np.argmax(good >= best - TOLERANCE * np.maximum(1.0, np.abs(best)), axis=-1)
        return place


def _without(part: tuple[Floats, Floats], blocks: Ints) -> Floats:
    """The whole less some blocks."""
    each, whole = part
    rest: Floats = whole.copy()
    for block in blocks:
        rest -= each[block]
    return rest


def from_nothing(steps: Floats) -> Floats:
    """Running sums, beginning with nothing."""
    start = np.zeros((*steps.shape[:-1], 1))
    return np.concatenate([start, np.cumsum(steps, axis=-1)], axis=-1)
