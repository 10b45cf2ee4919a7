"""Antolini's time-dependent concordance."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.survival.limits import CENSORING
from mercalli.metrics.survival.readings import check_chances, share
from mercalli.stats.pairs import MovingPairs
from mercalli.stats.survival import Survival


@metric(
    Facts(
        label="Antolini's time-dependent C",
        formula=r"P(\hat{F}_k(t_i \mid x_i) > \hat{F}_k(t_i \mid x_j) \mid d_i = k,\; t_i < t_j)",
        range=(0, 1),
        best=1,
        undefined="nobody was seen longer than someone with an event",
        misleads=(
            "With a coarse grid: between its times everyone keeps the last probability, and many are tied. "
            "It needs no proportional hazards, but probabilities over time. "
            f"{CENSORING}"
        ),
        reference="Antolini, Boracchi and Biganzoli (2005), Statistics in Medicine 24(24)",
        aliases=("antolini",),
        beside=("integrated_brier",),
        influence=lambda survival, *, tau=None: _pairs(survival, tau).influence,
    )
)
def c_td(survival: Survival, *, tau: float | None = None) -> Floats:
    """How often a person with the event had a higher predicted probability at that time than those without it yet.

    Chances hold from a time of the grid to the next; before the first they are 0, and each pair of an event then counts
    half.

    >>> import numpy as np
    >>> from mercalli.stats.survival import Survival
    >>> chances = {"grid": np.array([1.0, 2.0]), "cif": np.array([[0.3, 0.4], [0.1, 0.5], [0.2, 0.2]])}
    >>> print(c_td(Survival.of([1, 2, 3], [1, 1, 0], **chances)))
    1.0000
    """
    return share(_pairs(survival, tau))


def _pairs(survival: Survival, tau: float | None) -> MovingPairs:
    check_chances(survival, "c_td")
    return survival.kept(("moving", tau), lambda: MovingPairs(survival, tau))
