"""Lift among the K highest scores."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ranking.top_k import Ties, top
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Lift at K",
        formula=r"\frac{TP_K / K}{P / n}",
        range=(0, float("inf")),
        best=float("inf"),
        undefined="there are no positives, or K is 0 or more than there are rows",
        misleads="When positives are common: it cannot exceed 1 divided by their share.",
        reference="Base rate of the evaluated rows, with the same weights",
        beside=("precision_at_k",),
    )
)
def lift_at_k(table: ScoreTable, *, k: float, ties: Ties = "expected") -> Floats:
    """Positives among the K highest scores divided by those expected among K random items.

    `k` is a count or, below 1, a share. Equal scores are in random order; `ties` may put positives first or last.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.5, 0.5, 0.1]), np.array([False, True, False, True]))
    >>> print(lift_at_k(table, k=2))
    0.5000
    """
    return top(table, k, ties, "lift_at_k").lift
