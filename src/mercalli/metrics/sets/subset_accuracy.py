"""Subset accuracy."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.sets.set_overlap import REFERENCE
from mercalli.stats.label_sets import LabelSets


@metric(
    Facts(
        label="Subset accuracy",
        formula=r"\frac{1}{n} \sum_i [Y_i = Z_i]",
        range=(0, 1),
        best=1,
        undefined="there are no items",
        misleads="One label too many is as wrong as all labels wrong.",
        reference=REFERENCE,
        aliases=("exact_match", "exact_match_ratio"),
        beside=("mean_jaccard",),
    )
)
def subset_accuracy(sets: LabelSets) -> Floats:
    """Of all items, the share whose predicted labels are exactly the true ones.

    >>> from mercalli.stats.label_sets import LabelSets
    >>> print(subset_accuracy(LabelSets.of([[1, 1, 0], [0, 0, 0]], [[1, 0, 1], [0, 0, 0]])))
    0.5000
    """
    exact = sets.kinds.both == sets.kinds.either
    return ratio((sets.rows * exact).sum(axis=-1), sets.total)
