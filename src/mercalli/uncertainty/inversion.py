"""Counts drawn by looking random bits up in a table of chances.

numpy draws each count anew from its parameters. Where thousands of replicates are drawn of many cells, those that hold
equally many rows have one law, and one table serves them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Bools, Floats, Ints

Shorts = NDArray[np.int16]
Law = Callable[[int], tuple[Shorts, Floats]]


LARGEST = 8192  # of a higher number a table takes longer than the draws
ENOUGH_DRAWS = 2048  # from which on a table is worth its making
SPREADS = 9  # standard deviations from the mean to counts that are as good as impossible
SLOT_BITS = 12
SLOTS = 1 << SLOT_BITS
NEAR = 1e-6  # slots; wider than rounding errors, so that these change no draw


def worth_a_table(numbers: Floats | Ints, count: int) -> Bools:
    """Which cells share their number with so many others that their draws take less time from a table."""
    usable = (numbers > 0) & (numbers <= LARGEST) & (numbers % 1 == 0)
    number = np.where(usable, numbers, 0).astype(np.int64)
    enough = np.bincount(number, minlength=1)[number] * count >= ENOUGH_DRAWS
    found: Bools = usable & enough
    return found


def drawn_alike(law: Law, numbers: Ints, count: int, rng: np.random.Generator) -> Iterator[tuple[Ints, Shorts]]:
    """Which cells have the same number, and `count` draws from its law for each of them: (cells, count)."""
    order = np.argsort(numbers, kind="stable")
    distinct, starts = np.unique(numbers[order], return_index=True)
    for number, cells in zip(distinct.tolist(), np.split(order, starts)[1:], strict=True):
        values, chances = law(number)
        yield cells, _drawn(int(values[0]), np.cumsum(chances), len(cells) * count, rng).reshape(len(cells), count)


def poisson(rate: int) -> tuple[Shorts, Floats]:
    """Counts with that mean, and the chance of each.

    >>> counts, chances = poisson(2)
    >>> counts[:3], chances[:3].round(4)
    (array([0, 1, 2], dtype=int16), array([0.1353, 0.2707, 0.2707]))
    """
    values = _around(rate, sqrt(rate), 2 * LARGEST)
    return values, np.exp(values * log(rate) - rate - log_factorials()[values])


def heads(tosses: int) -> tuple[Shorts, Floats]:
    """Heads of so many coins, and the chance of each.

    >>> heads(2)
    (array([0, 1, 2], dtype=int16), array([0.25, 0.5 , 0.25]))
    """
    values = _around(tosses / 2, sqrt(tosses) / 2, tosses)
    logs = log_factorials()
    return values, np.exp(logs[tosses] - logs[values] - logs[tosses - values] - tosses * log(2))


@cache
def log_factorials() -> Floats:
    """Of every number that a count may be."""
    return np.concatenate([np.zeros(1), np.cumsum(np.log(np.arange(1, 2 * LARGEST + 1)))])


def _around(mean: float, spread: float, highest: int) -> Shorts:
    wide = SPREADS * (spread + 2)
    return np.arange(max(0, int(mean - wide)), min(highest, int(mean + wide)) + 1, dtype=np.int16)


def _drawn(lowest: int, so_far: Floats, size: int, rng: np.random.Generator) -> Shorts:
    """Counts from the lowest on, drawn from the running sum of their chances.

    The first bits of a number tell most of them; more bits are drawn where a slot holds several counts.
    """
    at = so_far * (SLOTS / so_far[-1])
    sure = np.cumsum(np.bincount(np.ceil(at).astype(np.int64), minlength=SLOTS + 1))[:SLOTS].astype(np.int16)
    sure += lowest
    for near in (at - NEAR, at + NEAR):
        sure[np.clip(near, 0, SLOTS - 1).astype(np.int64)] = -1
    words = rng.integers(0, 1 << 64, -(-size // 4), np.uint64).astype("<u8", copy=False)
    slots = words.view("<u2")[:size] >> np.uint16(16 - SLOT_BITS)
    counts = sure.take(slots)
    unsure = np.flatnonzero(counts < 0)
    finer = slots[unsure] + rng.random(len(unsure))
    counts[unsure] = lowest + np.searchsorted(at[:-1], finer, side="right")
    return counts
