"""Times that differ by rounding alone, such as 0.3 and 0.1 + 0.2, made equal as R's survival does (`timefix`)."""

from __future__ import annotations

import numpy as np

from mercalli.inputs.arrays import Floats

TOLERANCE = float(np.sqrt(np.finfo(np.float64).eps))


def distinct_times(time: Floats) -> Floats:
    """Distinct times in their order, without those that come after another by no more than rounding.

    A gap counts as rounding up to 1.5e-8, or up to that share of the mean of all distinct times.

    >>> distinct_times(np.array([0.1 + 0.2, 0.3, 1.0]))
    array([0.3, 1. ])
    """
    every = np.unique(time)
    gap = np.diff(every)
    apart = (gap > TOLERANCE) & (gap > TOLERANCE * np.abs(every).mean())
    distinct: Floats = every[np.concatenate([[True], apart])]
    return distinct


def timefixed(time: Floats, distinct: Floats) -> Floats:
    """Each time as the distinct one that it stands for.

    >>> timefixed(np.array([0.1 + 0.2, 1.0]), np.array([0.3, 1.0]))
    array([0.3, 1. ])
    """
    return distinct[np.searchsorted(distinct, time, side="right") - 1]
