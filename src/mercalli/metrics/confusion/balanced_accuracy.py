"""Balanced accuracy."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.averages import shares, taking_part, weighted
from mercalli.metrics.confusion.recall import recall
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.confusion import Confusion


@metric(
    Facts(
        label="Balanced accuracy",
        formula=r"\frac{1}{|\{i: n_{i\cdot} > 0\}|} \sum_{i: n_{i\cdot} > 0} \frac{n_{ii}}{n_{i\cdot}}",
        range=(0, 1),
        best=1,
        undefined="there are no rows",
        misleads="With rare classes: a class of three items weighs as much as one of thousands.",
        reference="Brodersen et al. (2010), ICPR",
        aliases=("mean_recall",),
        beside=("accuracy",),
        by_class=lambda confusion: shares(recall(confusion.per_class), taking_part(confusion)),
    )
)
def balanced_accuracy(confusion: Confusion) -> Floats:
    """Mean recall over the classes that occur.

    It is the macro recall; the two differ only for a reading of macro recall over other classes.

    >>> from mercalli.stats.confusion import Confusion
    >>> print(balanced_accuracy(Confusion.of([[3, 1, 0], [0, 2, 0], [0, 0, 0]])))
    0.8750
    """
    return weighted(recall(confusion.per_class), taking_part(confusion))
