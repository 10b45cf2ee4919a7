"""Fractions: how two maps differ once each cell is replaced by the share of its neighbourhood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Bools, Floats


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
        sizes = np.full((1, 1), float(window**2)) if known is None else _sums(known, window)
        observed, modelled = (_sums(part if known is None else part & known, window) for part in (truth, pred))
        there = sizes > 0
        share = [np.divide(part, sizes, out=np.zeros_like(part), where=there) for part in (observed, modelled)]
        return cls(float(((share[0] - share[1]) ** 2).sum()), float((share[0] ** 2).sum() + (share[1] ** 2).sum()))


def _sums(cells: Bools, window: int) -> Floats:
    """How many cells each window holds, from a table of sums up to each corner."""
    table = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1))
    np.cumsum(cells, axis=0, out=table[1:, 1:])
    np.cumsum(table[1:, 1:], axis=1, out=table[1:, 1:])
    found: Floats = (
        table[window:, window:] - table[:-window, window:] - table[window:, :-window] + table[:-window, :-window]
    )
    return found
