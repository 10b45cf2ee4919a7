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

    from mercalli.inputs.arrays import Floats, Ints

CODE_BITS = 2
LARGEST = (1 << (62 - CODE_BITS)) - 1
HIGHEST_BITS = np.iinfo(np.int64).max
LARGEST_HALF = np.uint32((1 << 31) - 1)


def falling(score: Floats, code: NDArray[Any]) -> tuple[Floats, Ints, NDArray[np.int8]]:
    """The distinct scores from high to low, where the run of each ends, and the codes (0 to 3) in that order.

    >>> falling(np.array([0.25, -1.0, 0.25]), np.array([1, 2, 0]))
    (array([ 0.25, -1.  ]), array([2, 3]), array([0, 1, 2], dtype=int8))
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
    codes = (size & ((1 << CODE_BITS) - 1)).astype(np.int8)
    size >>= CODE_BITS
    ends = _ends(size)
    return _scores(size[ends - 1], base), ends, codes


def _in_half_the_bits(score: Floats, code: NDArray[Any]) -> tuple[Floats, Ints, NDArray[np.int8]]:
    """The same for 32-bit scores of one sign with one bit of code, in half the time."""
    packed = (score + np.float32(0)).view(np.uint32)
    np.subtract(LARGEST_HALF, packed, out=packed)
    packed <<= np.uint32(1)
    packed |= code
    packed.sort()
    codes = (packed & np.uint32(1)).astype(np.int8)
    packed >>= np.uint32(1)
    ends = _ends(packed)
    return (LARGEST_HALF - packed[ends - 1]).view(np.float32).astype(np.float64), ends, codes


def _scores(size: Ints, base: int) -> Floats:
    """The scores that falling whole numbers stand for."""
    bits = np.abs(size)
    bits[bits > 0] += base
    return np.copysign(bits.view(np.float64), -np.sign(size))


def _by_order(score: Floats, code: NDArray[Any]) -> tuple[Floats, Ints, NDArray[np.int8]]:
    order = np.argsort(-score)
    ordered = score[order].astype(np.float64)
    ends = _ends(ordered)
    return ordered[ends - 1] + 0.0, ends, code[order].astype(np.int8)


def _ends(ordered: NDArray[Any]) -> Ints:
    """Where each run of equal values ends."""
    changes = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    return np.append(changes, np.full(min(1, len(ordered)), len(ordered)))
