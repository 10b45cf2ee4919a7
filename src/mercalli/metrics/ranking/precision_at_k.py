"""Precision among the K highest scores."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ranking.top_k import Ties, top
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Precision at K",
        formula=r"\frac{TP_K}{K}",
        range=(0, 1),
        best=1,
        undefined="K is 0 or more than there are rows",
        misleads="Between data sets, and when K is large: it cannot exceed the number of positives divided by K.",
        reference="Manning, Raghavan and Schütze (2008), Introduction to Information Retrieval, chapter 8",
        aliases=("p_at_k",),
        beside=("recall_at_k", "lift_at_k"),
    )
)
def precision_at_k(table: ScoreTable, *, k: float, ties: Ties = "expected") -> Floats:
    """Of the K items with the highest scores, the share that is positive.

    `k` is a count or, below 1, a share. Equal scores are in random order; `ties` may put positives first or last.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.5, 0.5, 0.1]), np.array([False, True, False, True]))
    >>> print(precision_at_k(table, k=2))
    0.2500
    """
    return top(table, k, ties, "precision_at_k").precision
