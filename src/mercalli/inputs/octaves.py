"""Octave bins: where a score falls depends on nothing but the score, so that bins of several parts are the same.

An octave goes from one power of two to the next. Each has as many bins, so bins are narrow where scores are small and,
for those from 1/2 to 1, where 1 - score is. Multiplying by a power of two, rounding down and taking from 1 are exact
there, so that every engine finds the same bins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Bools, Floats

HALF = 0.5  # up to here, the size of a score counts; from here to 1, what it lacks
FINEST = -32  # below 2 ** -32, and as near to 1, scores are in one bin
WIDEST = 32  # from 2 ** 32 on, each score is a bin of its own
# Steps of a bin in which offsets are counted, and coarser ones that are squared. Both are whole numbers of 20 bits, so
# that those of 2 ** 33 rows add up as floats without loss, in any order.
OFFSET, SQUARED = 2.0**20, 2.0**10
MOST_BINS = 1_024


class Placed(NamedTuple):
    """The low end of the bin of each score, how far inside it is in whole steps, and the square of coarser steps."""

    low: Floats
    offset: Floats
    square: Floats


@dataclass(frozen=True)
class Octaves:
    """Bins of scores, so many in every octave.

    >>> Octaves(4).placed(np.array([0.0, 0.3, 0.5, 0.97, 1.0, -3.2])).low
    array([ 0.    ,  0.25  ,  0.5   ,  0.9688,  1.    , -3.5   ])
    """

    bins: int

    @classmethod
    def check(cls, bins: int) -> Octaves:
        """Halves of halves of an octave: a power of two."""
        if not 1 <= bins <= MOST_BINS or bins & (bins - 1):
            expected = f"0, or a power of two up to {MOST_BINS:,} (1, 2, 4 ... bins in every octave of scores)"
            raise SettingError.outside("bins", bins, expected)
        return cls(bins)

    def placed(self, score: Floats) -> Placed:
        """Where scores fall; a score that is missing stays so."""
        score = np.asarray(score, np.float64)
        folded = (score >= HALF) & (score < 1)
        signed = np.where(folded, score - 1, score)
        known = np.abs(score) < 2.0**WIDEST
        scale = self._scale(np.abs(signed))
        fine = np.where(known, signed * scale, 0.0)
        place = np.floor(fine)
        inside = fine - place
        low = np.where(known, place / scale + folded, score) + 0.0  # 0.0 for -0.0
        return Placed(low, np.floor(inside * OFFSET), np.floor(inside * SQUARED + 0.5) ** 2)

    def width(self, low: Floats) -> Floats:
        """How wide the bins are that begin somewhere; those that hold one score have no width."""
        folded = (low >= HALF) & (low < 1)
        mirrored = folded | (low < 0)
        end = np.abs(np.where(folded, low - 1, low))
        mantissa, exponent = np.frexp(end)
        octave = exponent - 1 - (mirrored & (mantissa == HALF))  # a mirrored bin ends where its octave does
        wide = np.ldexp(1.0 / self.bins, octave)
        return np.where(self.is_rest(low), 2.0**FINEST, np.where(end >= 2.0**WIDEST, 0.0, wide))

    def is_rest(self, low: Floats) -> Bools:
        """Whether bins hold all that is nearer to 0, or to 1, than the narrowest octave."""
        return np.isin(low, [0.0, 1 - 2.0**FINEST, -(2.0**FINEST)])

    def _scale(self, size: Floats) -> Floats:
        """What makes each number of some size a place: its whole part counts bins from 0."""
        _, exponent = np.frexp(np.clip(size, 2.0**FINEST, 2.0**WIDEST))
        scale = np.ldexp(float(self.bins), 1 - exponent)
        return np.where(size < 2.0**FINEST, 2.0**-FINEST, scale)
