"""OctaveScores: bins of scores, with where positives and negatives lie in each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, sums
from mercalli.inputs.octaves import OFFSET, SQUARED
from mercalli.inputs.scores import Edges, Inside
from mercalli.stats.scores import ScoreTable

FEW = 64  # so many positives of a bin have a place of their own each


@dataclass(frozen=True)
class OctaveScores(ScoreTable):
    """Bins from high to low, each under the mean of its scores; `low` and `width` say where it lies.

    `offset` and `square` are sums over its positives and over its negatives, of steps from the low end of the bin and
    of the squares of coarser steps: (2, M). `rest` are the bins of what is too near to 0, or to 1, for a bin of its
    own, in which scores are not spread evenly.
    """

    low: Floats
    width: Floats
    rest: Bools
    offset: Floats
    square: Floats

    @classmethod
    def of_entries(cls, score: Floats, positive: Bools, weight: Floats, inside: Inside, edges: Edges) -> OctaveScores:
        """From entries in any order, each with the mean that stands for its bin."""
        rising, code = np.unique(score, return_inverse=True)
        kinds = (positive, ~positive)

        def parts(values: Floats) -> Floats:
            return np.stack([sums(code[kind], values[kind], len(rising))[::-1] for kind in kinds])

        at = np.searchsorted(edges.mean, rising)[::-1]
        positives, negatives = parts(weight)
        return cls(
            rising[::-1] + 0.0,
            positives,
            negatives,
            low=edges.low[at],
            width=edges.width[at],
            rest=edges.rest[at],
            offset=parts(inside.offset),
            square=parts(inside.square),
        )

    def pieces(self) -> Iterator[ScoreTable]:
        """There are few bins."""
        yield self

    @cached_property
    def behind(self) -> Floats:  # type: ignore[override] # pyright: ignore[reportIncompatibleVariableOverride] - of each bin
        """How often a positive of a bin scores less than a negative of it, if both are spread along straight lines."""
        (first, second), known = self._inside, ~self.rest & ~np.isnan(self._inside).any(axis=0)
        return np.where(known, np.clip(0.5 - (first - second), 0, 1), 0.5)

    @property
    def precisions(self) -> Floats:
        """Positives and negatives of a bin in random order, but for those that have one score."""
        found = _in_random_order(self.positive, self.negative, self.tp - self.positive, self.fp - self.negative)
        return np.where(self._one_score, super().precisions, found)

    @property
    def apart(self) -> ScoreTable:
        """Positives and negatives at the means of their own scores."""
        means = np.where(np.isnan(self._inside), self.score, self.low + self.width * self._inside)
        nothing = np.zeros_like(self.positive)
        positive, negative = np.append(self.positive, nothing), np.append(nothing, self.negative)
        table = ScoreTable(means.reshape(-1), positive, negative)
        vars(table)["scatter"] = self._scatter.reshape(-1)
        return table

    @cached_property
    def _inside(self) -> Floats:
        """The mean place of positives and of negatives in their bin, from 0 to 1: (2, M)."""
        return _mean(self.offset / OFFSET, self._mass)

    @property
    def _mass(self) -> Floats:
        return np.stack([self.positive, self.negative])

    @cached_property
    def _scatter(self) -> Floats:
        """The variance of the scores of positives and of negatives in their bin."""
        mean, square = self._inside, _mean(self.square / SQUARED**2, self._mass)
        variance = np.where(self._is_one, 0.0, np.maximum(square - mean**2, 0.0))
        return np.nan_to_num(variance) * self.width**2

    @cached_property
    def _is_one(self) -> Bools:
        """Whether positives, and negatives, of a bin have the same score."""
        step = np.floor(self._inside * SQUARED + 0.5)
        same = np.isclose(self._mass * step**2, self.square, rtol=1e-12, atol=0)
        flat: Bools = np.logical_or(same, self.width == 0)
        return flat

    @cached_property
    def _one_score(self) -> Bools:
        """Whether all of a bin have the same score."""
        first, second = self._inside
        same = self._is_one.all(axis=0) & (first == second)
        flat: Bools = np.logical_or(same, self.width == 0)
        return flat


def _mean(part: Floats, mass: Floats) -> Floats:
    """Means; NaN of nothing."""
    found: Floats = np.divide(part, mass, out=np.full_like(part, np.nan), where=mass > 0)
    return found


def _in_random_order(positive: Floats, negative: Floats, tp: Floats, fp: Floats) -> Floats:
    """What the precision at each positive adds up to, on average over all orders in a bin: (M)."""
    rows, before = positive + negative, tp + fp
    with np.errstate(divide="ignore", invalid="ignore"):
        grown = np.where(before > 0, np.log1p(rows / before) * (tp - before * positive / rows), 0.0)
        found: Floats = np.nan_to_num(positive * (positive + grown) / rows)
    few = np.flatnonzero((positive <= FEW) & (positive == np.round(positive)) & (positive > 0))
    times = positive[few].astype(np.int64)
    bins = np.repeat(np.arange(len(few)), times)
    place = np.arange(len(bins)) - np.repeat(np.cumsum(times) - times, times) + 1.0
    gap = (rows[few] + 1) / (positive[few] + 1)  # from one positive to the next, on average
    seen = before[few][bins] + place * gap[bins]
    found[few] = sums(bins, (tp[few][bins] + place) / seen, len(few))
    return found
