"""Tiles of a map: what their cells add up to, and the 2 x 2 table of each.

Neighbouring cells are alike, so cells must not be resampled one by one: tiles are. A map is passed over once, a strip
at a time, and shrinks to a few numbers for each tile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.stats.counts import Counts
from mercalli.stats.sample import Sample

MOST_NUMBERS = 1 << 25  # of all tiles: a quarter of a gigabyte


def tiles_in(shape: tuple[int, int], side: int, numbers: int) -> tuple[int, int]:
    """Rows and columns of tiles; refused where so many numbers for each of them would not fit into memory.

    >>> tiles_in((1000, 700), 128, 4)
    (8, 6)
    """
    rows, across = (-(-length // side) for length in shape)
    if rows * across * numbers > MOST_NUMBERS:
        least = next(
            wider for wider in count(side) if prod(-(-length // wider) for length in shape) * numbers <= MOST_NUMBERS
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
        counts = np.bincount(tile * size + level, weight, across * size).reshape(across, size)
        self.sums[start // self.side, :, place : place + size] += counts

    @property
    def units(self) -> Floats:
        """Tiles with anything in them: (T, K)."""
        flat = self.sums.reshape(-1, self.sums.shape[2])
        tiles: Floats = flat[(flat != 0).any(axis=1)]
        return tiles


CLASSES = ("rest", "high")
SHAPE = (1, 2, 3)
# Where [[TN, FP], [FN, TP]] stand in a table of one context with a column for invalid predictions.
PLACES = np.array([0, 1, 3, 4])
HIGHEST_STRIP = 255  # rows, so that a column's count fits a byte


@dataclass(frozen=True)
class TileCounts:
    """Counts by tile: (rows of tiles, columns of tiles, 4) as both, observed, predicted and all; and areas in hectares.

    `add` takes strips; what is not known is False everywhere in them.
    """

    side: int
    cells: Ints
    areas: Floats = field(default_factory=lambda: np.zeros(4))

    @classmethod
    def empty(cls, shape: tuple[int, int], side: int) -> TileCounts:
        """For a map of some shape, in tiles of `side` by `side` cells."""
        return cls(side, np.zeros((*tiles_in(shape, side, 4), 4), np.int64))

    def add(self, start: int, truth: Bools, pred: Bools, known: Bools, area: Floats | None = None) -> None:
        """Rows from `start` on, which lie in one row of tiles; `area` is that of a cell of each row."""
        columns = np.arange(0, truth.shape[1], self.side)
        for place, part in enumerate((truth & pred, truth, pred, known)):
            down = np.add.reduce(part.view(np.uint8), axis=0, dtype=np.uint8)
            self.cells[start // self.side, :, place] += np.add.reduceat(down, columns, dtype=np.int64)
            if area is not None:
                self.areas[place] += _area(part, down, area)

    @property
    def counts(self) -> Counts:
        """The table of the whole map."""
        return _counts(self.cells.sum(axis=(0, 1)))

    @property
    def hectares(self) -> Counts:
        """The same as areas."""
        return _counts(self.areas)

    def sample(self) -> Sample:
        """Tiles with anything in them as the units to resample."""
        flat = self.cells.reshape(-1, 4)
        return sample_of(flat[flat[:, 3] > 0])


def _area(part: Bools, down: Ints, area: Floats) -> float:
    """The area of the cells of a strip; cells of a row are of one size, and mostly those of all rows."""
    if area.min() == area.max():
        return float(down.sum(dtype=np.int64) * area[0])
    return float(np.count_nonzero(part, axis=1) @ area)


def _counts(parts: Ints | Floats) -> Counts:
    both, observed, predicted, everything = (part.item() for part in parts)
    return Counts(both, predicted - both, observed - both, everything - observed - predicted + both)


def sample_of(tiles: Ints) -> Sample:
    """A sample with a unit for each tile, from both, observed, predicted and all of each: (T, 4)."""
    both, observed, predicted, everything = tiles.astype(np.float64).T
    table = np.stack([everything - observed - predicted + both, predicted - both, observed - both, both], axis=-1)
    rows = table.ravel()
    unit = np.repeat(np.arange(len(tiles)), len(PLACES))
    cells = np.tile(PLACES, len(tiles))
    return Sample(CLASSES, SHAPE, (cells,), rows, rows, rows, unit, len(tiles), weighted=False)
