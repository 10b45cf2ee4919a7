"""Replicates of label sets: what they could have been, had other items or units been drawn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.stats.label_sets import LabelSets
from mercalli.stats.set_sample import SetSample
from mercalli.uncertainty.multinomial import times_of_cells
from mercalli.uncertainty.resample import BLOCK_NUMBERS, times_drawn


def set_replicates(sample: SetSample, count: int, rng: np.random.Generator) -> Iterator[tuple[LabelSets, ...]]:
    """`count` replicates of every system's label sets, in blocks with a leading axis."""
    for size in _blocks(sample, count):
        times = _times(sample, size, rng)
        yield tuple(sample.table(sample.added(times, part)) for part in sample.parts)


def _times(sample: SetSample, count: int, rng: np.random.Generator) -> Floats:
    """How often each entry comes up in as many draws as there are: (count, E)."""
    if (sample.times == 1).all():
        return times_drawn(len(sample.times), count, rng).astype(np.float64)
    return times_of_cells(sample.times.astype(np.float64), count, rng)


def set_left_out(sample: SetSample) -> Iterator[tuple[LabelSets, ...]]:
    """Every system's label sets without one of the units each, in blocks with a leading axis."""
    units, start = len(sample.times), 0
    for size in _blocks(sample, units):
        times = 1 - np.eye(size, units, start)
        yield tuple(sample.table(sample.added(times, part)) for part in sample.parts)
        start += size


def set_exchanges(sample: SetSample, count: int, rng: np.random.Generator) -> Iterator[tuple[LabelSets, LabelSets]]:
    """Label sets of two systems in which each item (or unit) had its answers exchanged by the toss of a coin."""
    first, second = (sample.added(sample.times.astype(np.float64), part) for part in sample.parts)
    for size in _blocks(sample, count):
        heads = _heads(sample, size, rng)
        moved = sample.added(heads, sample.parts[1]) - sample.added(heads, sample.parts[0])
        yield sample.table(first + moved), sample.table(second - moved)


def _heads(sample: SetSample, count: int, rng: np.random.Generator) -> Floats:
    """How many of each entry are exchanged: (count, E)."""
    shape = (count, len(sample.times))
    tossed = rng.integers(0, 2, shape) if (sample.times == 1).all() else rng.binomial(sample.times, 0.5, shape)
    return tossed.astype(np.float64)


def _blocks(sample: SetSample, count: int) -> Iterator[int]:
    """`count` cut into sizes that keep memory bounded."""
    size = max(1, BLOCK_NUMBERS // max(len(sample.times), *(part.shape[1] for part in sample.parts)))
    yield from (min(size, count - start) for start in range(0, count, size))
