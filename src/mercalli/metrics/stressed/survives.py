"""Answers that are right before and under stress."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.stressed.flips import NO_ITEM
from mercalli.stats.stressed import Stressed


@metric(
    Facts(
        label="Survives",
        formula=r"\frac{|\{i : a_i = t_i, a_i^* = t_i\}|}{n}",
        range=(0, 1),
        best=1,
        undefined=NO_ITEM,
        misleads="Over a list of stresses it depends on the list: never compare lists of different length.",
        reference="Liang et al. (2023), Holistic Evaluation of Language Models, TMLR (worst case over perturbations)",
        beside=("broken",),
        trials=lambda stressed: stressed.total,
    )
)
def survives(stressed: Stressed) -> Floats:
    """Of the items that a stress touched, the share that is right before and under stress.

    >>> print(survives(Stressed.of([[[5, 1], [0, 2]], [[1, 0], [2, 9]]])))
    0.7000
    """
    return ratio(stressed.right_both.sum(axis=-1), stressed.total)
