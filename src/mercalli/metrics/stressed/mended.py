"""Wrong answers that became right."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.stressed.flips import NO_ITEM, RIBEIRO
from mercalli.stats.stressed import Stressed


@metric(
    Facts(
        label="Mended",
        formula=r"\frac{|\{i : a_i \ne t_i, a_i^* = t_i\}|}{n}",
        range=(0, 1),
        best=None,
        undefined=NO_ITEM,
        misleads="It is chance, not skill: a stress that mends answers shows that these were unstable.",
        reference=RIBEIRO,
        beside=("broken", "flips"),
        trials=lambda stressed: stressed.total,
    )
)
def mended(stressed: Stressed) -> Floats:
    """Of the items that a stress touched, the share that was wrong before and is right under stress.

    >>> print(mended(Stressed.of([[[5, 1], [2, 0]], [[1, 3], [0, 8]]])))
    0.2500
    """
    gained = stressed.right_stressed - stressed.right_both
    return ratio(gained.sum(axis=-1), stressed.total)
