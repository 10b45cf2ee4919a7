"""False alarm ratio."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="False alarm ratio",
        formula=r"\frac{FP}{TP + FP}",
        range=(0, 1),
        best=0,
        undefined="nothing was predicted to be of the class",
        misleads="Alone: a model that predicts the class only where it is obvious keeps it low.",
        reference="Wilks (2019), Statistical Methods in the Atmospheric Sciences",
        aliases=("far",),
        beside=("recall",),
        averages=True,
        trials=lambda counts: counts.alarms,
    )
)
def false_alarm_ratio(counts: Counts) -> Floats:
    """Of all items predicted as the class, the share that is not of it.

    >>> from mercalli.stats.counts import Counts
    >>> print(false_alarm_ratio(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.7200
    """
    return ratio(counts.fp, counts.alarms)
