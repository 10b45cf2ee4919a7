"""Predicted cardinality."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.sets.set_overlap import REFERENCE
from mercalli.stats.label_sets import LabelSets


@metric(
    Facts(
        label="Predicted cardinality",
        formula=r"\frac{1}{n} \sum_i |Z_i|",
        range=(0, float("inf")),
        best=None,
        undefined="there are no items",
        misleads="It is a mean: most items may have one label, and a few may have many.",
        reference=REFERENCE,
        beside=("label_cardinality",),
    )
)
def pred_cardinality(sets: LabelSets) -> Floats:
    """Mean number of predicted labels per item.

    >>> from mercalli.stats.label_sets import LabelSets
    >>> print(pred_cardinality(LabelSets.of([[1, 1, 0], [0, 0, 0]], [[1, 1, 1], [0, 0, 0]])))
    1.5000
    """
    return ratio(sets.preds.sum(axis=-1), sets.total)
