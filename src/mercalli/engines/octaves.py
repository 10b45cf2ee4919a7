"""Octave bins as expressions, which every engine runs in the same way."""

from __future__ import annotations

from functools import reduce
from typing import Any

import narwhals as nw

from mercalli.inputs.octaves import FINEST, HALF, OFFSET, SQUARED, WIDEST, Octaves

PLACE, INSIDE, SQUARE = "place", "inside", "square_inside"
UPPER, SIGNED, SIZE, SCALE, FINE, WHOLE = "upper", "signed", "size", "scale", "fine", "whole"


def in_octaves(frame: Any, column: str, octaves: Octaves, weight: str | None) -> Any:  # noqa: ANN401 - eager or lazy
    """The same rows with the low end of the bin of a score, its whole steps inside, and the square of coarser ones.

    Steps are weighted, or else whole numbers.
    """
    score, upper, signed, size, fine, whole = map(nw.col, (column, UPPER, SIGNED, SIZE, FINE, WHOLE))
    steps: tuple[tuple[nw.Expr, ...], ...] = (
        (((score >= HALF) & (score < 1.0)).cast(nw.Float64).alias(UPPER),),
        (nw.when(score.abs() < 2.0**WIDEST).then(score - upper).alias(SIGNED),),
        (signed.abs().alias(SIZE),),
        (_scale(size, octaves.bins).alias(SCALE),),
        ((signed * nw.col(SCALE)).alias(FINE),),
        (_whole(fine).alias(WHOLE),),
        (nw.coalesce(whole / nw.col(SCALE) + upper, score).alias(PLACE), (fine - whole).alias(FINE)),
        (_whole(fine * OFFSET).alias(INSIDE), _whole(fine * SQUARED + 0.5).alias(SQUARE)),
        ((nw.col(SQUARE) * nw.col(SQUARE)).alias(SQUARE),),
        () if weight is None else tuple((nw.col(name) * nw.col(weight)).alias(name) for name in (INSIDE, SQUARE)),
    )
    return reduce(lambda made, added: made.with_columns(*added), filter(None, steps), frame)


def _whole(number: nw.Expr) -> nw.Expr:
    """Rounded down; some engines give whole numbers of their own kind, which may overflow."""
    return number.floor().cast(nw.Float64)


def _scale(size: nw.Expr, bins: int) -> nw.Expr:
    """A power of two for each octave, the usual ones asked for first."""
    small = nw.lit(2.0**-FINEST)
    for octave in range(FINEST, -1):
        small = nw.when(size >= 2.0**octave).then(nw.lit(bins * 2.0**-octave)).otherwise(small)
    large = nw.lit(bins * 2.0 ** (1 - WIDEST))
    for octave in reversed(range(-1, WIDEST - 1)):
        large = nw.when(size < 2.0 ** (octave + 1)).then(nw.lit(bins * 2.0**-octave)).otherwise(large)
    return nw.when(size < HALF).then(small).otherwise(large)
