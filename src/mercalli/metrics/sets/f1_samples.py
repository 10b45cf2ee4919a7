"""F1, over items."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.sets.set_overlap import NO_ITEMS, REFERENCE, Neither, mean_share
from mercalli.stats.label_sets import LabelSets


@metric(
    Facts(
        label="F1, over items",
        formula=r"\frac{1}{n} \sum_i \frac{2 |Y_i \cap Z_i|}{|Y_i| + |Z_i|}",
        range=(0, 1),
        best=1,
        undefined=NO_ITEMS,
        misleads="Items with many labels weigh no more than items with one.",
        reference=REFERENCE,
        beside=("precision_samples", "recall_samples"),
    )
)
def f1_samples(sets: LabelSets, *, neither: Neither = "agree") -> Floats:
    """F1 of the true and the predicted labels of each item, averaged over items.

    An item without labels on either side agrees, differs or is skipped, as `neither` says.

    >>> from mercalli.stats.label_sets import LabelSets
    >>> print(f1_samples(LabelSets.of([[1, 1, 0], [0, 0, 0]], [[1, 0, 1], [0, 0, 0]])))
    0.7500
    """
    return mean_share(sets, 2 * sets.kinds.both, sets.kinds.truth + sets.kinds.pred, neither)
