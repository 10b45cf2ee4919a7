"""Pairs of rows compared by rank: for every row, the weight of the later rows whose risk is lower, or the same.

Rows are laid out by risk and halved by time, again and again. Each pair of rows parts at exactly one halving, where a
running sum along the risks adds it up. That is O(n log n) time and O(n) memory, without a loop over rows. Rows of the
same time are laid out by risk, so that none of them counts as a later one with a lower risk.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Floats, Ints
from mercalli.stats.segments import Segments

LEAF = 16  # from this many rows down, comparing all of them is quicker than halving


@dataclass(frozen=True)
class PairWeights:
    """What each row is compared with: the weight of rows in agreement with time, of the same risk, and of all."""

    agreeing: Floats
    tied: Floats
    every: Floats

    @property
    def credit(self) -> Floats:
        """Agreement, ties counting half."""
        return self.agreeing + self.tied / 2


@dataclass(frozen=True)
class Ranking:
    """Rows with a place in time, as a whole number, and a risk.

    >>> ranking = Ranking(np.array([0, 1, 1]), np.array([5.0, 5.0, 3.0]))
    >>> ranking.later(None)
    PairWeights(agreeing=array([1., 0., 0.]), tied=array([1., 0., 0.]), every=array([2., 0., 0.]))
    """

    place: Ints
    risk: Floats

    def later(self, weight: Floats | None) -> PairWeights:
        """For each row, the rows of a higher place: those of lower risk agree. Without weights they are counted."""
        return self._against(weight, forward=True)

    def earlier(self, weight: Floats) -> PairWeights:
        """For each row, the rows of a lower place: those of higher risk agree."""
        return self._against(weight, forward=False)

    def _against(self, weight: Floats | None, *, forward: bool) -> PairWeights:
        ordered = None if weight is None else weight[self._by_time]
        agreeing = _parted(self._ties_kept, ordered, forward=forward)
        tied = np.zeros_like(agreeing)
        if not self._distinct:
            together = np.ones(len(agreeing)) if ordered is None else ordered
            tied = _parted(self._ties_turned, ordered, forward=forward) - agreeing
            tied = np.maximum(tied - self._same_time(together, forward=forward), 0.0)
        weights = np.empty((2, len(agreeing)))
        weights[:, self._by_time] = agreeing, tied
        return PairWeights(weights[0], weights[1], self._every(weight, forward=forward))

    @cached_property
    def _risk_code(self) -> Ints:
        """Equal risks have equal codes, in their order."""
        order = np.argsort(self.risk)
        ordered = self.risk[order]
        code = np.zeros(len(order), np.int64)
        code[order[1:]] = np.cumsum(ordered[1:] != ordered[:-1])
        return code

    @cached_property
    def _distinct(self) -> bool:
        return int(self._risk_code.max(initial=-1)) + 1 == len(self.risk)

    @cached_property
    def _by_time(self) -> Ints:
        """Rows by place, those of one place by risk."""
        return np.argsort(self.place * len(self.risk) + self._risk_code)

    @cached_property
    def _ties_kept(self) -> NDArray[Any]:
        """The rows, as they stand by time, from the lowest risk up; of equal risks the earliest first."""
        rows = len(self.risk)
        code = self._risk_code[self._by_time]
        if self._distinct:
            order = np.empty(rows, np.int32)
            order[code] = np.arange(rows, dtype=np.int32)
            return order
        return (np.sort(code * rows + np.arange(rows)) % rows).astype(np.int32)

    @cached_property
    def _ties_turned(self) -> NDArray[Any]:
        """The same, but of equal risks the latest first, so that a later row with the same risk counts as lower."""
        rows = len(self.risk)
        code = self._risk_code[self._by_time]
        return (rows - 1 - np.sort(code * rows + np.arange(rows)[::-1]) % rows).astype(np.int32)

    def _same_time(self, weight: Floats, *, forward: bool) -> Floats:
        """Of the rows with the same place and risk, those that stand after each one (before it, if not `forward`)."""
        together = Segments.of(self.place[self._by_time], self._risk_code[self._by_time])
        if not forward:
            return together.before(weight)
        running = np.cumsum(weight)
        return together.spread(together.last(running)) - running

    def _every(self, weight: Floats | None, *, forward: bool) -> Floats:
        """All rows of a higher place, or of a lower one."""
        there = np.bincount(self.place, weight)[:: -1 if forward else 1]
        passed = np.concatenate([[0.0], np.cumsum(there)[:-1]])
        others: Floats = passed[:: -1 if forward else 1][self.place]
        return others.astype(np.float64)


@dataclass(frozen=True)
class Part:
    """Pairs of one kind: events with the weight `outer`, others with the weight `inner`, compared by a ranking.

    `outer_steps` and `inner_steps` have the places on the estimated curve of censoring at which people were looked up,
    an array for each time that their weight was divided by it; none where weights are known.
    """

    ranking: Ranking
    later: PairWeights
    outer: Floats
    inner: Floats
    outer_steps: tuple[Ints, ...] = ()
    inner_steps: tuple[Ints, ...] = ()


class Concordance:
    """Weighed pairs, in parts, and in how many of them the risks agree with time."""

    @cached_property
    def parts(self) -> list[Part]:
        """The pairs."""
        raise NotImplementedError

    def credit_of(self, weights: PairWeights) -> Floats:
        """Agreement, ties counting half."""
        return weights.credit

    @cached_property
    def every(self) -> float:
        """The weight of all pairs."""
        return float(sum((part.outer * part.later.every).sum() for part in self.parts))

    @cached_property
    def credit(self) -> float:
        """The weight of pairs in which the event had the higher risk, and of ties what they count."""
        return float(sum((part.outer * self.credit_of(part.later)).sum() for part in self.parts))

    @cached_property
    def influence(self) -> Floats:
        """What each person contributes to C: its sum is 0, and the sum of its squares is the variance of C."""
        moves = [(part, *self._moves(part)) for part in self.parts]
        own: Floats = np.sum([outer + inner for _, outer, inner in moves], axis=0)
        looked_up = [
            (moved, steps)
            for part, outer, inner in moves
            for moved, every in ((outer, part.outer_steps), (inner, part.inner_steps))
            for steps in every
        ]
        return own + self.through_weights(looked_up) if looked_up else own

    def through_weights(self, moves: Sequence[tuple[Floats, Ints]]) -> Floats:
        """What each person contributes by the curve that weights were looked up in."""
        raise NotImplementedError

    def _moves(self, part: Part) -> tuple[Floats, Floats]:
        """How far C goes as the weight of each person grows, as the one with the event and as the other one."""
        c, earlier = self.credit / self.every, part.ranking.earlier(part.outer)
        outer: Floats = part.outer * (self.credit_of(part.later) - c * part.later.every) / self.every
        inner: Floats = part.inner * (self.credit_of(earlier) - c * earlier.every) / self.every
        return outer, inner


def _parted(by_risk: NDArray[Any], weight: Floats | None, *, forward: bool) -> Floats:
    """For each position in time, the weight of the later ones with a lower risk (of the earlier ones with a higher)."""
    rows = len(by_risk)
    halvings = max((rows // LEAF).bit_length() - 1, 0)
    size = -(-rows // (1 << halvings)) << halvings  # the fewest that can be halved so often
    position = np.concatenate([by_risk, np.arange(rows, size, dtype=np.int32)])[None]
    kind: Any = np.int32 if weight is None else np.float64
    padded = np.ones(rows, kind) if weight is None else weight
    carried = np.concatenate([padded, np.zeros(size - rows, kind)])[position]
    gathered = np.zeros((1, size), kind)
    for _ in range(halvings):
        position, carried, gathered = _halved(position, carried, gathered, forward=forward)
    return _compared(position, carried, gathered, forward=forward)[:rows].astype(np.float64)


def _halved(
    position: NDArray[Any], weight: NDArray[Any], gathered: NDArray[Any], *, forward: bool
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Each stretch as its earlier and its later half, with what they have to do with each other added up."""
    stretches, size = position.shape
    middle = np.arange(stretches, dtype=np.int32)[:, None] * size + size // 2
    later = position >= middle
    ones, zeros = np.flatnonzero(later), np.flatnonzero(~later)
    counted = weight * (later if forward else ~later)
    running = np.cumsum(counted, axis=1, dtype=weight.dtype)
    gained = running if forward else running[:, -1:] - running
    halves = [_split(part, zeros, ones) for part in (position, weight, gathered)]
    side, rows = (0, zeros) if forward else (1, ones)
    halves[2][:, side] += gained.ravel()[rows].reshape(stretches, -1)
    first, second, third = (each.reshape(2 * stretches, -1) for each in halves)
    return first, second, third


def _split(values: NDArray[Any], zeros: Ints, ones: Ints) -> NDArray[Any]:
    """Halves of stretches: (stretches, 2, half)."""
    stretches, size = values.shape
    halves = np.empty((stretches, 2, size // 2), values.dtype)
    flat = values.ravel()
    halves[:, 0] = flat[zeros].reshape(stretches, -1)
    halves[:, 1] = flat[ones].reshape(stretches, -1)
    return halves


def _compared(position: NDArray[Any], weight: NDArray[Any], gathered: NDArray[Any], *, forward: bool) -> NDArray[Any]:
    """Short stretches, each row with each; back in the order of time."""
    place, mass, total = (np.ascontiguousarray(part.T) for part in (position, weight, gathered))
    for at in range(1, len(place)):
        turned = place[:at] > place[at]
        if forward:
            total[at] += np.where(turned, mass[:at], 0).sum(axis=0, dtype=mass.dtype)
        else:
            total[:at] += np.where(turned, mass[at], np.zeros((), mass.dtype))
    by_time = np.empty(total.size, total.dtype)
    by_time[place.ravel()] = total.ravel()
    return by_time
