"""How wide blocks of time should be, so that neighbours no longer resemble each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.inputs.times import duration
from mercalli.metrics.ratio import ratio

WIDTHS = ("1h", "3h", "6h", "12h", "1d", "2d", "7d")
FEWEST_BLOCKS = 8
NARROWEST = duration(WIDTHS[0])


@dataclass(frozen=True)
class BlockWidth:
    """The chosen width, how many blocks it leaves, and how each correlates with the next; `alike` if that is clear."""

    width: str
    blocks: int
    correlation: float
    alike: bool


def block_width(hours: Ints, above: Floats, below: Floats) -> BlockWidth | None:
    """The smallest width at which blocks do not resemble their neighbours, leaving at least 8; None with fewer hours.

    `above` and `below` are what the items of each hour (its number since 1970) add to a ratio. If no width will do, it
    is the widest that leaves 8 blocks, which then are still alike.

    >>> hours = np.arange(48)
    >>> block_width(hours, np.where(hours % 2, 3.0, 8.0), np.full(48, 10.0)).width
    '1h'
    """
    value = float(ratio(above.sum(), below.sum()))
    tried = [each for width in WIDTHS if (each := _tried(width, hours, above - value * below)) is not None]
    return next((each for each in tried if not each.alike), tried[-1] if tried else None)


def _tried(width: str, hours: Ints, payoffs: Floats) -> BlockWidth | None:
    blocks = hours // (duration(width) // NARROWEST)
    present, position = np.unique(blocks, return_inverse=True)
    if len(present) < FEWEST_BLOCKS:
        return None
    correlation, alike = neighbours(sums(position, payoffs, len(present)), present)
    return BlockWidth(width, len(present), correlation, alike)


def neighbours(values: Floats, blocks: Ints) -> tuple[float, bool]:
    """The correlation of blocks with the next one, 0 where all are alike, and whether that is clear.

    `blocks` are their numbers, which rise: blocks on both sides of a hole are no neighbours, and with fewer
    neighbours it takes more to be clear.

    >>> values = np.array([1.0, 2.0, 3.0, 4.0])
    >>> neighbours(values, np.array([0, 1, 2, 3])), neighbours(values, np.array([0, 10, 20, 30]))
    ((0.25, False), (0.0, False))
    """
    centred, beside = values - values.mean(), np.diff(blocks) == 1
    square, pairs = float((centred**2).sum()), int(beside.sum())
    if not square or not pairs:
        return 0.0, False
    correlation = float((centred[1:] * centred[:-1])[beside].sum()) / square * (len(values) - 1) / pairs
    return correlation, bool(correlation * np.sqrt(pairs + 1) >= 1)
