"""Prevalence."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Prevalence",
        formula=r"\frac{TP + FN}{n}",
        range=(0, 1),
        best=None,
        undefined="there are no rows",
        misleads="It describes the data and not the model.",
        reference="Base rate of the class",
        aliases=("base_rate",),
        trials=lambda counts: counts.total,
    )
)
def prevalence(counts: Counts) -> Floats:
    """Share of all items that are of the class.

    >>> from mercalli.stats.counts import Counts
    >>> print(prevalence(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.0182
    """
    return ratio(counts.positives, counts.total)
