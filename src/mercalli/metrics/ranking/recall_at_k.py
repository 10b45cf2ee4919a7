"""Recall among the K highest scores."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ranking.top_k import Ties, top
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Recall at K",
        formula=r"\frac{TP_K}{P}",
        range=(0, 1),
        best=1,
        undefined="there are no positives, or K is 0 or more than there are rows",
        misleads="When K is smaller than the number of positives: it cannot exceed K divided by that number.",
        reference="Manning, Raghavan and Schütze (2008), Introduction to Information Retrieval, chapter 8",
        aliases=("gain_at_k", "capture_rate"),
        beside=("precision_at_k",),
    )
)
def recall_at_k(table: ScoreTable, *, k: float, ties: Ties = "expected") -> Floats:
    """Of all positives, the share among the K items with the highest scores.

    `k` is a count or, below 1, a share. Equal scores are in random order; `ties` may put positives first or last.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.5, 0.5, 0.1]), np.array([False, True, False, True]))
    >>> print(recall_at_k(table, k=2))
    0.2500
    """
    return top(table, k, ties, "recall_at_k").recall
