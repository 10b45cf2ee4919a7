"""Error rate."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion


@metric(
    Facts(
        label="Error rate",
        formula=r"1 - \frac{\sum_i n_{ii}}{n}",
        range=(0, 1),
        best=0,
        undefined="there are no rows",
        misleads="When one class dominates: a model that never finds the others is still rarely wrong.",
        reference="One minus accuracy",
        aliases=("misclassification_rate",),
        beside=("balanced_accuracy",),
        trials=lambda confusion: confusion.total,
    )
)
def error_rate(confusion: Confusion) -> Floats:
    """Of all items, the share whose class was wrong.

    >>> from mercalli.stats.confusion import Confusion
    >>> print(error_rate(Confusion.of([[3, 1], [0, 2]])))
    0.1667
    """
    return ratio(confusion.total - confusion.accurate.sum(axis=-1), confusion.total)
