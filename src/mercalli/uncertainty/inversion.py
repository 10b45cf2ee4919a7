"""Counts drawn by looking random bits up in a table of chances.

numpy draws each count anew from its parameters. Where thousands of replicates are drawn of many cells, those that hold
equally many rows have one law, and one table serves them all.
"""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Floats, Ints

    Shorts = NDArray[np.int16]
    Law = Callable[[int], tuple[Shorts, Floats]]

LARGEST = 8192  # a number of which tables are worth their making
SPREADS = 9  # standard deviations from the mean to counts that are as good as impossible
SLOT_BITS = 12
SLOTS = 1 << SLOT_BITS


def drawn_alike(law: Law, numbers: Ints, count: int, rng: np.random.Generator) -> Iterator[tuple[Ints, Shorts]]:
    """Which cells have the same number, and `count` draws from its law for each of them: (cells, count)."""
    order = np.argsort(numbers, kind="stable")
    distinct, starts = np.unique(numbers[order], return_index=True)
    for number, cells in zip(distinct.tolist(), np.split(order, starts)[1:], strict=True):
        values, chances = law(number)
        places = _places(np.cumsum(chances), len(cells) * count, rng).reshape(-1, count)
        places += values[0]
        yield cells, places


def poisson(rate: int) -> tuple[Shorts, Floats]:
    """Counts with that mean, and the chance of each.

    >>> counts, chances = poisson(2)
    >>> counts[:3], chances[:3].round(4)
    (array([0, 1, 2], dtype=int16), array([0.1353, 0.2707, 0.2707]))
    """
    values = _around(rate, sqrt(rate), 2 * LARGEST)
    return values, np.exp(values * log(rate) - rate - _log_factorials()[values])


def heads(tosses: int) -> tuple[Shorts, Floats]:
    """Heads of so many coins, and the chance of each.

    >>> heads(2)
    (array([0, 1, 2], dtype=int16), array([0.25, 0.5 , 0.25]))
    """
    values = _around(tosses / 2, sqrt(tosses) / 2, tosses)
    logs = _log_factorials()
    return values, np.exp(logs[tosses] - logs[values] - logs[tosses - values] - tosses * log(2))


@cache
def _log_factorials() -> Floats:
    return np.concatenate([np.zeros(1), np.cumsum(np.log(np.arange(1, 2 * LARGEST + 1)))])


def _around(mean: float, spread: float, highest: int) -> Shorts:
    wide = SPREADS * (spread + 2)
    return np.arange(max(0, int(mean - wide)), min(highest, int(mean + wide)) + 1, dtype=np.int16)


def _places(so_far: Floats, size: int, rng: np.random.Generator) -> Shorts:
    """Places drawn from the running sum of their chances.

    The first bits of a number tell most of them; more bits are drawn where a slot holds several places.
    """
    so_far = so_far / so_far[-1]
    edges = np.cumsum(np.bincount(np.ceil(so_far * SLOTS).astype(np.int64), minlength=SLOTS + 1))
    sure = np.where(edges[1:] == edges[:-1], edges[:-1], -1).astype(np.int16)
    slots = rng.integers(0, 1 << 64, -(-size // 4), np.uint64).view(np.uint16)[:size] >> np.uint16(16 - SLOT_BITS)
    places = sure.take(slots)
    unsure = np.flatnonzero(places < 0)
    finer = (slots[unsure] + rng.random(len(unsure))) / SLOTS
    places[unsure] = np.searchsorted(so_far, finer, side="right")
    return places
