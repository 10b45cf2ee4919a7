"""Recall, over items."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.sets.set_overlap import NO_ITEMS, REFERENCE, Neither, mean_share
from mercalli.stats.label_sets import LabelSets


@metric(
    Facts(
        label="Recall, over items",
        formula=r"\frac{1}{n} \sum_i \frac{|Y_i \cap Z_i|}{|Y_i|}",
        range=(0, 1),
        best=1,
        undefined=NO_ITEMS,
        misleads="Predicting every label for every item makes it 1.",
        reference=REFERENCE,
        beside=("precision_samples",),
    )
)
def recall_samples(sets: LabelSets, *, neither: Neither = "agree") -> Floats:
    """Of the true labels of an item, the share that was predicted, averaged over items.

    An item without labels on either side agrees, differs or is skipped, as `neither` says.

    >>> from mercalli.stats.label_sets import LabelSets
    >>> print(recall_samples(LabelSets.of([[1, 1, 0], [0, 0, 0]], [[1, 0, 1], [0, 0, 0]])))
    0.7500
    """
    return mean_share(sets, sets.kinds.both, sets.kinds.truth, neither)
