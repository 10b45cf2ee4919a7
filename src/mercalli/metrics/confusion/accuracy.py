"""Accuracy."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion


@metric(
    Facts(
        label="Accuracy",
        formula=r"\frac{\sum_i n_{ii}}{n}",
        range=(0, 1),
        best=1,
        undefined="there are no rows",
        misleads="When one class dominates: always predicting it scores its share.",
        reference="Corpus-level accuracy, also the micro average of recall",
        aliases=("overall_accuracy", "proportion_correct"),
        beside=("balanced_accuracy",),
        trials=lambda confusion: confusion.total,
        by_class=lambda confusion: ratio(confusion.accurate, np.asarray(confusion.total)[..., None]),
    )
)
def accuracy(confusion: Confusion) -> Floats:
    """Of all items, the share whose class was right.

    >>> from mercalli.stats.confusion import Confusion
    >>> print(accuracy(Confusion.of([[3, 1], [0, 2]])))
    0.8333
    """
    return ratio(confusion.accurate.sum(axis=-1), confusion.total)
