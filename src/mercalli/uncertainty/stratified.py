"""A share over strata that were sampled apart, with an interval that is honest where nothing was found."""

from __future__ import annotations

import numpy as np

from mercalli.inputs.arrays import Floats, Ints


def stratified_share(hits: Ints, trials: Ints, sizes: Ints, level: float) -> Floats:
    """The share over all strata, weighted by their sizes, and the ends of its interval: (3,).

    Every stratum has Clopper and Pearson's exact interval (a point if all of it was looked at). Their distances from
    the shares are combined as those of independent parts (MOVER; Zou and Donner 2008). Where no hit was found, the
    upper end is at least that of the worst stratum alone, so it is never 0.

    >>> stratified_share(np.array([0]), np.array([100]), np.array([1000]), 0.95)
    array([0.    , 0.    , 0.0362])
    >>> stratified_share(np.array([0, 2]), np.array([50, 20]), np.array([900, 100]), 0.95)
    array([0.01  , 0.0012, 0.0776])
    """
    weights, shares = sizes / sizes.sum(), hits / trials
    low, high = _exact(hits, trials, level)
    whole = trials >= sizes
    low, high = np.where(whole, shares, low), np.where(whole, shares, high)
    value = (weights * shares).sum()
    down, up = (np.sqrt((weights**2 * (end - shares) ** 2).sum()) for end in (low, high))
    return np.array([value, max(value - down, 0.0), min(value + up, 1.0)])


def _exact(hits: Ints, trials: Ints, level: float) -> tuple[Floats, Floats]:
    """Clopper and Pearson's ends."""
    from scipy.special import betaincinv  # noqa: PLC0415 - 100 ms, only where a sample was judged

    tail = (1 - level) / 2
    low = np.where(hits > 0, betaincinv(np.maximum(hits, 1), trials - hits + 1, tail), 0.0)
    high = np.where(hits < trials, betaincinv(hits + 1, np.maximum(trials - hits, 1), 1 - tail), 1.0)
    return low, high
