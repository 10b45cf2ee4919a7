"""False negative rate."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="False negative rate",
        formula=r"\frac{FN}{FN + TP}",
        range=(0, 1),
        best=0,
        undefined="the class has no true items",
        misleads="Alone: predicting the class everywhere makes it 0.",
        reference="Type II error rate",
        aliases=("false_negative_rate", "miss_rate"),
        beside=("precision",),
        averages=True,
        of_own_rows=True,
        trials=lambda counts: counts.positives,
    )
)
def fnr(counts: Counts) -> Floats:
    """Of all items of the class, the share that was missed.

    >>> from mercalli.stats.counts import Counts
    >>> print(fnr(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.4510
    """
    return ratio(counts.fn, counts.positives)
