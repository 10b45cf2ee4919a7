"""Frequency bias."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Frequency bias",
        formula=r"\frac{TP + FP}{TP + FN}",
        range=(0, float("inf")),
        best=1,
        undefined="the class has no true items",
        misleads="A value of 1 does not mean right predictions: misses and false alarms may cancel out.",
        reference="Wilks (2019), Statistical Methods in the Atmospheric Sciences",
        aliases=("bias_score", "area_bias"),
        beside=("csi",),
    )
)
def frequency_bias(counts: Counts) -> Floats:
    """Number of predictions of the class divided by the number of times it occurred.

    >>> from mercalli.stats.counts import Counts
    >>> print(frequency_bias(Counts(tp=28, fp=72, fn=23, tn=2680)))
    1.9608
    """
    return ratio(counts.alarms, counts.positives)
