"""Area under the uplift curve."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.uplift.uplift_area import Like, check_like, per_person, uplift_curve
from mercalli.metrics.uplift.uplift_like_causalml import auuc_score
from mercalli.metrics.uplift.uplift_like_sklift import uplift_auc_score
from mercalli.stats.uplift import UpliftTable


@metric(
    Facts(
        label="Area under the uplift curve",
        formula=r"\frac{1}{n^2}\left(\int_0^n k \, (\bar{y}_{t,k} - \bar{y}_{c,k}) \, dk"
        r" - \tfrac{1}{2} n^2 (\bar{y}_t - \bar{y}_c)\right)",
        range=(float("-inf"), float("inf")),
        best=float("inf"),
        undefined="there are no treated people or no controls, or `like` divides by 0",
        misleads="Between programs: others divide AUUC by something else. Say which reading it is.",
        reference="Gutierrez and Gérardy (2016), PMLR 67; Devriendt, Guns and Verbeke (2020), arXiv 2002.05897",
        aliases=("uplift_auc",),
        beside=("average_treatment_effect", "qini"),
    )
)
def auuc(table: UpliftTable, *, like: Like = None) -> Floats:
    """Outcome gained per person compared with treating as many at random, averaged over how many are treated.

    0 is an order as good as chance. `like` gives the number of another program: "sklift" divides by the area of the
    best order there could be (outcomes of 0 and 1), "causalml" is the mean height of the curve over its end, random
    included.

    >>> import numpy as np
    >>> from mercalli.stats.uplift import UpliftTable
    >>> table = UpliftTable.of(np.array([4, 4, 2, 2]), np.array([1, 0, 1, 0], bool), np.array([1, 0, 0, 0]))
    >>> print(auuc(table))
    0.1250
    """
    check_like("auuc", like)
    if like == "sklift":
        return uplift_auc_score(table)
    return auuc_score(table) if like == "causalml" else per_person(uplift_curve(table), table)
