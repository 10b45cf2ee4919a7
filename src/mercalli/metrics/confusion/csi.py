"""Critical success index."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Critical success index",
        formula=r"\frac{TP}{TP + FP + FN}",
        range=(0, 1),
        best=1,
        undefined="nothing was predicted and nothing happened",
        misleads="When the class is rare: it falls with the base rate, so rare and frequent events do not compare.",
        reference="Schaefer (1990), Weather and Forecasting 5(4)",
        aliases=("threat_score", "iou", "jaccard"),
        beside=("frequency_bias",),
        averages=True,
        trials=lambda counts: counts.tp + counts.fp + counts.fn,
        elsewhere={"sklearn": 0.0},
    )
)
def csi(counts: Counts) -> Floats:
    """Of all items predicted as the class or truly of it, the share that is both.

    >>> from mercalli.stats.counts import Counts
    >>> print(csi(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.2276
    """
    return ratio(counts.tp, (counts.tp + counts.fp + counts.fn))
