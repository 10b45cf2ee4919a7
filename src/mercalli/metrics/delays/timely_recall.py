"""Timely recall."""

from typing import Literal

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.delays import Delays

TREC_HOURS = 6.0


@metric(
    Facts(
        label="Timely recall",
        formula=r"\frac{1}{n} \sum_i 2^{-l_i / h}",
        range=(0, 1),
        best=1,
        undefined="nothing is urgent",
        misleads="Alone: how fast worth falls is a choice, and calling everything urgent at once makes it 1.",
        reference="Aslam et al. (2015), TREC Temporal Summarization: reading trec_ts, 1 - (2/pi) atan(l / 6 h)",
        beside=("found_within",),
    )
)
def timely_recall(
    delays: Delays, *, half_life: float = 6.0, reading: Literal["half_life", "trec_ts"] = "half_life"
) -> Floats:
    """Of all urgent items, the share that was found, each worth half as much after every half-life in hours.

    >>> import numpy as np
    >>> delays = Delays.of([0, 2, 6, 12, np.inf, np.inf])
    >>> print(timely_recall(delays), timely_recall(delays, reading="trec_ts"))
    0.4240 0.4317
    """
    if reading == "trec_ts":
        return delays.mean(1 - 2 / np.pi * np.arctan(delays.hours / TREC_HOURS))
    return delays.mean(np.exp2(-delays.hours / half_life))
