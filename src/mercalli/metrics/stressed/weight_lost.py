"""Right answers that are lost, by the weight of their class."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.stressed.flips import RIBEIRO
from mercalli.stats.stressed import Stressed


@metric(
    Facts(
        label="Weight lost",
        formula=r"\frac{\sum_c w_c |\{i : t_i = a_i = c \ne a_i^*\}|}{\sum_c w_c |\{i : t_i = a_i = c\}|}",
        range=(0, 1),
        best=0,
        undefined="nothing was right before the stress",
        misleads="Without a profile all classes weigh the same.",
        reference=RIBEIRO,
        beside=("urgent_lost", "broken"),
    )
)
def weight_lost(stressed: Stressed) -> Floats:
    """Of what was right before the stress, the share that is wrong under it; each class counts with its weight.

    >>> print(weight_lost(Stressed.of([[[5, 1], [0, 2]], [[1, 0], [2, 9]]], weights=[5, 1])))
    0.1707
    """
    had = (stressed.right_clean * stressed.weights).sum(axis=-1)
    kept = (stressed.right_both * stressed.weights).sum(axis=-1)
    return ratio(had - kept, had)
