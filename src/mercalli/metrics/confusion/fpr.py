"""False positive rate."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="False positive rate",
        formula=r"\frac{FP}{FP + TN}",
        range=(0, 1),
        best=0,
        undefined="every item is of the class",
        misleads="When the class is rare: even a small rate may mean mostly false alarms.",
        reference="Type I error rate; the meteorological name is probability of false detection",
        aliases=("false_positive_rate", "fall_out", "probability_of_false_detection", "pofd"),
        beside=("precision",),
        averages=True,
        trials=lambda counts: counts.negatives,
        elsewhere={"firebench": 0.0},
    )
)
def fpr(counts: Counts) -> Floats:
    """Of all items not of the class, the share falsely predicted as it.

    >>> from mercalli.stats.counts import Counts
    >>> print(fpr(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.0262
    """
    return ratio(counts.fp, counts.negatives)
