"""Brier score at a horizon."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.survival.auc_at import horizon_of
from mercalli.metrics.survival.limits import CENSORING
from mercalli.metrics.survival.readings import check_chances
from mercalli.stats.survival import Survival


def brier_influence(survival: Survival, *, at: float) -> Floats:
    """What each person contributes to the Brier score."""
    horizon, weight = horizon_of(survival, at), survival.weight
    loss: Floats = horizon.loss / weight.sum()
    own: Floats = loss - weight * (loss.sum() / weight.sum())
    return own + horizon.reweighted(loss)


@metric(
    Facts(
        label="Brier score at a horizon",
        formula=r"\frac{1}{n} \sum_i \hat{w}_i(h) \, (1[t_i \le h, d_i = k] - \hat{F}_k(h \mid x_i))^2",
        range=(0, float("inf")),
        best=0,
        undefined="there are no people",
        misleads=(
            "Between horizons and data sets: rare events make it small. Compare it with one probability for everyone. "
            f"{CENSORING}"
        ),
        reference="Graf et al. (1999), Statistics in Medicine 18(17-18); Gerds and Schumacher (2006)",
        beside=("auc_at",),
        influence=brier_influence,
    )
)
def brier_at(survival: Survival, *, at: float) -> Floats:
    """Mean squared difference between the predicted probability by a horizon and what had happened by then.

    People weigh one over the chance to have been seen for so long.

    >>> import numpy as np
    >>> from mercalli.stats.survival import Survival
    >>> chances = {"grid": np.array([2.0]), "cif": np.array([[0.9], [0.4], [0.1], [0.2]])}
    >>> print(brier_at(Survival.of([1, 2, 3, 4], [1, 1, 0, 0], **chances), at=2))
    0.1050
    """
    check_chances(survival, "brier_at")
    return ratio(horizon_of(survival, at).loss.sum(), survival.weight.sum())
