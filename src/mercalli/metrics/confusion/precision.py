"""Precision."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Precision",
        formula=r"\frac{TP}{TP + FP}",
        range=(0, 1),
        best=1,
        undefined="nothing was predicted to be of the class",
        misleads="Alone: predicting the class only where it is obvious makes it high while most cases are missed.",
        reference="Van Rijsbergen (1979), Information Retrieval",
        aliases=("positive_predictive_value", "ppv", "success_ratio"),
        beside=("recall",),
        averages=True,
        trials=lambda counts: counts.alarms,
        elsewhere={"firebench": 0.0, "sklearn": 0.0},
    )
)
def precision(counts: Counts) -> Floats:
    """Of all items predicted as the class, the share that is of it.

    >>> from mercalli.stats.counts import Counts
    >>> print(precision(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.2800
    """
    return ratio(counts.tp, counts.alarms)
