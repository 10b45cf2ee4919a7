"""Hamming loss over label sets."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.sets.set_overlap import REFERENCE
from mercalli.stats.label_sets import LabelSets


@metric(
    Facts(
        label="Hamming loss over label sets",
        formula=r"\frac{1}{n L} \sum_i |Y_i \triangle Z_i|",
        range=(0, 1),
        best=0,
        undefined="there are no items or no labels",
        misleads="With many rare labels it is near 0 for a model that predicts none.",
        reference=REFERENCE,
        beside=("mean_jaccard",),
    )
)
def label_hamming_loss(sets: LabelSets) -> Floats:
    """Share of wrong decisions, with one decision for each item and label.

    >>> from mercalli.stats.label_sets import LabelSets
    >>> print(label_hamming_loss(LabelSets.of([[1, 1, 0], [0, 0, 0]], [[1, 0, 1], [0, 0, 0]])))
    0.3333
    """
    wrong = sets.rows * (sets.kinds.either - sets.kinds.both)
    return ratio(wrong.sum(axis=-1), sets.total * len(sets.labels))
