"""Scores sorted together with a small code, as whole numbers that hold both, and counted from high to low.

Sorting values is many times faster than finding the order that sorts them. The bits of a float, read as a whole number,
rise with its size, so that a score and a code of two bits fit into 64 bits unless scores are spread over more than
seventy orders of magnitude. What is sorted is counted in stretches that fit into a processor's cache: fresh memory
takes longer than the counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Floats, Ints

Chosen = Callable[[NDArray[np.int8]], NDArray[Any]]

CODE_BITS = 2
LARGEST = (1 << (62 - CODE_BITS)) - 1
LARGEST_HALF = np.uint32((1 << 31) - 1)
STRETCH = 1 << 13


def stretches(size: int) -> Iterator[slice]:
    """Places from 0 to `size` in parts whose numbers fit into a processor's cache."""
    return (slice(start, min(start + STRETCH, size)) for start in range(0, size, STRETCH))


def running_counts(score: Floats, code: NDArray[Any], *chosen: Chosen) -> tuple[Floats, list[Floats]]:
    """The distinct scores from high to low; how many rows there are with each or a higher one: all, and those chosen.

    Codes are 0 to 3; each of `chosen` says of codes whether their rows count.

    >>> score, (rows, odd) = running_counts(np.array([0.25, -1.0, 0.25]), np.array([1, 2, 0]), lambda code: code & 1)
    >>> score, rows, odd
    (array([ 0.25, -1.  ]), array([2., 3.]), array([1., 1.]))
    """
    ordered = _ordered(score, code)
    distinct, counts = ordered.room, [np.empty(len(score)) for _ in range(1 + len(chosen))]
    before = [0] * len(chosen)
    filled = 0
    for part in stretches(len(score)):
        keys, codes = ordered.keys(part), ordered.codes(part)
        last = _last_of_equals(keys, ordered.keys(slice(part.stop, part.stop + 1)))
        places = slice(filled, filled + len(last))
        distinct[places] = ordered.scores(keys[last])
        np.add(last, part.start + 1, out=counts[0][places])
        for at, choose in enumerate(chosen):
            run = np.cumsum(choose(codes), dtype=np.int64)
            np.add(run[last], before[at], out=counts[1 + at][places])
            before[at] += int(run[-1])
        filled = places.stop
    return _cut(distinct, filled), [_cut(part, filled) for part in counts]


def _cut(filled: Floats, size: int) -> Floats:
    """The first numbers, copied unless they are most: a view would keep the room of all."""
    return filled[:size] if size > len(filled) // 2 else filled[:size].copy()


def steps(so_far: Floats, part: slice = slice(None)) -> Floats:
    """By how much a running count grows at each place, or at those of one part: the reverse of `np.cumsum`.

    >>> steps(np.array([1.0, 2.0, 5.0]))
    array([1., 1., 3.])
    """
    start, stop, _ = part.indices(len(so_far))
    grown = so_far[start:stop].copy()
    first = min(start, 1)
    grown[1 - first :] -= so_far[start - first : max(stop - 1, 0)]
    return grown


def joint_scores(one: Floats, two: Floats) -> tuple[Floats, Ints, Ints]:
    """The distinct scores of two tables from high to low, and where those of each stand among them."""
    rising = np.union1d(one, two)
    mine, others = (len(rising) - 1 - np.searchsorted(rising, score) for score in (one, two))
    return rising[::-1], mine, others


def laid(part: Floats, places: Ints, size: int) -> Floats:
    """What stands at each score (..., M) laid out over more scores, 0 at the others: (..., size)."""
    wide = np.zeros((*part.shape[:-1], size))
    wide[..., places] = part
    return wide


def _ordered(score: Floats, code: NDArray[Any]) -> _PackedScores | _PlainScores:
    """Rows by falling score: what tells scores apart, the scores that this stands for, and the rows' codes.

    `room` is where scores may be written, as long as no place is filled before it was read.
    """
    if score.dtype == np.float32 and code.dtype == np.bool_ and score.min(initial=0.0) >= 0:
        return _HalfScores.of(score, code)
    return _PackedScores.of(score, code) or _PlainScores.of(score, code)


@dataclass(frozen=True)
class _PackedScores:
    """Scores and codes in 64 bits, scores as the bits of their size less a base, high ones first."""

    numbers: NDArray[Any]
    base: int = 0
    code_bits: ClassVar[int] = CODE_BITS

    @classmethod
    def of(cls, score: Floats, code: NDArray[Any]) -> _PackedScores | None:
        """None if scores are too far apart."""
        lowest, highest = float(score.min(initial=0)), float(score.max(initial=0))
        base = max(0, int(np.float64(max(highest, -lowest)).view(np.int64)) - LARGEST)
        numbers = np.empty(len(score), np.int64)
        for part in stretches(len(score)):
            size = np.abs(score[part], dtype=np.float64).view(np.int64)
            size -= base
            np.maximum(size, 0, out=size)
            if np.count_nonzero(size) != np.count_nonzero(score[part]):
                return None
            np.negative(size, out=size, where=lowest >= 0 or score[part] > 0)
            size <<= CODE_BITS
            np.bitwise_or(size, code[part], out=numbers[part])
        numbers.sort()
        return cls(numbers, base)

    @property
    def room(self) -> Floats:
        return self.numbers.view(np.float64)

    def keys(self, part: slice) -> NDArray[Any]:
        return self.numbers[part] >> self.code_bits

    def scores(self, keys: NDArray[Any]) -> Floats:
        scores: Floats = (np.abs(keys) + self.base).view(np.float64)
        zero, negative = np.searchsorted(keys, (0, 1))
        scores[zero:negative] = 0
        np.negative(scores[negative:], out=scores[negative:])
        return scores

    def codes(self, part: slice) -> NDArray[np.int8]:
        return (self.numbers[part] & ((1 << self.code_bits) - 1)).astype(np.int8)


class _HalfScores(_PackedScores):
    """32-bit scores of one sign with one bit of code, in half the time."""

    code_bits = 1

    @classmethod
    def of(cls, score: Floats, code: NDArray[Any]) -> _HalfScores:
        packed = (score + np.float32(0)).view(np.uint32)
        np.subtract(LARGEST_HALF, packed, out=packed)
        packed <<= np.uint32(1)
        packed |= code
        packed.sort()
        return cls(packed)

    @property
    def room(self) -> Floats:
        return np.empty(len(self.numbers))

    def scores(self, keys: NDArray[Any]) -> Floats:
        return (LARGEST_HALF - keys).view(np.float32).astype(np.float64)


@dataclass(frozen=True)
class _PlainScores:
    """Scores too far apart to be packed."""

    ordered: Floats
    code: NDArray[np.int8]

    @classmethod
    def of(cls, score: Floats, code: NDArray[Any]) -> _PlainScores:
        order = np.argsort(-score)
        return cls(score[order].astype(np.float64) + 0.0, code[order].astype(np.int8))

    @property
    def room(self) -> Floats:
        return self.ordered

    def keys(self, part: slice) -> NDArray[Any]:
        return self.ordered[part].copy()

    def scores(self, keys: NDArray[Any]) -> Floats:
        return keys

    def codes(self, part: slice) -> NDArray[np.int8]:
        return self.code[part]


def _last_of_equals(keys: NDArray[Any], following: NDArray[Any]) -> Ints:
    """Where the next one is another; the very last has none."""
    last = np.flatnonzero(keys[1:] != keys[:-1])
    ends = not len(following) or following[0] != keys[-1]
    return np.append(last, len(keys) - 1) if ends else last
