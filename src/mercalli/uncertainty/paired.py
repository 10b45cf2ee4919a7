"""Comparisons of two systems on the same items, from their joint table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion
from mercalli.stats.sample import Sample, Scatter
from mercalli.uncertainty.inversion import drawn_alike, heads, worth_a_table
from mercalli.uncertainty.multinomial import MANY_CELLS
from mercalli.uncertainty.resample import Confusions, blocks

MOST_EXCHANGES = 10_000
TOLERANCE = 1e-12  # by which rounding may make a difference smaller


def needed_exchanges(pairs: int, level: float) -> int:
    """How many exchanges it takes until a p-value can be small enough to last when corrected over all pairs.

    >>> needed_exchanges(59, 0.95)
    1180
    """
    return ceil(pairs / (1 - level))


def exchanges(pairs: int, level: float, replicates: int) -> int:
    """As many as there are replicates, or as the pairs need; more than 10,000 only if so many replicates are asked for.

    >>> exchanges(59, 0.95, 1000), exchanges(3, 0.95, 1000), exchanges(4950, 0.95, 1000)
    (1180, 1000, 10000)
    """
    return max(replicates, min(needed_exchanges(pairs, level), MOST_EXCHANGES))


def swapped(sample: Sample, count: int, rng: np.random.Generator) -> Iterator[Confusions]:
    """Tables of two systems in which each row (or unit) had its answers exchanged by the toss of a coin.

    If the systems were equally good, these tables would be as likely as the ones observed.
    """
    first, second = sample.confusions
    coins = _Coins.of(sample)
    scatters = Scatter.of(coins.here, sample.shape), Scatter.of(coins.there, sample.shape)
    for size in blocks(sample, count):
        moved = coins.moved(size, rng)
        change = scatters[1](moved) - scatters[0](moved)
        yield (
            Confusion(first.cells + change, sample.classes),
            Confusion(second.cells - change, sample.classes),
        )


@dataclass(frozen=True)
class _Coins:
    """What may move from a cell of the first system's table to another cell of it, as coins are tossed.

    Each entry has `tosses` coins (or the one coin of its `unit`); on heads `worth` moves, less what is `back`.
    """

    here: Ints
    there: Ints
    tosses: Ints
    worth: Floats
    back: Floats
    unit: Ints | None
    units: int

    @classmethod
    def of(cls, sample: Sample) -> _Coins:
        """Entries on which both systems gave the same answer are left out: exchanging it changes nothing."""
        here, there = sample.cells
        differ = here != there
        if sample.unit is None and not sample.weighted:
            return cls._both_ways(here[differ], there[differ], sample.rows[differ])
        weight, weight_sq = sample.weight[differ], sample.weight_sq[differ]
        equal_rows = np.divide(weight**2, weight_sq, out=np.ones_like(weight), where=weight_sq > 0)
        tosses = np.maximum(np.round(equal_rows), 1.0).astype(np.int64)
        unit = None if sample.unit is None else sample.unit[differ]
        worth = weight / tosses if unit is None else weight
        return cls(here[differ], there[differ], tosses, worth, np.zeros_like(worth), unit, sample.units)

    @classmethod
    def _both_ways(cls, here: Ints, there: Ints, rows: Floats) -> _Coins:
        """Answers a and b with b and a: r heads less s heads are r + s heads less s, so they are tossed as one."""
        low, high = np.minimum(here, there), np.maximum(here, there)
        size = int(high.max(initial=0)) + 1
        pairs, position = np.unique(low * size + high, return_inverse=True)
        back = sums(position, rows * (here > there), len(pairs))
        tosses = sums(position, rows, len(pairs)).astype(np.int64)
        return cls(pairs // size, pairs % size, tosses, np.ones(len(pairs)), back, None, 0)

    def moved(self, count: int, rng: np.random.Generator) -> Floats:
        """How much of each entry is exchanged: (count, entries)."""
        if self.unit is not None:
            heads: Floats = rng.integers(0, 2, size=(count, self.units))[:, self.unit] * self.worth
            return heads
        return heads_of_cells(self.tosses, count, rng) * self.worth - self.back


def heads_of_cells(tosses: Ints, count: int, rng: np.random.Generator) -> Floats:
    """Heads of so many tosses each: (count, cells)."""
    found = np.empty((len(tosses), count))
    tabled = worth_a_table(tosses, count) & (len(tosses) >= MANY_CELLS)
    found[~tabled] = rng.binomial(tosses[~tabled, None], 0.5, size=(int((~tabled).sum()), count))
    places = np.flatnonzero(tabled)
    for alike, drawn in drawn_alike(heads, tosses[tabled], count, rng):
        found[places[alike]] = drawn
    return found.T


def tosses(units: int, count: int, rng: np.random.Generator, numbers: int, most: int) -> Iterator[Floats]:
    """Tosses of a coin for each unit, in blocks (size, units) of at most so many numbers: each takes `numbers`."""
    size = max(1, most // numbers)
    for start in range(0, count, size):
        yield rng.integers(0, 2, size=(min(size, count - start), units)).astype(np.float64)


def every_toss(units: int) -> Floats:
    """All ways in which few coins can fall: (2^units, units).

    >>> every_toss(2).tolist()
    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    return (np.arange(1 << units)[:, None] >> np.arange(units) & 1).astype(np.float64)


