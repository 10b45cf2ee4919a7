"""Worth handled in time."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.replay import Queues


@metric(
    Facts(
        label="Handled in time",
        formula=r"\frac{\sum_i w_i \sum_{t \le T} d(t)\, h_{it}}{\sum_i w_i N_i}",
        range=(0, 1),
        best=1,
        undefined="no item that weighs anything arrived",
        misleads="It is 1 for any model if the team takes everything, and many light items outweigh few urgent ones.",
        reference="Exact replay of arrivals through a capacity, weighted as the profile says",
        beside=("urgent_handled_in_time", "capacity_skill"),
    )
)
def handled_in_time(queues: Queues) -> Floats:
    """Of the worth of all items that arrived, the share that a limited team handled in time.

    >>> import numpy as np
    >>> from mercalli.stats.replay import Handled
    >>> done = ((9, 20, 1.5, 3), (19 / 3, 20, 2.5 / 3, 3), (11, 20, 2, 3))
    >>> model, blind, perfect = (Handled(*map(np.array, each)) for each in done)
    >>> print(handled_in_time(Queues(model, blind, perfect, np.array(1.5))))
    0.4500
    """
    return ratio(queues.model.worth, queues.model.all_worth)
