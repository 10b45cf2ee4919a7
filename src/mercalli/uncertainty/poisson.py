"""Exact intervals for counts of rare events, and for counts of which some weigh more than others."""

from __future__ import annotations

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio


def poisson_interval(counts: Floats, level: float) -> Floats:
    """The exact interval of the mean of Poisson counts (Garwood 1936): (2, ...).

    >>> poisson_interval(np.array([14.0, 0.0]), 0.95).round(4)
    array([[ 7.6539,  0.    ],
           [23.4896,  3.6889]])
    """
    from scipy.special import gammaincinv  # noqa: PLC0415 - 100 ms, only where there are places

    tail = (1 - level) / 2
    low = np.where(counts > 0, gammaincinv(np.maximum(counts, 1.0), tail), 0.0)
    return np.stack([low, gammaincinv(counts + 1, 1 - tail)])


def weighted_poisson_interval(counts: Floats, total: Floats, squares: Floats, level: float) -> Floats:
    """Of a sum of counts times weights (Dobson et al. 1991), which is exact where all weights are alike: (2, ...).

    `total` is the sum of counts times weights and `squares` that of counts times squared weights; where nothing was
    counted, `squares` is the squared weight that a count would have.

    >>> weighted_poisson_interval(np.array([14.0]), np.array([28.0]), np.array([56.0]), 0.95).round(4)
    array([[15.3079],
           [46.9792]])
    """
    scale = np.sqrt(np.where(counts > 0, ratio(squares, counts), squares))
    return total + scale * (poisson_interval(counts, level) - counts)
