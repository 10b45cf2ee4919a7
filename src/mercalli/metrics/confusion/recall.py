"""Recall."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Recall",
        formula=r"\frac{TP}{TP + FN}",
        range=(0, 1),
        best=1,
        undefined="the class has no true items",
        misleads="Alone: predicting the class everywhere makes it 1.",
        reference="Van Rijsbergen (1979), Information Retrieval",
        aliases=("sensitivity", "true_positive_rate", "tpr", "hit_rate", "probability_of_detection", "pod"),
        beside=("precision",),
        averages=True,
        of_own_rows=True,
        trials=lambda counts: counts.positives,
        elsewhere={"firebench": 0.0, "sklearn": 0.0},
    )
)
def recall(counts: Counts) -> Floats:
    """Of all items of the class, the share that was found.

    >>> from mercalli.stats.counts import Counts
    >>> print(recall(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.5490
    """
    return ratio(counts.tp, counts.positives)
