"""Hamming loss."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion


@metric(
    Facts(
        label="Hamming loss",
        formula=r"\frac{\text{wrong labels}}{\text{labels}}",
        range=(0, 1),
        best=0,
        undefined="there are no rows",
        misleads="With one label per item it says no more than the error rate.",
        reference="Tsoumakas and Katakis (2007), Int. J. Data Warehousing and Mining 3(3)",
        beside=("balanced_accuracy",),
        trials=lambda confusion: confusion.total,
    )
)
def hamming_loss(confusion: Confusion) -> Floats:
    """Share of labels that are wrong; with one label per item, the error rate.

    >>> from mercalli.stats.confusion import Confusion
    >>> print(hamming_loss(Confusion.of([[3, 1], [0, 2]])))
    0.1667
    """
    return ratio(confusion.total - confusion.accurate.sum(axis=-1), confusion.total)
