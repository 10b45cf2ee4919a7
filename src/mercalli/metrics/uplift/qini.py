"""Qini: area under Radcliffe's curve."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.uplift.uplift_area import Like, check_like, per_person, qini_curve
from mercalli.metrics.uplift.uplift_like_causalml import qini_score
from mercalli.metrics.uplift.uplift_like_sklift import qini_auc_score
from mercalli.stats.uplift import UpliftTable


@metric(
    Facts(
        label="Qini",
        formula=r"\frac{1}{n^2}\left(\int_0^n \left(y_{t,k} - y_{c,k} \frac{n_{t,k}}{n_{c,k}}\right) dk"
        r" - \tfrac{1}{2} n \left(y_t - y_c \frac{n_t}{n_c}\right)\right)",
        range=(float("-inf"), float("inf")),
        best=float("inf"),
        undefined="there are no treated people or no controls, or `like` divides by 0",
        misleads="Between trials: with few treated people it is small, because it counts the gain among them.",
        reference="Radcliffe (2007), Direct Marketing Analytics Journal 1(3)",
        aliases=("qini_coefficient",),
        beside=("average_treatment_effect", "auuc"),
    )
)
def qini(table: UpliftTable, *, like: Like = None) -> Floats:
    """Outcome gained among the treated, per person, compared with a random order, averaged over how many are targeted.

    0 is an order as good as chance. `like` gives the number of another program: "sklift" divides by the area of the
    best order there could be (outcomes of 0 and 1), "causalml" by the end of the curve.

    >>> import numpy as np
    >>> from mercalli.stats.uplift import UpliftTable
    >>> table = UpliftTable.of(np.array([4, 4, 2, 2]), np.array([1, 0, 1, 0], bool), np.array([1, 0, 0, 0]))
    >>> print(qini(table))
    0.0625
    """
    check_like("qini", like)
    if like == "sklift":
        return qini_auc_score(table)
    return qini_score(table) if like == "causalml" else per_person(qini_curve(table), table)
