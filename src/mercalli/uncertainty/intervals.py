"""Intervals: percentile, bias-corrected and accelerated; Wilson's and Newcombe's for plain proportions."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio

NORMAL = NormalDist()


def quantiles(values: Floats, at: Floats) -> Floats:
    """Quantiles over the first axis, undefined values left out; `at` is (q,) or (q, *rest).

    >>> quantiles(np.array([[1.0], [np.nan], [3.0]]), np.array([0.5]))
    array([[2.]])
    """
    ordered = np.sort(values, axis=0)
    known = (~np.isnan(ordered)).sum(axis=0)
    where = np.reshape(at, (len(at), *(1,) * known.ndim)) if at.ndim == 1 else at
    position = where * np.maximum(known - 1, 0)
    below = np.floor(position).astype(np.int64)
    above = np.minimum(below + 1, np.maximum(known - 1, 0))
    low, high = np.take_along_axis(ordered, below, axis=0), np.take_along_axis(ordered, above, axis=0)
    found: Floats = low + (high - low) * (position - below)
    return found


def percentile(drawn: Floats, level: float) -> Floats:
    """The middle `level` of the replicates: (2, ...)."""
    tail = (1 - level) / 2
    return quantiles(drawn, np.array([tail, 1 - tail]))


def bca(point: Floats, drawn: Floats, without: Floats, times: Floats, level: float) -> Floats:
    """Bias-corrected and accelerated percentile interval (Efron 1987): (2, ...).

    `without` holds the values with one row left out, each standing for `times` such rows. Where the
    correction cannot be had (no spread), the percentile interval stands.
    """
    known = np.maximum((~np.isnan(drawn)).sum(axis=0), 1)
    below = ((drawn < point).sum(axis=0) + (drawn == point).sum(axis=0) / 2) / known
    bias = _normal_quantile(np.clip(below, 1 / (2 * known), 1 - 1 / (2 * known)))
    skew = _acceleration(without, times)
    tail = (1 - level) / 2
    corrected = [_corrected(bias, skew, NORMAL.inv_cdf(each)) for each in (tail, 1 - tail)]
    return quantiles(drawn, np.stack(corrected))


def _acceleration(without: Floats, times: Floats) -> Floats:
    weight = np.reshape(times, (-1, *(1,) * (without.ndim - 1))) * ~np.isnan(without)
    values = np.nan_to_num(without)
    centred = ratio((weight * values).sum(axis=0), weight.sum(axis=0)) - values
    cubes, squares = (weight * centred**3).sum(axis=0), (weight * centred**2).sum(axis=0)
    return np.nan_to_num(ratio(cubes, 6 * squares**1.5))


def _corrected(bias: Floats, skew: Floats, normal: float) -> Floats:
    shifted = bias + normal
    share: Floats = _normal_share(bias + shifted / (1 - skew * shifted))
    return share


_normal_quantile = np.vectorize(NORMAL.inv_cdf, otypes=[np.float64])
_normal_share = np.vectorize(NORMAL.cdf, otypes=[np.float64])


def wilson(share: Floats, trials: Floats, level: float) -> Floats:
    """Wilson's score interval (1927) for a plain proportion: (2, ...).

    >>> wilson(np.array(0.9), np.array(10.0), 0.95)
    array([0.5958, 0.9821])
    """
    z = NORMAL.inv_cdf((1 + level) / 2)
    centre = ratio(share + z**2 / 2 * ratio(1, trials), 1 + z**2 * ratio(1, trials))
    half = z * np.sqrt(share * (1 - share) * ratio(1, trials) + (z / 2 * ratio(1, trials)) ** 2)
    half = half / (1 + z**2 * ratio(1, trials))
    return np.clip(np.stack([centre - half, centre + half]), 0.0, 1.0)


def mean_of_wilsons(shares: Floats, trials: Floats, level: float) -> Floats:
    """Ends of the mean of independent proportions, (K,), recovered from Wilson's of each (Zou and Donner 2008): (2,).

    >>> mean_of_wilsons(np.array([0.9, 1.0]), np.array([10.0, 40.0]), 0.95).round(4)
    array([0.7917, 0.9911])
    """
    reach = np.sqrt(((wilson(shares, trials, level) - shares) ** 2).sum(axis=-1)) / len(shares)
    ends: Floats = np.clip(shares.mean() + np.array([-1.0, 1.0]) * reach, 0.0, 1.0)
    return ends


def mean_of_pairs(first: Floats, second: Floats, rows: Floats, level: float) -> Floats:
    """Ends of the mean of differences of paired proportions, (K,), from those of each (Zou and Donner 2008): (2,).

    Of so many `rows` so many are right only for the `first` and for the `second`; each gets half a row, and the rows
    two (Agresti and Min 2005).

    >>> mean_of_pairs(np.array([4.0, 0.0]), np.array([1.0, 0.0]), np.array([10.0, 2.0]), 0.95).round(4)
    array([-0.1741,  0.4438])
    """
    one, two = (first + 0.5) / (rows + 2), (second + 0.5) / (rows + 2)
    half = NORMAL.inv_cdf((1 + level) / 2) * np.sqrt((one + two - (one - two) ** 2) / (rows + 2))
    moved = (first - second) / rows
    of_each = np.clip(np.stack([one - two - half, one - two + half]), -1.0, 1.0)
    reach = np.sqrt(((of_each - moved) ** 2).sum(axis=-1)) / len(rows)
    ends: Floats = moved.mean() + np.array([-1.0, 1.0]) * reach
    return ends


def corrected_for_bias(value: float, drawn: Floats, error: float, rows: float, level: float) -> Floats:
    """Ends of a share above 0 and below 1, as far below its replicates (B,) as these are below it: (2,).

    On the scale of log odds, with the larger of the replicates' standard error and `error`. A replicate of 0 or 1
    counts as half a row of `rows` away from it.

    >>> corrected_for_bias(0.5, np.array([0.3, 0.4, 0.5]), 0.1, 100, 0.95)
    array([0.4094, 0.7688])
    """
    margin = 0.5 / rows
    odds = _log_odds(np.clip(drawn[~np.isnan(drawn)], margin, 1 - margin))
    spread = max(float(odds.std()), error / (value * (1 - value)))
    centre = 2 * float(_log_odds(np.array(value))) - float(odds.mean())
    ends: Floats = 1 / (1 + np.exp(-centre - NORMAL.inv_cdf((1 + level) / 2) * spread * np.array([-1.0, 1.0])))
    return ends


def difference_corrected_for_bias(moved: float, drawn: Floats, error: float, level: float) -> Floats:
    """Ends of a difference, as far below its replicates (B,) as these are below it: (2,).

    With the larger of the replicates' standard error and `error`.

    >>> difference_corrected_for_bias(0.5, np.array([0.3, 0.4, 0.5]), 0.1, 0.95)
    array([0.404, 0.796])
    """
    reach = NORMAL.inv_cdf((1 + level) / 2) * max(float(np.nanstd(drawn)), error)
    ends: Floats = 2 * moved - float(np.nanmean(drawn)) + reach * np.array([-1.0, 1.0])
    return ends


def _log_odds(share: Floats) -> Floats:
    odds: Floats = np.log(share / (1 - share))
    return odds


def newcombe(first: Floats, second: Floats) -> Floats:
    """Newcombe's interval (1998, method 10) for the first of two independent proportions less the second: (2, ...).

    Each comes as its value and the ends of its Wilson interval: (3, ...).

    >>> first, second = ([hits / n, *wilson(hits / n, n, 0.95)] for hits, n in ((56, 70), (48, 80)))
    >>> newcombe(np.array(first), np.array(second))
    array([0.0524, 0.3339])
    """
    (one, low, high), (two, other_low, other_high) = first, second
    least = one - two - np.hypot(one - low, other_high - two)
    return np.stack([least, one - two + np.hypot(high - one, two - other_low)])
