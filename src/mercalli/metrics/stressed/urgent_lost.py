"""Urgent items that are no longer found."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.stressed.flips import RIBEIRO
from mercalli.stats.stressed import Stressed


@metric(
    Facts(
        label="Urgent lost",
        formula=r"1 - \frac{|\{i \in U : a_i \in U, a_i^* \in U\}|}{|\{i \in U : a_i \in U\}|}",
        range=(0, 1),
        best=0,
        undefined="no class is urgent, or no urgent item was found before the stress",
        misleads="Alone: a model that finds few urgent items has few to lose.",
        reference=RIBEIRO,
        beside=("weight_lost", "flips"),
        trials=lambda stressed: stressed.urgent_found,
    )
)
def urgent_lost(stressed: Stressed) -> Floats:
    """Of the urgent items that were found before the stress, the share that is not found under it.

    An urgent item is found if its answer is any urgent class: a team looks at it.

    >>> print(urgent_lost(Stressed.of([[[5, 1], [0, 2]], [[1, 0], [2, 9]]], ["urgent", "other"], urgent=["urgent"])))
    0.1667
    """
    return ratio(stressed.urgent_found - stressed.urgent_kept, stressed.urgent_found)
