"""Net benefit."""

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Net benefit",
        formula=r"\frac{TP}{n} - \frac{FP}{n} \frac{p}{1 - p}",
        range=(float("-inf"), 1),
        best=None,
        undefined="there are no rows",
        misleads="It assumes that the threshold is the probability at which you would act; if not, it says nothing.",
        reference="Vickers and Elkin (2006), Medical Decision Making 26(6)",
        beside=("brier_calibration",),
    )
)
def net_benefit(table: ScoreTable, *, threshold: float) -> Floats:
    """True positives per case minus false positives per case times the odds of the threshold.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(net_benefit(table, threshold=0.5))
    0.2500
    """
    if not 0 <= threshold < 1:
        raise MetricError.value("net_benefit", "threshold", threshold, "a number from 0 up to, but not, 1")
    return benefit(table.counts_at(threshold), threshold)


def benefit(counts: Counts, threshold: float | Floats) -> Floats:
    """Net benefit of decisions at one threshold, or at one each."""
    return ratio(counts.tp - counts.fp * ratio(threshold, 1 - threshold), counts.total)
