"""Delay to the first find."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.delays import Delays


@metric(
    Facts(
        label="Mean delay to the first find",
        formula=r"\frac{1}{n} \sum_f \min(t_{1f} - t_{0f}, H)",
        range=(0, np.inf),
        best=0,
        undefined="no fact has an urgent item",
        misleads="Without its horizon: what is never found counts as found at the horizon.",
        reference="Restricted mean: Royston and Parmar (2013), BMC Medical Research Methodology 13",
        beside=("first_find_median",),
    )
)
def first_find_delay(delays: Delays, *, horizon: float = 24.0) -> Floats:
    """The mean time in hours from a fact's first urgent item to the first that was found, at most the horizon.

    >>> print(first_find_delay(Delays.of([0, 1, 4, np.inf]), horizon=6.0))
    2.7500
    """
    return delays.mean(np.minimum(delays.hours, horizon))
