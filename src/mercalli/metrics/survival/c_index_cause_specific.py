"""Concordance for one of several causes, where a competing event takes people out."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.survival.limits import CENSORING, STATIC
from mercalli.metrics.survival.readings import pairs_of, share
from mercalli.stats.pairs import Rules
from mercalli.stats.survival import Survival

RULES = Rules(competing="excluded")


@metric(
    Facts(
        label="Cause-specific C",
        formula=r"P(r_i > r_j \mid d_i = k,\; t_i < t_j)",
        range=(0, 1),
        best=1,
        undefined="nobody was seen longer than someone with an event of the cause",
        misleads=(
            f"When people at low risk have an early competing event: they are never compared. {STATIC} {CENSORING}"
        ),
        reference="Wolbers et al. (2014), Biostatistics 15(3)",
        beside=("c_index_competing",),
        influence=lambda survival, *, tau=None: pairs_of(survival, RULES, tau).influence,
    )
)
def c_index_cause_specific(survival: Survival, *, tau: float | None = None) -> Floats:
    """How often the one with the higher risk had the event of the cause first, among people without any event yet.

    A competing event before the event, or at its time, excludes the pair.

    >>> from mercalli.stats.survival import Survival
    >>> print(c_index_cause_specific(Survival.of([1, 2, 3, 4], [2, 1, 1, 0], [4, 3, 1, 2])))
    0.6667
    """
    return share(pairs_of(survival, RULES, tau))
