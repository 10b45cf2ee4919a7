"""Average treatment effect."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.stats.uplift import UpliftTable


@metric(
    Facts(
        label="Average treatment effect",
        formula=r"\bar{y}_t - \bar{y}_c",
        range=(float("-inf"), float("inf")),
        best=None,
        undefined="there are no treated people or no controls",
        misleads="When treatment was not random: it then also shows who was chosen for treatment.",
        reference="Neyman (1923), translated in Statistical Science 5(4), 1990",
        aliases=("ate",),
    )
)
def average_treatment_effect(table: UpliftTable) -> Floats:
    """Mean outcome of the treated minus that of the controls: what treating everyone gains per person.

    >>> import numpy as np
    >>> from mercalli.stats.uplift import UpliftTable
    >>> table = UpliftTable.of(np.array([4, 4, 2, 2]), np.array([1, 0, 1, 0], bool), np.array([1, 0, 0, 0]))
    >>> print(average_treatment_effect(table))
    0.5000
    """
    return np.asarray(table.treated.total.mean - table.control.total.mean)[()]
