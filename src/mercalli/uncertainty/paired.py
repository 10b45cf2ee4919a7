"""Comparisons of two systems on the same items, from their joint table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.stats.confusion import Confusion
from mercalli.uncertainty.resample import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.stats.sample import Sample
    from mercalli.uncertainty.resample import Confusions


def swapped(sample: Sample, count: int, rng: np.random.Generator) -> Iterator[Confusions]:
    """Tables of two systems in which each row (or unit) had its answers exchanged by the toss of a coin.

    If the systems were equally good, these tables would be as likely as the ones observed.
    """
    first, second = sample.confusions
    for size in blocks(sample, count):
        moved = _moved(sample, size, rng)
        change = sample.scatters[1](moved) - sample.scatters[0](moved)
        yield (
            Confusion(first.cells + change, sample.classes),
            Confusion(second.cells - change, sample.classes),
        )


def _moved(sample: Sample, count: int, rng: np.random.Generator) -> Floats:
    """How much of each entry is exchanged: (count, entries)."""
    if sample.unit is not None:
        heads: Floats = rng.integers(0, 2, size=(count, sample.units))[:, sample.unit] * sample.weight
        return heads
    return sample.weight * _tossed_share(sample, count, rng)


def _tossed_share(sample: Sample, count: int, rng: np.random.Generator) -> Floats:
    """The share of an entry's weight on heads, from as many coins as its rows are worth.

    With equal weights these are its rows, and the law is that of tossing row by row; one row that outweighs all
    others is a single coin.
    """
    worth = np.divide(sample.weight**2, sample.weight_sq, out=np.ones_like(sample.weight), where=sample.weight_sq > 0)
    coins = np.maximum(np.round(worth), 1.0).astype(np.int64)
    return (rng.binomial(coins[:, None], 0.5, size=(len(coins), count)) / coins[:, None]).T


def p_value(observed: Floats, exchanged: Floats) -> Floats:
    """Two-sided: how often an exchange gives a difference at least as large, the observed one counted in."""
    tolerance = 1e-12
    with np.errstate(invalid="ignore"):
        as_large = np.abs(exchanged) >= np.abs(observed) - tolerance
    p: Floats = (1 + as_large.sum(axis=0)) / (1 + (~np.isnan(exchanged)).sum(axis=0))
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
