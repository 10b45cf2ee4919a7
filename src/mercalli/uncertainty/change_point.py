"""Where values change in time, and how likely so clear a change is where nothing does."""

from __future__ import annotations

from math import ceil

import numpy as np

from mercalli.inputs.arrays import Floats, Ints

SHUFFLES, FINE = 999, 10
BLOCK = 1 << 21


def change_point(
    values: Floats, batches: Ints, generator: np.random.Generator, clear: float = 0.05
) -> tuple[int, float]:
    """The place of the first value after the change, and how likely so clear a one is where nothing changes.

    The largest cumulated sum of deviations from the mean (Page 1954), against the same values in random order. Values
    that came at once have the same number in `batches`, which rises: nothing changes within a batch, and batches are
    shuffled whole, as values that came together may be alike for that reason. There are enough shuffles to tell a
    likelihood of `clear`; they end where it can no longer be reached.

    >>> place, p = change_point(np.repeat([0.0, 1.0], 20), np.arange(40), np.random.default_rng(0))
    >>> place, p <= 0.001
    (20, True)
    >>> change_point(np.repeat([0.0, 1.0], 20), np.arange(40) // 10, np.random.default_rng(0))[1] > 0.05
    True
    """
    starts = np.flatnonzero(np.diff(batches, prepend=batches[0] - 1))
    parts = np.add.reduceat(values - values.mean(), starts)
    place, p = change_of_batches(parts, generator, clear)
    return int(starts[place]), p


def change_of_batches(parts: Floats, generator: np.random.Generator, clear: float = 0.05) -> tuple[int, float]:
    """The first batch after the change, and its likelihood, from what each batch adds to the deviations."""
    sums = _sums(parts)
    return int(sums.argmax()) + 1, _likelihood(parts, float(sums.max()), generator, clear)


def _likelihood(parts: Floats, clearest: float, generator: np.random.Generator, clear: float) -> float:
    """How often batches in random order have a sum as large."""
    needed = max(SHUFFLES, ceil(FINE / clear) - 1)
    beyond = drawn = 0
    while drawn < needed and 1 + beyond <= clear * (1 + needed):
        size = min(SHUFFLES, needed - drawn, max(BLOCK // len(parts), 1))
        shuffled = generator.permuted(np.broadcast_to(parts, (size, len(parts))), axis=1)
        beyond += int((_sums(shuffled).max(axis=-1) >= clearest - 1e-9).sum())
        drawn += size
    return (1 + beyond) / (1 + drawn)


def _sums(parts: Floats) -> Floats:
    """The size of the cumulated deviations at every split: (..., batches - 1)."""
    return np.abs(np.cumsum(parts, axis=-1))[..., :-1]
