"""Found at all."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.delays import Delays


@metric(
    Facts(
        label="Found at all",
        formula=r"\frac{|\{f : t_{1f} < \infty\}|}{n}",
        range=(0, 1),
        best=1,
        undefined="no fact has an urgent item",
        misleads="Alone: a fact that is found after a week counts like one that is found at once.",
        reference="Of all facts with an urgent item, the share of which at least one was found",
        beside=("first_find_delay",),
    )
)
def found_ever(delays: Delays) -> Floats:
    """Of all facts with an urgent item, the share of which any was found.

    >>> print(found_ever(Delays.of([0, 1, 4, np.inf])))
    0.7500
    """
    return delays.mean(np.isfinite(delays.hours).astype(np.float64))
