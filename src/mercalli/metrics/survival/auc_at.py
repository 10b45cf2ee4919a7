"""Area under the ROC curve at a horizon."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.survival.limits import CENSORING
from mercalli.metrics.survival.readings import share
from mercalli.stats.horizon import Horizon
from mercalli.stats.survival import Survival


def horizon_of(survival: Survival, at: float) -> Horizon:
    """What is known of people by a time, made once."""
    return survival.kept(("horizon", at), lambda: Horizon(survival, at))


@metric(
    Facts(
        label="AUC at a horizon",
        formula=r"P(\hat{F}_k(h \mid x_i) > \hat{F}_k(h \mid x_j) \mid t_i \le h, d_i = k;\;"
        r" t_j > h \text{ or } d_j \notin \{0, k\})",
        range=(0, 1),
        best=1,
        undefined="the cause came to nobody by the horizon, or to everybody",
        misleads=(
            "It says nothing about timing before the horizon: the first day and the last count the same. "
            "Where hazards are not proportional it changes from horizon to horizon: look at several. "
            f"{CENSORING}"
        ),
        reference="Blanche, Dartigues and Jacqmin-Gadda (2013), Statistics in Medicine 32(30)",
        aliases=("time_dependent_auc",),
        beside=("c_index_at",),
        influence=lambda survival, *, at: horizon_of(survival, at).influence,
    )
)
def auc_at(survival: Survival, *, at: float) -> Floats:
    """How often a person with the event by a horizon had a higher predicted risk than a person without it.

    People weigh one over the chance to have been seen for so long; those with a competing event are among the others.

    >>> from mercalli.stats.survival import Survival
    >>> print(auc_at(Survival.of([1, 2, 3, 4], [1, 1, 0, 0], [4, 2, 3, 1]), at=2.5))
    0.7500
    """
    return share(horizon_of(survival, at))
