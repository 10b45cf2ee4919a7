"""F1."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="F1",
        formula=r"\frac{2 TP}{2 TP + FP + FN}",
        range=(0, 1),
        best=1,
        undefined="the class neither occurs nor was predicted",
        misleads="It ignores true negatives, and treats misses and false alarms alike, whatever they cost.",
        reference="Van Rijsbergen (1979), Information Retrieval",
        aliases=("f_measure", "dice", "sorensen_dice"),
        averages=True,
        elsewhere={"firebench": 0.0, "sklearn": 0.0},
    )
)
def f1(counts: Counts) -> Floats:
    """Harmonic mean of precision and recall.

    >>> from mercalli.stats.counts import Counts
    >>> print(f1(Counts(tp=28, fp=72, fn=23, tn=2680)))
    0.3709
    """
    return ratio(2 * counts.tp, (2 * counts.tp + counts.fp + counts.fn))