def exchanged_differences(
    numbers: Callable[[Floats], Floats], first: Floats, second: Floats, moved: Iterable[Floats]
) -> Floats:
    """What numbers of two systems' sums would differ by, had so much `moved` from the second to the first: (R, M)."""
    return np.concatenate([numbers(first + each) - numbers(second - each) for each in moved])


def p_value(observed: Floats, exchanged: Floats) -> Floats:
    """Two-sided: how often an exchange gives a difference at least as large, the observed one counted in."""
    with np.errstate(invalid="ignore"):
        as_large = np.abs(exchanged) >= np.abs(observed) - TOLERANCE
    p: Floats = (1 + as_large.sum(axis=0)) / (1 + (~np.isnan(exchanged)).sum(axis=0))
    return np.where(np.isnan(observed), np.nan, p)


def exact_p_value(observed: Floats, exchanged: Floats) -> Floats:
    """The same where `exchanged` holds every way to exchange, the observed one among them.

    >>> print(exact_p_value(np.array([1.0]), np.array([[1.0], [0.5], [-0.5], [-1.0]]))[0])
    0.5000
    """
    with np.errstate(invalid="ignore"):
        as_large = np.abs(exchanged) >= np.abs(observed) - TOLERANCE
    p: Floats = ratio(as_large.sum(axis=0), (~np.isnan(exchanged)).sum(axis=0))
    return np.where(np.isnan(observed), np.nan, p)


def mcnemar(only_first: int, only_second: int) -> float:
    """Exact two-sided p that two systems differ in accuracy, from the items only one of them got right.

    >>> print(mcnemar(10, 2))
    0.0386
    """
    tosses, fewer = only_first + only_second, min(only_first, only_second)
    taken = np.arange(1, fewer + 1)
    log_ways = np.concatenate([[0.0], np.cumsum(np.log(tosses - taken + 1) - np.log(taken))])
    return min(1.0, 2 * float(np.exp(log_ways - tosses * np.log(2)).sum()))


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted so that testing many pairs does not make differences out of luck (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p_values, kind="stable")
    scaled = np.asarray(p_values, np.float64)[order] * np.arange(len(order), 0, -1)
    adjusted = np.minimum(np.maximum.accumulate(scaled), 1.0)
    result = np.empty(len(order))
    result[order] = adjusted
    return [float(p) for p in result]


def tie_groups(ranked: Sequence[str], p_of: Mapping[frozenset[str], float], alpha: float) -> list[list[str]]:
    """Systems from best to worst, grouped with the best of their group that they do not differ from.

    >>> tie_groups(["a", "b", "c"], {frozenset("ab"): 0.5, frozenset("ac"): 0.01, frozenset("bc"): 0.2}, 0.05)
    [['a', 'b'], ['c']]
    """
    groups: list[list[str]] = []
    for system in ranked:
        if groups and p_of[frozenset((groups[-1][0], system))] > alpha:
            groups[-1].append(system)
        else:
            groups.append([system])
    return groups
