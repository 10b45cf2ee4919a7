"""Replicates of tables: what they could have been, had other rows been drawn.

Drawing the entries of a table from a multinomial has exactly the law of drawing rows with replacement
and counting again, at a cost that does not grow with the rows. Where rows come in units (documents,
events, tiles) whole units are drawn instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.stats.confusion import Confusion
from mercalli.stats.sample import Sample
from mercalli.uncertainty.multinomial import times_of_cells

BLOCK_NUMBERS = 4_000_000
CACHE_NUMBERS = 262_144
EQUAL_WEIGHTS = 1e-12

Confusions = tuple[Confusion, ...]


def blocks(sample: Sample, count: int) -> Iterator[int]:
    """`count` cut into sizes that keep memory bounded."""
    numbers = len(sample.cells) * max(prod(sample.shape), len(sample.rows), sample.units)
    size = max(1, BLOCK_NUMBERS // numbers)
    yield from (min(size, count - start) for start in range(0, count, size))


def replicates(sample: Sample, count: int, rng: np.random.Generator) -> Iterator[Confusions]:
    """`count` replicates of every system's table, in blocks with a leading axis."""
    for tables in _drawn(sample, count, rng):
        yield tuple(Confusion(table, sample.classes) for table in tables)


def tables_drawn(sample: Sample, count: int, rng: np.random.Generator) -> Iterator[tuple[Floats, ...]]:
    """The same as plain arrays, each table in one piece, for sums along its last axis: as many as fit in a cache."""
    size = max(1, CACHE_NUMBERS // prod(sample.shape))
    for tables in _drawn(sample, count, rng):
        for start in range(0, len(tables[0]), size):
            yield tuple(np.ascontiguousarray(table[start : start + size]) for table in tables)


def _drawn(sample: Sample, count: int, rng: np.random.Generator) -> Iterator[tuple[Floats, ...]]:
    draw = _drawn_rows if sample.unit is None else _drawn_units
    for size in blocks(sample, count):
        entries = draw(sample, size, rng)
        yield tuple(scatter(entries) for scatter in sample.scatters)


def _drawn_rows(sample: Sample, count: int, rng: np.random.Generator) -> Floats:
    drawn = times_of_cells(sample.rows, count, rng)
    return _weighed(sample, drawn, rng) if sample.weighted else drawn


def _weighed(sample: Sample, drawn: Floats, rng: np.random.Generator) -> Floats:
    """Weights of the drawn rows: a gamma with the mean and the variance that drawing rows would have."""
    mean = sample.weight / sample.rows
    variance = sample.weight_sq / sample.rows - mean**2
    uneven = variance > EQUAL_WEIGHTS * mean**2
    shape = np.divide(mean**2, variance, out=np.zeros_like(mean), where=uneven)
    scale = np.divide(variance, mean, out=np.zeros_like(mean), where=uneven)
    return np.where(uneven, rng.gamma(drawn * shape, scale), drawn * mean)


def _drawn_units(sample: Sample, count: int, rng: np.random.Generator) -> Floats:
    """Entries as often as their unit was drawn."""
    times = np.ascontiguousarray(times_drawn(sample.units, count, rng).T)
    weighed: Floats = times[sample.unit] * sample.weight[:, None]
    return weighed.T


def times_drawn(units: int, count: int, rng: np.random.Generator) -> Ints:
    """Each unit as often as it came up in as many draws as there are units: (count, units)."""
    drawn = rng.integers(0, units, size=(count, units))
    drawn += np.arange(count)[:, None] * units
    return np.bincount(drawn.ravel(), minlength=count * units).reshape(count, units)


def times_in_blocks(
    units: int, count: int, rng: np.random.Generator, numbers: int, most: int = BLOCK_NUMBERS
) -> Iterator[Floats]:
    """The same for many replicates, in blocks (size, units) of at most so many numbers: each takes `numbers`."""
    size = max(1, most // numbers)
    for start in range(0, count, size):
        yield times_drawn(units, min(size, count - start), rng).astype(np.float64)


def totals_drawn(units: Floats, count: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Sums over units (T, K) that were drawn as often as there are units, in blocks: (size, K)."""
    for times in times_in_blocks(len(units), count, rng, max(units.shape)):
        yield times @ units


def nested_totals_drawn(samples: Sequence[Sample], count: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Entries of as many samples as there are, drawn again, each with its units or rows drawn again: (size, K).

    Samples hold the same K entries for each unit.
    """
    entries = len(samples[0].rows) // samples[0].units
    for which in members_drawn(len(samples), count, rng, entries):
        yield nested_totals(samples, which, rng)


def members_drawn(members: int, count: int, rng: np.random.Generator, entries: int) -> Iterator[Ints]:
    """Which of a few members came up in as many draws as there are, in blocks: (size, members).

    Blocks are such that `entries` numbers of each draw fit into memory.
    """
    size = max(1, BLOCK_NUMBERS // (members * entries))
    for start in range(0, count, size):
        yield rng.integers(0, members, size=(min(size, count - start), members))


def nested_totals(samples: Sequence[Sample | None], which: Ints, rng: np.random.Generator) -> Floats:
    """Entries of the samples that came up, each with its units or rows drawn again: (size, K); no sample adds none."""
    there = [(at, sample) for at, sample in enumerate(samples) if sample is not None]
    drawn = np.zeros((*which.shape, len(there[0][1].rows) // there[0][1].units))
    for at, sample in there:
        drawn[which == at] = _entries_drawn(sample, int((which == at).sum()), rng)
    found: Floats = drawn.sum(axis=1)
    return found


def _entries_drawn(sample: Sample, count: int, rng: np.random.Generator) -> Floats:
    """Entries of one sample, added up over its units."""
    if sample.unit is None:
        return _drawn_rows(sample, count, rng)
    units = sample.rows.reshape(sample.units, -1)
    return np.concatenate([np.empty((0, units.shape[1])), *totals_drawn(units, count, rng)])


def left_out(sample: Sample) -> Iterator[tuple[Confusions, Floats]]:
    """The tables without one row (or unit), and how many rows (or units) are like it, in blocks."""
    if sample.unit is None:
        part = np.arange(len(sample.rows)), sample.weight / sample.rows, sample.rows
    else:
        part = sample.unit, sample.weight, np.ones(sample.units)
    group, weight, times = part
    start = 0
    for size in blocks(sample, len(times)):
        chosen = np.flatnonzero((group >= start) & (group < start + size))
        where = group[chosen] - start
        tables = tuple(
            _without(whole, size, (where, cell[chosen]), weight[chosen])
            for whole, cell in zip(sample.confusions, sample.cells, strict=True)
        )
        yield tables, times[start : start + size]
        start += size


def _without(whole: Confusion, size: int, where: tuple[Ints, Ints], weight: Floats) -> Confusion:
    """`size` copies of a table, less some weight at (copy, cell)."""
    tables = np.repeat(whole.cells.reshape(1, -1), size, axis=0)
    np.subtract.at(tables, where, weight)
    return Confusion(tables.reshape(size, *whole.cells.shape), whole.classes)
