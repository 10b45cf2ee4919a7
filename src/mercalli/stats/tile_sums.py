"""TileSums: what the cells of every tile of a map add up to.

A map is passed over once, a strip at a time, and shrinks to a few numbers for each tile, which can be resampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Bools, Floats, Ints

MOST_NUMBERS = 1 << 25  # of all tiles: a quarter of a gigabyte


def tiles_in(shape: tuple[int, int], side: int, numbers: int) -> tuple[int, int]:
    """Rows and columns of tiles; refused where so many numbers for each of them would not fit into memory.

    >>> tiles_in((1000, 700), 128, 4)
    (8, 6)
    """
    rows, across = (-(-length // side) for length in shape)
    if rows * across * numbers > MOST_NUMBERS:
        least = next(
            each for each in count(side) if prod(-(-length // each) for length in shape) * numbers <= MOST_NUMBERS
        )
        expected = (
            f"at least {least} on a map of {shape[0]:,} x {shape[1]:,} cells, so that tiles are few enough to hold"
        )
        raise SettingError.outside("tile", side, expected)
    return rows, across


@dataclass(frozen=True)
class TileSums:
    """Sums by tile: (rows of tiles, columns of tiles, K)."""

    side: int
    sums: Floats

    @classmethod
    def empty(cls, shape: tuple[int, int], side: int, columns: int) -> TileSums:
        """For a map of some shape, in tiles of `side` by `side` cells, with so many sums of each."""
        return cls(side, np.zeros((*tiles_in(shape, side, columns), columns)))

    def add(self, start: int, place: int, *parts: NDArray[Any]) -> None:
        """Numbers of the cells of a strip, which lies in one row of tiles, to the sums from `place` on."""
        for at, part in enumerate(parts, place):
            edges = np.arange(0, part.shape[1], self.side)
            down = part.sum(axis=0, dtype=np.float64)
            self.sums[start // self.side, : len(edges), at] += np.add.reduceat(down, edges)

    def add_levels(
        self, start: int, level: Ints, known: Bools, *, size: int, place: int = 0, weight: Floats | None = None
    ) -> None:
        """Cells that are known by their level, below `size`, each as one or with a weight, to the sums from `place`."""
        across = self.sums.shape[1]
        tile = np.broadcast_to(np.arange(known.shape[1]) // self.side, known.shape)[known]
        found = np.bincount(tile * size + level, weight, across * size).reshape(across, size)
        self.sums[start // self.side, :, place : place + size] += found

    @property
    def units(self) -> Floats:
        """Tiles with anything in them: (T, K)."""
        flat = self.sums.reshape(-1, self.sums.shape[2])
        found: Floats = flat[(flat != 0).any(axis=1)]
        return found
