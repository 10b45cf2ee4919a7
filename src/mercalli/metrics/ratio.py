"""The one place that decides what a division by zero means."""

import numpy as np
from numpy.typing import ArrayLike

from mercalli.inputs.arrays import Floats

ROUNDING = 1e-12  # by how much rounding may move a share


def ratio(numerator: ArrayLike, denominator: ArrayLike) -> Floats:
    """The quotient; NaN, meaning undefined, where the denominator is zero.

    >>> ratio([1, 0], [2, 0])
    array([0.5, nan])
    """
    top, bottom = np.asarray(numerator, np.float64), np.asarray(denominator, np.float64)
    return top / (bottom if bottom.all() else np.where(bottom == 0, np.nan, bottom))
