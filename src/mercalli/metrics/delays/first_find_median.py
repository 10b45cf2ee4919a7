"""Median delay to the first find."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.delays import Delays


@metric(
    Facts(
        label="Median delay to the first find",
        formula=r"\text{median}_f (t_{1f} - t_{0f})",
        range=(0, np.inf),
        best=0,
        undefined="half of the facts or more are never found, or there is none",
        misleads="Alone: nothing is said about the half that is found later, or never.",
        reference="Median of the delays to the first match of a fact, where a miss has no end",
        beside=("first_find_delay",),
    )
)
def first_find_median(delays: Delays) -> Floats:
    """The time in hours within which half of the facts are found for the first time.

    >>> print(first_find_median(Delays.of([0, 1, 4, np.inf])))
    2.5000
    """
    median = delays.median()
    return np.where(np.isfinite(median), median, np.nan)
