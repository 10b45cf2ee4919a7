"""Found within a time."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.delays import Delays


@metric(
    Facts(
        label="Found within a time",
        formula=r"\frac{|\{i : l_i \le T\}|}{n}",
        range=(0, 1),
        best=1,
        undefined="nothing is urgent",
        misleads="Alone: calling everything urgent at once makes it 1.",
        reference="Of all urgent items, the share with latency at most T; a miss has no end",
        beside=("timely_recall",),
    )
)
def found_within(delays: Delays, *, hours: float = 6.0) -> Floats:
    """Of all urgent items, the share that was found within so many hours.

    >>> print(found_within(Delays.of([0, 2, 6, 12, np.inf, np.inf]), hours=3.0))
    0.3333
    """
    return delays.mean((delays.hours <= hours).astype(np.float64))
