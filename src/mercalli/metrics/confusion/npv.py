"""Negative predictive value."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Negative predictive value",
        formula=r"\frac{TN}{TN + FN}",
        range=(0, 1),
        best=1,
        undefined="everything was predicted to be of the class",
        misleads="When the class is rare: it is then close to 1 for almost any model.",
        reference="Altman and Bland (1994), BMJ 309",
        aliases=("negative_predictive_value",),
        beside=("recall",),
        averages=True,
        trials=lambda counts: counts.tn + counts.fn,
        elsewhere={"firebench": 0.0},
    )
)
def npv(counts: Counts) -> Floats:
    """Of all items not predicted as the class, the share that is indeed not of it.

    >>> from mercalli.stats.counts import Counts
    >>> print(npv(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.9915
    """
    return ratio(counts.tn, (counts.tn + counts.fn))
