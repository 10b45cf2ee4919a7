"""What follows from the areas of two shapes and of what they share."""

from math import inf

import numpy as np
from numpy.typing import ArrayLike

from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio

OVERLAP_RANGES = ((0.0, 1.0), (0.0, 1.0), (0.0, inf))
OVERLAPS: tuple[str, ...] = ("jaccard", "dice", "area_bias")


def area_overlap(areas: ArrayLike) -> Floats:
    """The Jaccard and Sorensen-Dice indices and modelled over observed: (..., 3), NaN where undefined.

    Areas are observed, modelled and shared: (..., 3). An index is at most 1, whatever rounding does.

    >>> area_overlap([2.0, 4.0, 1.0])
    array([0.2   , 0.3333, 2.    ])
    """
    one, two, both = np.moveaxis(np.asarray(areas, np.float64), -1, 0)
    jaccard, dice = ratio(both, one + two - both), ratio(2 * both, one + two)
    return np.stack([np.minimum(jaccard, 1), np.minimum(dice, 1), ratio(two, one)], axis=-1)
