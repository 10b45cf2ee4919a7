"""Quadratic weighted kappa."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.ordinal import OrdinalTable


@metric(
    Facts(
        label="Quadratic weighted kappa",
        formula=r"1 - \frac{n \sum_{ij} (i-j)^2 n_{ij}}{\sum_{ij} (i-j)^2 n_{i\cdot} n_{\cdot j}}",
        range=(-1, 1),
        best=1,
        undefined="truth and predictions are the same single class",
        misleads="It rewards the rough order: a model may be off by one almost everywhere and score well.",
        reference="Cohen (1968), Psychological Bulletin 70(4)",
        aliases=("weighted_kappa",),
        beside=("within_one",),
    )
)
def quadratic_kappa(table: OrdinalTable) -> Floats:
    """Agreement beyond chance on ordered classes, where an error costs its squared distance.

    >>> import numpy as np
    >>> from mercalli.stats.ordinal import OrdinalTable
    >>> print(quadratic_kappa(OrdinalTable(np.array([[3.0, 1.0], [0.0, 2.0]]))))
    0.6667
    """
    cost = table.steps**2
    wrong = table.total * (cost * table.cells).sum(axis=(-2, -1))
    return 1 - ratio(wrong, (cost * table.by_chance()).sum(axis=(-2, -1)))
