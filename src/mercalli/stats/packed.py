"""Scores sorted together with a small code, as whole numbers that hold both.

Sorting values is many times faster than finding the order that sorts them. The bits of a float, read as a whole number,
rise with its size, so that a score and a code of two bits fit into 64 bits unless scores are spread over more than
seventy orders of magnitude.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Bools, Floats, Ints

CODE_BITS = 2
LARGEST = (1 << (62 - CODE_BITS)) - 1
HIGHEST_BITS = np.iinfo(np.int64).max
LARGEST_HALF = np.uint32((1 << 31) - 1)


def falling(score: Floats, code: NDArray[Any]) -> tuple[Floats, Bools, NDArray[np.int8]]:
    """The distinct scores from high to low; of all rows so ordered, whether each is the last with its score, its code.

    Codes are 0 to 3.

    >>> falling(np.array([0.25, -1.0, 0.25]), np.array([1, 2, 0]))
    (array([ 0.25, -1.  ]), array([False,  True,  True]), array([0, 1, 2], dtype=int8))
    """
    if score.dtype == np.float32 and code.dtype == np.bool_ and score.min(initial=0.0) >= 0:
        return _in_half_the_bits(score, code)
    size = np.abs(score, dtype=np.float64).view(np.int64)
    base = int(size.min(where=size > 0, initial=HIGHEST_BITS)) - 1
    size -= base
    np.maximum(size, 0, out=size)
    if size.max(initial=0) > LARGEST:
        return _by_order(score, code)
    np.negative(size, out=size, where=score > 0)
    size <<= CODE_BITS
    size |= code
    size.sort()
    codes = _low_bits(size, CODE_BITS)
    size >>= CODE_BITS
    last = _last_of_equals(size)
    return _scores(size[last], base), last, codes


def _in_half_the_bits(score: Floats, code: NDArray[Any]) -> tuple[Floats, Bools, NDArray[np.int8]]:
    """The same for 32-bit scores of one sign with one bit of code, in half the time."""
    packed = (score + np.float32(0)).view(np.uint32)
    np.subtract(LARGEST_HALF, packed, out=packed)
    packed <<= np.uint32(1)
    packed |= code
    packed.sort()
    codes = _low_bits(packed, 1)
    packed >>= np.uint32(1)
    last = _last_of_equals(packed)
    bits = packed[last]
    np.subtract(LARGEST_HALF, bits, out=bits)
    return bits.view(np.float32).astype(np.float64), last, codes


def _low_bits(packed: NDArray[Any], bits: int) -> NDArray[np.int8]:
    """The lowest bits, without a copy of all others."""
    found = np.empty(len(packed), np.int8)
    np.bitwise_and(packed, packed.dtype.type((1 << bits) - 1), out=found, casting="unsafe")
    return found


def _scores(size: Ints, base: int) -> Floats:
    """The scores that falling whole numbers stand for."""
    bits = np.abs(size)
    np.add(bits, base, out=bits, where=bits > 0)
    found: Floats = bits.view(np.float64)
    np.negative(found, out=found, where=size > 0)
    return found


def _by_order(score: Floats, code: NDArray[Any]) -> tuple[Floats, Bools, NDArray[np.int8]]:
    order = np.argsort(-score)
    ordered = score[order].astype(np.float64)
    last = _last_of_equals(ordered)
    return ordered[last] + 0.0, last, code[order].astype(np.int8)


def _last_of_equals(ordered: NDArray[Any]) -> Bools:
    """Whether the next one is another."""
    last = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=last[:-1])
    return last


def counted_so_far(chosen: NDArray[Any], last: Bools) -> Floats:
    """How many rows are chosen up to the last with each score.

    >>> counted_so_far(np.array([1, 0, 1]), np.array([False, True, True]))
    array([1., 2.])
    """
    kind = np.int32 if len(chosen) <= np.iinfo(np.int32).max else np.int64
    return np.cumsum(chosen, dtype=kind)[last].astype(np.float64)


def steps(so_far: Floats) -> Floats:
    """By how much a running count grows at each place: the reverse of `np.cumsum`.

    >>> steps(np.array([1.0, 2.0, 5.0]))
    array([1., 1., 3.])
    """
    grown = so_far.copy()
    grown[1:] -= so_far[:-1]
    return grown
