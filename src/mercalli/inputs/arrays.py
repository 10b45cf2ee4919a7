"""Names for the arrays that everything is made of."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]


def sums(codes: Ints, values: Floats | Ints, size: int) -> Floats:
    """The values added up by code.

    >>> sums(np.array([0, 2, 2]), np.array([1.0, 2.0, 3.0]), 3)
    array([1., 0., 5.])
    """
    return np.bincount(codes, np.asarray(values, np.float64), size).astype(np.float64, copy=False)
