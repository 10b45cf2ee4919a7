"""Specificity."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Specificity",
        formula=r"\frac{TN}{TN + FP}",
        range=(0, 1),
        best=1,
        undefined="every item is of the class",
        misleads="When the class is rare: it is then close to 1 for almost any model.",
        reference="Yerushalmy (1947), Public Health Reports 62(40)",
        aliases=("true_negative_rate", "tnr", "selectivity"),
        beside=("recall",),
        averages=True,
        trials=lambda counts: counts.negatives,
        elsewhere={"firebench": 0.0},
    )
)
def specificity(counts: Counts) -> Floats:
    """Of all items not of the class, the share rightly not predicted as it.

    >>> from mercalli.stats.counts import Counts
    >>> print(specificity(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.9738
    """
    return ratio(counts.tn, counts.negatives)
