"""Area under the risk-coverage curve."""

import numpy as np

from mercalli.inputs.arrays import Floats, total
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confidence import ConfidenceTable


@metric(
    Facts(
        label="Area under the risk-coverage curve",
        formula=r"\int_0^1 \text{error rate of the surest share } c \; dc",
        range=(0, 1),
        best=0,
        undefined="there are no rows",
        misleads="It mixes how often a system errs with how well it knows when: compare it with the error rate.",
        reference="Geifman, Uziel and El-Yaniv (2019), ICLR",
        aliases=("aurc",),
        beside=("overconfidence",),
    )
)
def risk_coverage_area(table: ConfidenceTable) -> Floats:
    """Mean error rate over all shares of items, the surest first; predictions that are equally sure stand in any order.

    >>> import numpy as np
    >>> from mercalli.stats.confidence import ConfidenceTable
    >>> table = ConfidenceTable.of(np.array([[0.8, 0.2], [0.6, 0.4]]), np.array([0, 1]))
    >>> print(risk_coverage_area(table))
    0.1534
    """
    rows = table.rows
    until, errors = np.cumsum(rows, axis=-1), np.cumsum(table.wrong, axis=-1)
    before, risk = until - rows, np.nan_to_num(ratio(table.wrong, rows))
    with np.errstate(divide="ignore", invalid="ignore"):
        growth = np.where(before > 0, np.log(until / before), 0.0)
    area = total(risk * rows + (errors - table.wrong - before * risk) * growth)
    return ratio(area, table.total)
