"""Median latency."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import metric
from mercalli.metrics.latencies.quantile import FACTS, quantile
from mercalli.stats.latencies import Latencies

SHARE = 0.5


@metric(
    FACTS(
        label="Median latency",
        formula=r"\min \{t : F(t) \ge 0.5\}",
        misleads="Alone: half of all calls take longer, and slow calls do not show in it.",
        beside=("latency_p95",),
    )
)
def latency_p50(latencies: Latencies) -> Floats:
    """The time in seconds within which half of the calls are answered, from the request to the last token.

    >>> import numpy as np
    >>> seconds = np.array([0.4, 0.5, 0.5, 0.6, 0.7, 0.8, 0.9, 1.2, 2.0, 6.0])
    >>> print(latency_p50(Latencies.of(seconds)))
    0.7000
    """
    return quantile(latencies, SHARE)
