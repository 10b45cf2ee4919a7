"""ScoreTable: every distinct score with the positives and negatives that have it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, sums, total
from mercalli.stats.counts import Counts
from mercalli.stats.packed import joint_scores, laid, running_counts, steps, stretches


@dataclass(frozen=True)
class ScoreTable:
    """Scores from high to low, with the weight of positives and of negatives at each: (..., M).

    Leading axes hold slices or replicates over the same scores.
    """

    score: Floats
    positive: Floats
    negative: Floats

    behind: ClassVar[float] = 0.5  # how often a positive scores less than a negative of the same entry
    scatter: ClassVar[float] = 0.0  # the variance of the scores of an entry

    @classmethod
    def of(cls, score: Floats, positive: Bools, weight: Floats | None = None) -> ScoreTable:
        """From rows in any order; equal scores are one entry.

        >>> table = ScoreTable.of(np.array([0.2, 0.9, 0.2]), np.array([True, True, False]))
        >>> table.score, table.positive, table.negative
        (array([0.9, 0.2]), array([1., 1.]), array([0., 1.]))
        """
        if weight is None:
            return CountedScores.count(score, positive)
        rising, code = np.unique(score, return_inverse=True)
        parts = (sums(code[chosen], weight[chosen], len(rising))[::-1] for chosen in (positive, ~positive))
        return cls(rising[::-1].astype(np.float64) + 0.0, *parts)  # 0.0 for -0.0

    def __add__(self, other: ScoreTable) -> ScoreTable:
        """Two parts merged."""
        score, mine, others = joint_scores(self.score, other.score)
        parts = ((self.positive, other.positive), (self.negative, other.negative))
        return ScoreTable(score, *(laid(one, mine, len(score)) + laid(two, others, len(score)) for one, two in parts))

    def rounded(self, steps: int) -> ScoreTable:
        """The same with scores in so many steps from 0 to 1; those that become equal are one entry.

        >>> ScoreTable(np.array([0.9, 0.26, 0.24]), np.ones(3), np.zeros(3)).rounded(4).score
        array([1.  , 0.25])
        """
        rising, code = np.unique(np.round(self.score * steps) / steps, return_inverse=True)
        parts = (sums(code, part, len(rising))[::-1] for part in (self.positive, self.negative))
        return ScoreTable(rising[::-1], *parts)

    @cached_property
    def tp(self) -> Floats:
        """Positives with this score or a higher one."""
        return np.cumsum(self.positive, axis=-1)

    @cached_property
    def fp(self) -> Floats:
        """Negatives with this score or a higher one."""
        return np.cumsum(self.negative, axis=-1)

    @cached_property
    def positives(self) -> Floats:
        """All positives: (...)."""
        return total(self.positive)

    @cached_property
    def negatives(self) -> Floats:
        """All negatives: (...)."""
        return total(self.negative)

    @property
    def total(self) -> Floats:
        """Everything: (...)."""
        return self.positives + self.negatives

    @property
    def precisions(self) -> Floats:
        """What the precision at each positive adds up to; all of one score are acted on together: (..., M)."""
        precision = self.tp + self.fp
        np.divide(self.tp, precision, out=precision, where=precision > 0)
        precision *= self.positive
        return precision

    @property
    def apart(self) -> ScoreTable:
        """The same with every row at its own score, in no order of scores."""
        return self

    @cached_property
    def counts(self) -> Counts:
        """The 2 x 2 table at every threshold: everything that scores at least that much is an alarm."""
        positives, negatives = np.asarray(self.positives)[..., None], np.asarray(self.negatives)[..., None]
        return Counts(self.tp, self.fp, positives - self.tp, negatives - self.fp)

    def curve_points(self) -> tuple[Floats, Floats, Floats]:
        """False positive rate, recall and precision at every threshold, from high to low: (..., M) each."""
        positives, negatives = np.asarray(self.positives)[..., None], np.asarray(self.negatives)[..., None]
        precision = self.tp + self.fp
        with np.errstate(invalid="ignore"):
            np.divide(self.tp, precision, out=precision)
            return self.fp / negatives, self.tp / positives, precision

    def pieces(self) -> Iterator[ScoreTable]:
        """The same in stretches of scores, each with the running counts of the whole: for sums without large arrays."""
        return (self._piece(part) for part in stretches(len(self.score)))

    def _piece(self, part: slice) -> ScoreTable:
        piece = ScoreTable(self.score[part], self.positive[..., part], self.negative[..., part])
        vars(piece).update(tp=self.tp[..., part], fp=self.fp[..., part])
        return piece

    def counts_at(self, threshold: float) -> Counts:
        """The 2 x 2 table at one threshold, which need not be a score that occurs."""
        alarmed = self.score >= threshold
        tp, fp = (part[..., alarmed].sum(axis=-1) for part in (self.positive, self.negative))
        return Counts(tp, fp, self.positives - tp, self.negatives - fp)


class CountedScores(ScoreTable):
    """Rows that weigh the same: running counts are made first, and each score's own when it is asked for."""

    def __init__(self, score: Floats, tp: Floats, fp: Floats) -> None:
        vars(self).update(score=score, tp=tp, fp=fp)

    @classmethod
    def count(cls, score: Floats, positive: Bools) -> CountedScores:
        """From rows in any order."""
        distinct, (rows, tp) = running_counts(score, positive, lambda code: code)
        return cls(distinct, tp, np.subtract(rows, tp, out=rows))

    @cached_property
    def positive(self) -> Floats:  # pyright: ignore[reportIncompatibleVariableOverride] - a field that is made late
        """Positives with this score."""
        return steps(self.tp)

    @cached_property
    def negative(self) -> Floats:  # pyright: ignore[reportIncompatibleVariableOverride] - a field that is made late
        """Negatives with this score."""
        return steps(self.fp)

    @cached_property
    def positives(self) -> Floats:
        """All positives."""
        return total(self.tp[-1:])

    @cached_property
    def negatives(self) -> Floats:
        """All negatives."""
        return total(self.fp[-1:])

    def _piece(self, part: slice) -> ScoreTable:
        piece = ScoreTable(self.score[part], steps(self.tp, part), steps(self.fp, part))
        vars(piece).update(tp=self.tp[part], fp=self.fp[part])
        return piece
