"""Skill of a model under a limited team."""

from math import inf

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ROUNDING, ratio
from mercalli.stats.replay import Queues


@metric(
    Facts(
        label="Skill under capacity",
        formula=r"\frac{V_{model} - V_{blind}}{V_{perfect} - V_{blind}}",
        range=(-inf, inf),
        best=inf,
        undefined="the team can take everything, or nothing differs in weight",
        misleads="Perfect means the same rule with the true classes, not the best order there is: skill may pass 1.",
        reference="Exact replay of arrivals through a capacity",
        beside=("handled_in_time",),
    )
)
def capacity_skill(queues: Queues) -> Floats:
    """Handled in time on a scale where first come, first served is 0 and the true classes are 1.

    >>> import numpy as np
    >>> from mercalli.stats.replay import Handled
    >>> done = ((9, 20, 1.5, 3), (19 / 3, 20, 2.5 / 3, 3), (11, 20, 2, 3))
    >>> model, blind, perfect = (Handled(*map(np.array, each)) for each in done)
    >>> print(capacity_skill(Queues(model, blind, perfect, np.array(1.5))))
    0.5714
    """
    room = queues.perfect.worth - queues.blind.worth
    room = np.where(np.abs(room) <= ROUNDING * np.maximum(queues.model.all_worth, 1.0), 0.0, room)
    return ratio(queues.model.worth - queues.blind.worth, room)
