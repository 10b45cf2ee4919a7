"""Isotonic regression of many tables at once."""

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints

MOST_PASSES = 100
FEW_LEFT, MORE = 100_000, 10  # of few entries more passes cost less than the import that ends them


def falling_means(total: Floats, weight: Floats, table: Ints) -> Floats:
    """For each entry the mean that fits best and never rises along its table; the entries of a table are neighbours.

    Neighbours of which the second has the higher mean share one mean in the best fit. So all of them are put together,
    in all tables, as often as there are any; what a hundred passes leave (a thousand of few entries) is done entry by
    entry.

    >>> falling_means(np.array([1.0, 2.0, 0.0]), np.array([2.0, 2.0, 1.0]), np.zeros(3, int))
    array([0.75, 0.75, 0.  ])
    """
    entries = len(total)
    first = np.arange(entries)
    for done in range(MORE * MOST_PASSES):
        if done >= MOST_PASSES and len(total) > FEW_LEFT:
            break
        rises = _rises(total / weight, table)
        if not rises.any():
            return np.repeat(total / weight, np.diff(first, append=entries))
        starts = np.flatnonzero(np.concatenate([[True], ~rises]))
        total, weight = (np.add.reduceat(part, starts) for part in (total, weight))
        table, first = table[starts], first[starts]
    return np.repeat(_one_by_one(total, weight, table), np.diff(first, append=entries))


def _rises(mean: Floats, table: Ints) -> Bools:
    """Whether the next mean of the same table is higher."""
    higher: Bools = (mean[1:] > mean[:-1]) & (table[1:] == table[:-1])
    return higher


def _one_by_one(total: Floats, weight: Floats, table: Ints) -> Floats:
    """The same, in time that grows with the entries however they lie."""
    from scipy.optimize import isotonic_regression  # noqa: PLC0415 - 500 ms, hardly ever needed

    parts = np.split(np.arange(len(table)), np.flatnonzero(np.diff(table)) + 1)
    fits = (isotonic_regression(total[at] / weight[at], weights=weight[at], increasing=False).x for at in parts)
    return np.concatenate(list(fits))
