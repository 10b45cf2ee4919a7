"""Right answers that became wrong."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.stressed.flips import NO_ITEM, RIBEIRO
from mercalli.stats.stressed import Stressed


@metric(
    Facts(
        label="Broken",
        formula=r"\frac{|\{i : a_i = t_i, a_i^* \ne t_i\}|}{n}",
        range=(0, 1),
        best=0,
        undefined=NO_ITEM,
        misleads="Alone: a model that is hardly ever right has little to break.",
        reference=RIBEIRO,
        beside=("mended", "flips"),
        trials=lambda stressed: stressed.total,
    )
)
def broken(stressed: Stressed) -> Floats:
    """Of the items that a stress touched, the share that was right before and is wrong under stress.

    >>> print(broken(Stressed.of([[[5, 1], [0, 2]], [[1, 0], [2, 9]]])))
    0.1500
    """
    lost = stressed.right_clean - stressed.right_both
    return ratio(lost.sum(axis=-1), stressed.total)
