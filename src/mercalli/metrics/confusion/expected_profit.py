"""Expected profit: what the decisions are worth."""

from typing import Literal

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.options import check_choice
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="Expected profit",
        formula=r"TP\,V_{TP} - FP\,C_{FP} - FN\,C_{FN} + TN\,V_{TN}",
        range=(float("-inf"), float("inf")),
        best=float("inf"),
        undefined="there are no rows to divide by",
        misleads="It is only as good as the values and costs given; try others.",
        reference="Elkan (2001), IJCAI",
        beside=("precision", "recall"),
    )
)
def expected_profit(
    counts: Counts,
    *,
    value_tp: float,
    cost_fp: float,
    cost_fn: float,
    value_tn: float = 0.0,
    per: Literal["total", "case"] = "total",
) -> Floats:
    """Value of hits and correct rejections minus the cost of false alarms and misses.

    >>> from mercalli.stats.counts import Counts
    >>> print(expected_profit(Counts(tp=28, fp=72, fn=23, tn=2680), value_tp=100, cost_fp=5, cost_fn=40))
    1520.0000
    """
    check_choice("expected_profit", "per", per, ("total", "case"))
    profit = counts.tp * value_tp - counts.fp * cost_fp - counts.fn * cost_fn + counts.tn * value_tn
    return np.asarray(profit, np.float64)[()] if per == "total" else ratio(profit, counts.total)
