"""Harrell's concordance."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.survival.limits import CENSORING, STATIC
from mercalli.metrics.survival.readings import pairs_of, share
from mercalli.stats.pairs import Rules
from mercalli.stats.survival import Survival

RULES = Rules()


@metric(
    Facts(
        label="Harrell's C",
        formula=r"\frac{\sum_{i,j} 1[t_i < t_j, d_i = 1] \, (1[r_i > r_j] + \frac{1}{2} 1[r_i = r_j])}"
        r"{\sum_{i,j} 1[t_i < t_j, d_i = 1]}",
        range=(0, 1),
        best=1,
        undefined="nobody was seen longer than someone with an event",
        misleads=(
            "With much censoring: it depends on who was censored, and when. Other causes count as censoring. "
            f"{STATIC} {CENSORING}"
        ),
        reference="Harrell et al. (1982), JAMA 247(18)",
        aliases=("harrell", "concordance"),
        beside=("c_index_ipcw",),
        influence=lambda survival, *, tau=None: pairs_of(survival, RULES, tau).influence,
    )
)
def c_index(survival: Survival, *, tau: float | None = None) -> Floats:
    """How often, of two people, the one with the earlier event had the higher risk; ties count half.

    Two events at one time are not compared; an event and a censoring at one time are. `tau` takes events up to it.

    >>> from mercalli.stats.survival import Survival
    >>> print(c_index(Survival.of([1, 2, 2, 2, 3], [1, 1, 1, 0, 0], [5, 4, 1, 3, 2])))
    0.7500
    """
    return share(pairs_of(survival, RULES, tau))
