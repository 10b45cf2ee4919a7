"""Facts found within a time."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.delays import Delays


@metric(
    Facts(
        label="Facts found within a time",
        formula=r"\frac{|\{f : t_{1f} - t_{0f} \le T\}|}{n}",
        range=(0, 1),
        best=1,
        undefined="no fact has an urgent item",
        misleads="Alone: one item of a fact is enough, however many of it are missed.",
        reference="Of all facts with an urgent item, the share of which one was found at most T after the first came",
        beside=("found_ever",),
    )
)
def first_find_within(delays: Delays, *, hours: float = 6.0) -> Floats:
    """Of all facts with an urgent item, the share of which one was found within so many hours.

    >>> print(first_find_within(Delays.of([0, 1, 4, np.inf]), hours=3.0))
    0.5000
    """
    return delays.mean((delays.hours <= hours).astype(np.float64))
