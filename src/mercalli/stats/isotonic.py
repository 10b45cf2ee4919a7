"""Isotonic regression of many tables at once."""

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints

STRIDE = 16  # of long tables every 16th point is looked at first
LONG = 1_024
NEAR = 1e-9  # of all rows: wider than rounding errors, so that no corner of the fit is lost
MOST_PASSES = 100
FEW_LEFT, MORE = 100_000, 10  # of few entries more passes cost less than the import that ends them


def falling_fits(total: Floats, weight: Floats) -> Floats:
    """The best fit that never rises along the last axis, from running sums along it: (..., M).

    The fit is the slope of the lowest curve above the running sums that never bends up. Of long tables, points
    below that curve through every 16th point cannot be its corners: only the others are looked at one by one.
    Entries without weight have any value.

    >>> falling_fits(np.array([[1.0, 3.0, 3.0]]), np.array([[2.0, 4.0, 5.0]]))
    array([[0.75, 0.75, 0.  ]])
    """
    total, weight = np.ascontiguousarray(total), np.ascontiguousarray(weight)
    length = total.shape[-1]
    ends = np.flatnonzero(_corners(total.reshape(-1, length), weight.reshape(-1, length)))
    table = ends // length
    new = np.diff(table, prepend=-1) > 0
    mass, made = (_steps(part.reshape(-1)[ends], new) for part in (weight, total))
    some = mass > 0
    starts = np.concatenate([[0], ends[:-1] + 1])[some]
    starts[:1] = 0
    fitted = falling_means(made[some], mass[some], table[some])
    return np.repeat(fitted, np.diff(starts, append=total.size)).reshape(total.shape)


def _corners(total: Floats, weight: Floats) -> Bools:
    """Which points may be corners of the curve: all of short tables; the last of each table always."""
    tables, length = total.shape
    corners = np.ones((tables, length), np.bool_)
    if length < LONG:
        return corners
    whole = length // STRIDE * STRIDE
    rough = np.s_[:, STRIDE - 1 : whole : STRIDE]
    slope = falling_fits(total[rough], weight[rough])
    steps = np.diff(weight[rough], axis=-1, prepend=0.0)
    above = np.cumsum(slope * steps, axis=-1) - slope * weight[rough] - NEAR * total[:, -1:]
    high = weight[:, :whole].reshape(tables, -1, STRIDE) * slope[..., None]
    high += above[..., None]
    np.less_equal(high, total[:, :whole].reshape(high.shape), out=corners[:, :whole].reshape(high.shape))
    return corners


def _steps(running: Floats, new: Bools) -> Floats:
    """What running sums grow by, which start anew in places."""
    before = np.concatenate([[0.0], running[:-1]])
    before[new] = 0.0
    grown: Floats = running - before
    return grown


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
