"""Quantiles of latencies, and what is known about all of them."""

from functools import partial

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts
from mercalli.stats.latencies import Latencies

FACTS = partial(
    Facts,
    range=(0, float("inf")),
    best=0,
    undefined="no call has a latency, or so many calls timed out that it is above the limit",
    reference="Hyndman and Fan (1996), The American Statistician 50(4), definition 1",
)


def quantile(latencies: Latencies, share: float) -> Floats:
    """The smallest time with at least a share of the calls at or below it; NaN where a late call hides it."""
    least, most = latencies.at_least(share), latencies.at_most(share)
    return np.asarray(least if least == most else np.nan, np.float64)
