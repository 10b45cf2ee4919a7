"""What follows from the areas of two shapes and of what they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.ratio import ratio

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from mercalli.inputs.arrays import Floats


def area_overlap(observed: ArrayLike, modelled: ArrayLike, shared: ArrayLike) -> dict[str, Floats]:
    """The Jaccard and Sorensen-Dice indices and the ratio of the areas; NaN where undefined, at most 1 where rounded.

    >>> [float(each) for each in area_overlap(2.0, 4.0, 1.0).values()]
    [0.2, 0.3333, 2.0]
    """
    one, two, both = (np.asarray(each, np.float64) for each in (observed, modelled, shared))
    return {
        "jaccard": np.asarray(np.minimum(ratio(both, one + two - both), 1)),
        "dice": np.asarray(np.minimum(ratio(2 * both, one + two), 1)),
        "area_bias": ratio(two, one),
    }
