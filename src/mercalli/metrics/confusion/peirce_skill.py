"""Peirce skill score."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Peirce skill score",
        formula=r"\frac{TP}{TP + FN} - \frac{FP}{FP + TN}",
        range=(-1, 1),
        best=1,
        undefined="every item is of the class, or none is",
        misleads="When the class is rare: it is then close to recall, and false alarms cost next to nothing.",
        reference="Peirce (1884), Science 4(93)",
        aliases=("tss", "true_skill_statistic", "hanssen_kuipers", "informedness"),
        beside=("false_alarm_ratio",),
    )
)
def peirce_skill(counts: Counts) -> Floats:
    """Recall minus the false positive rate: 0 for any forecast that ignores the case.

    >>> from mercalli.stats.counts import Counts
    >>> print(peirce_skill(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.5229
    """
    return ratio(counts.tp, counts.positives) - ratio(counts.fp, counts.negatives)
