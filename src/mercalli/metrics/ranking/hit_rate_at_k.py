"""Chance of a positive among the K highest scores."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ranking.top_k import Ties, top
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Hit rate at K",
        formula=r"1 - \binom{q}{s} \Big/ \binom{p + q}{s}",
        range=(0, 1),
        best=1,
        undefined="K is 0 or more than there are rows",
        misleads="In one long list it quickly reaches 1: it is meant for many lists, one for each query or user.",
        reference="Hypergeometric complement over the tied scores that K cuts; the mean over lists is Success@K",
        aliases=("success_at_k",),
        beside=("precision_at_k",),
    )
)
def hit_rate_at_k(table: ScoreTable, *, k: float, ties: Ties = "expected") -> Floats:
    """Probability that at least one of the K items with the highest scores is positive.

    `k` is a count or, below 1, a share. Equal scores are in random order; `ties` may put positives first or last.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.5, 0.5, 0.1]), np.array([False, True, False, True]))
    >>> print(hit_rate_at_k(table, k=2))
    0.5000
    """
    return top(table, k, ties, "hit_rate_at_k").hit_rate
