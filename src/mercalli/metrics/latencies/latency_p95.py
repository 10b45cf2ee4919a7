"""95th percentile of latency."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import metric
from mercalli.metrics.latencies.quantile import FACTS, quantile
from mercalli.stats.latencies import Latencies

SHARE = 0.95


@metric(
    FACTS(
        label="95th percentile of latency",
        formula=r"\min \{t : F(t) \ge 0.95\}",
        misleads="With few calls it depends on the slowest one or two; below 72 calls it has no upper limit.",
        beside=("latency_p50",),
    )
)
def latency_p95(latencies: Latencies) -> Floats:
    """The time in seconds within which 95% of the calls are answered, from the request to the last token.

    >>> import numpy as np
    >>> seconds = np.array([0.4, 0.5, 0.5, 0.6, 0.7, 0.8, 0.9, 1.2, 2.0, 6.0])
    >>> print(latency_p95(Latencies.of(seconds)))
    6.0000
    """
    return quantile(latencies, SHARE)
