"""What a model is worth in teams."""

from math import inf

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.replay import Queues


@metric(
    Facts(
        label="Worth in teams",
        formula=r"\min \{k : V_{blind}(k\,c) \ge V_{model}(c)\}",
        range=(0, inf),
        best=inf,
        undefined="first come, first served does not handle as much with 64 times the team",
        misleads="A model that adds little may be worth many teams where the curve is flat: read the share too.",
        reference="Exact replay of arrivals through a capacity",
        beside=("handled_in_time", "capacity_skill"),
    )
)
def worth_in_team(queues: Queues) -> Floats:
    """How many times the team it takes to handle as much without the model, first come, first served.

    >>> import numpy as np
    >>> from mercalli.stats.replay import Handled
    >>> model = Handled(*map(np.array, (9, 20, 1.5, 3)))
    >>> print(worth_in_team(Queues(model, model, model, np.array(1.3333))))
    1.3333
    """
    return queues.team
