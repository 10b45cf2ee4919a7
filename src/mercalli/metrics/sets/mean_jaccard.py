"""Mean Jaccard index."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.sets.set_overlap import NO_ITEMS, REFERENCE, Neither, mean_share
from mercalli.stats.label_sets import LabelSets


@metric(
    Facts(
        label="Mean Jaccard index",
        formula=r"\frac{1}{n} \sum_i \frac{|Y_i \cap Z_i|}{|Y_i \cup Z_i|}",
        range=(0, 1),
        best=1,
        undefined=NO_ITEMS,
        misleads="Items without true or predicted labels count as right, which helps where most have none.",
        reference=REFERENCE,
        aliases=("jaccard_samples", "multilabel_accuracy", "hamming_score"),
        beside=("label_cardinality", "subset_accuracy"),
    )
)
def mean_jaccard(sets: LabelSets, *, neither: Neither = "agree") -> Floats:
    """Of the true and predicted labels of an item, the share that is both, averaged over items.

    An item without labels on either side agrees, differs or is skipped, as `neither` says.

    >>> from mercalli.stats.label_sets import LabelSets
    >>> print(mean_jaccard(LabelSets.of([[1, 1, 0], [0, 0, 0]], [[1, 0, 1], [0, 0, 0]])))
    0.6667
    """
    return mean_share(sets, sets.kinds.both, sets.kinds.either, neither)
