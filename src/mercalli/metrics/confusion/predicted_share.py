"""Predicted share."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Predicted share",
        formula=r"\frac{TP + FP}{n}",
        range=(0, 1),
        best=None,
        undefined="there are no rows",
        misleads="Equal to the prevalence does not mean right predictions: misses and false alarms may cancel out.",
        reference="Alarm rate of the class",
        aliases=("alarm_rate",),
        beside=("prevalence",),
        trials=lambda counts: counts.total,
    )
)
def predicted_share(counts: Counts) -> Floats:
    """Share of all items predicted to be of the class.

    >>> from mercalli.stats.counts import Counts
    >>> print(predicted_share(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.0357
    """
    return ratio(counts.alarms, counts.total)
