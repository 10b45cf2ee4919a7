"""Precision, over items."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.sets.set_overlap import NO_ITEMS, REFERENCE, Neither, mean_share
from mercalli.stats.label_sets import LabelSets


@metric(
    Facts(
        label="Precision, over items",
        formula=r"\frac{1}{n} \sum_i \frac{|Y_i \cap Z_i|}{|Z_i|}",
        range=(0, 1),
        best=1,
        undefined=NO_ITEMS,
        misleads="Predicting only the surest label makes it high.",
        reference=REFERENCE,
        beside=("recall_samples",),
    )
)
def precision_samples(sets: LabelSets, *, neither: Neither = "agree") -> Floats:
    """Of the predicted labels of an item, the share that is true, averaged over items.

    An item without labels on either side agrees, differs or is skipped, as `neither` says.

    >>> from mercalli.stats.label_sets import LabelSets
    >>> print(precision_samples(LabelSets.of([[1, 1, 0], [0, 0, 0]], [[1, 0, 1], [0, 0, 0]])))
    0.7500
    """
    return mean_share(sets, sets.kinds.both, sets.kinds.pred, neither)
