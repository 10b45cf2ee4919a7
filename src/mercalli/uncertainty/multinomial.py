"""How often each of many cells comes up when rows are drawn with replacement.

The law is that of `Generator.multinomial`, which draws a binomial for every cell and replicate. Independent Poisson
counts, of which only those with the right sum are kept, have the same law. So rare cells are drawn as Poisson counts, a
replicate is kept with the chance that the common cells hold exactly the rows that it leaves to them, and those rows are
shared out by binomials.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.uncertainty.inversion import drawn_alike, poisson, worth_a_table

MANY_CELLS = 256  # with fewer, numpy is as fast
SPARE = 1.5, 2  # roots of the number of replicates, and replicates, drawn on top of those that it should take


def times_of_cells(rows: Floats, count: int, rng: np.random.Generator) -> Floats:
    """Cells of so many rows as often as they come up in as many draws as there are rows: (count, cells).

    >>> times_of_cells(np.array([5.0, 3.0, 0.0]), 4, np.random.default_rng(0)).sum(axis=1)
    array([8., 8., 8., 8.])
    """
    rare = _rare(rows, count)
    if rare.sum() < MANY_CELLS:
        return rng.multinomial(round(float(rows.sum())), rows / rows.sum(), size=count).astype(np.float64)
    common = rows[~rare]
    times = np.empty((len(rows), count))
    left = _draw_rare(times, np.flatnonzero(rare), rows[rare].astype(np.int64), int(common.sum()), rng)
    times[~rare] = rng.multinomial(left, common / common.sum()).T
    return times.T


def _rare(rows: Floats, count: int) -> Bools:
    """The cells with the fewest rows, of those worth a table, which together hold at most half of all."""
    rare = worth_a_table(rows, count)
    order = np.flatnonzero(rare)[np.argsort(rows[rare], kind="stable")]
    rare[order] = np.cumsum(rows[order]) <= rows.sum() / 2
    return rare


def _draw_rare(times: Floats, cells: Ints, rows: Ints, common: int, rng: np.random.Generator) -> Ints:
    """Fills in the rare cells of (cells, count); how many rows each replicate leaves to the common ones."""
    total, count = int(rows.sum()) + common, times.shape[1]
    left = np.empty(0, np.int64)
    while len(left) < count:
        expected = (count - len(left)) / sqrt(common / total)
        tries = int(expected + SPARE[0] * sqrt(expected)) + SPARE[1]
        drawn = list(drawn_alike(poisson, rows, tries, rng))
        rest = total - np.sum([part.sum(axis=0, dtype=np.int64) for _, part in drawn], axis=0)
        kept = np.flatnonzero(rng.random(tries) < _relative_chance(rest, common))[: count - len(left)]
        filled = times[:, len(left) : len(left) + len(kept)]
        for alike, part in drawn:
            filled[cells[alike]] = part.take(kept, axis=1)
        left = np.append(left, rest[kept])
    return left


def _relative_chance(left: Ints, common: int) -> Floats:
    """How probable Poisson counts are, where their mean has the chance 1; by Stirling's series, for large means."""
    counts = np.maximum(left, 1)
    more = counts - common
    logs = more - (counts + 0.5) * np.log1p(more / common) + (1 / common - 1 / counts) / 12
    return np.where(left > 0, np.exp(logs), 0.0)
