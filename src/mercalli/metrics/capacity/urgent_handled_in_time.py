"""Urgent items handled in time."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.replay import Queues


@metric(
    Facts(
        label="Urgent handled in time",
        formula=r"\frac{\sum_{i \in U} \sum_{t \le T} h_{it}}{\sum_{i \in U} N_i}",
        range=(0, 1),
        best=1,
        undefined="no urgent item arrived",
        misleads="Alone: a model that calls everything urgent is no better than first come, first served.",
        reference="Exact replay of arrivals through a capacity",
        beside=("handled_in_time",),
    )
)
def urgent_handled_in_time(queues: Queues) -> Floats:
    """Of all urgent items that arrived, the share that a limited team handled before its deadline.

    >>> import numpy as np
    >>> from mercalli.stats.replay import Handled
    >>> model = Handled(*map(np.array, (9, 20, 1.5, 3)))
    >>> print(urgent_handled_in_time(Queues(model, model, model, np.array(1.0))))
    0.5000
    """
    return ratio(queues.model.urgent, queues.model.all_urgent)
