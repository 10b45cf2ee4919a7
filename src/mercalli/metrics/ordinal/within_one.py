"""Share within one class."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.ordinal import OrdinalTable


@metric(
    Facts(
        label="Within one class",
        formula=r"\frac{1}{n} \sum_{|i-j| \le 1} n_{ij}",
        range=(0, 1),
        best=1,
        undefined="there are no rows",
        misleads="With few classes: always predicting the middle one is within one of almost everything.",
        reference="Gaudette and Japkowicz (2009), Canadian Conference on Artificial Intelligence",
        aliases=("off_by_one_accuracy", "adjacent_accuracy"),
        beside=("quadratic_kappa",),
    )
)
def within_one(table: OrdinalTable) -> Floats:
    """Share of items whose class was right or off by one.

    >>> import numpy as np
    >>> from mercalli.stats.ordinal import OrdinalTable
    >>> print(within_one(OrdinalTable(np.array([[2.0, 1.0, 1.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]))))
    0.8750
    """
    return ratio((table.cells * (np.abs(table.steps) <= 1)).sum(axis=(-2, -1)), table.total)
