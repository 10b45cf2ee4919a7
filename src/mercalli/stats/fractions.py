"""Fractions: how two maps differ once each cell is replaced by the share of its neighbourhood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.stats.tiles import TileSums


@dataclass(frozen=True)
class Fractions:
    """Sums over all windows: of the squared difference of both shares, and of both shares squared."""

    apart: float | Floats
    both: float | Floats

    @classmethod
    def of(cls, truth: Bools, pred: Bools, window: int, known: Bools | None = None) -> Fractions:
        """Every position of a square window inside the map; shares are of the cells that are known.

        >>> Fractions.of(np.eye(3, dtype=bool), np.eye(3, dtype=bool)[::-1], 3)
        Fractions(apart=0.0, both=0.2222)
        """
        if window > min(truth.shape):
            return cls(0.0, 0.0)
        return cls(*(float(part.sum()) for part in squares(truth, pred, window, known)))


def squares(truth: Bools, pred: Bools, window: int, known: Bools | None = None) -> tuple[Floats, Floats]:
    """For each position of a window the squared difference of both shares, and the sum of both squared."""
    if known is None:
        one, two = (_inside(part, window) / float(window**2) for part in (truth, pred))
    else:
        sizes = _inside(known, window)
        one, two = (_inside(part & known, window) / np.maximum(sizes, 1) for part in (truth, pred))
    return (one - two) ** 2, one**2 + two**2


def _inside(cells: Bools, window: int) -> Ints:
    """How many cells each window holds, from sums up to each row and then to each column."""
    down = np.zeros((cells.shape[0] + 1, cells.shape[1]), np.int32)
    np.cumsum(cells, axis=0, dtype=np.int32, out=down[1:])
    high = down[window:] - down[:-window]
    across = np.zeros((high.shape[0], high.shape[1] + 1), np.int32)
    np.cumsum(high, axis=1, dtype=np.int32, out=across[:, 1:])
    return across[:, window:] - across[:, :-window]


class TileFractions:
    """Fractions of several windows by tile, from strips of rows.

    A window belongs to the tile of its first cell, or if nothing is known there, to the first tile after it where
    something is: so all tiles are tiles of known cells.

    Only as many rows are held as the largest window is high. Columns of `sums`: cells that are known, those of them
    that were observed, then for each window apart and both.
    """

    def __init__(self, shape: tuple[int, int], side: int, windows: tuple[int, ...]) -> None:
        """For maps of some shape, in tiles of `side` by `side` cells."""
        self.shape, self.windows = shape, windows
        self.sums = TileSums.empty(shape, side, 2 + 2 * len(windows))
        self._held: Bools = np.zeros((3, 0, shape[1]), np.bool_)
        self._top = 0

    def add(self, start: int, truth: Bools, pred: Bools, known: Bools) -> None:
        """The rows from `start` on, which lie in one row of tiles; strips come in their order."""
        self.sums.add(start, 0, known, truth & known)
        self._held = np.concatenate([self._held, np.stack([truth, pred, known])], axis=1)
        end = self._top + self._held.shape[1]
        whole = end == self.shape[0]
        self._settle(end if whole else end - max(self.windows) + 1)
        if whole:
            self._leave_unknown()

    def _settle(self, until: int) -> None:
        """Count all windows that begin above a row, and let go of the rows that no other window needs."""
        side = self.sums.side
        while self._top < until:
            bottom = min(until, (self._top // side + 1) * side)
            for at, window in enumerate(self.windows):
                self._count(at, window, min(bottom, self.shape[0] - window + 1) - self._top)
            self._held = self._held[:, bottom - self._top :]
            self._top = bottom

    def _leave_unknown(self) -> None:
        """Windows that begin in a tile without known cells go to a tile that they reach."""
        sums, reach = self.sums.sums, -(-max(self.windows) // self.sums.side) + 1
        for row, column in np.argwhere((sums[..., 0] == 0) & (sums != 0).any(axis=-1)):
            down, across = np.argwhere(sums[row : row + reach, column : column + reach, 0])[0]
            sums[row + down, column + across] += sums[row, column]
            sums[row, column] = 0

    def _count(self, at: int, window: int, tops: int) -> None:
        if tops < 1 or window > self.shape[1]:
            return
        truth, pred, known = self._held[:, : tops + window - 1]
        self.sums.add(self._top, 2 + 2 * at, *squares(truth, pred, window, None if known.all() else known))
