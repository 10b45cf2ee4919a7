"""Concordance for one of several causes, where a competing event means that the cause never comes."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.survival.limits import CENSORING, STATIC
from mercalli.metrics.survival.readings import pairs_of, share
from mercalli.stats.pairs import Pairs, Rules
from mercalli.stats.survival import Survival

WEIGHED = Rules("pairs", competing="never")
COUNTED = Rules("none", competing="never")


def _pairs(survival: Survival, *, tau: float | None = None, weighed: bool = True) -> Pairs:
    return pairs_of(survival, WEIGHED if weighed else COUNTED, tau)


@metric(
    Facts(
        label="C with competing risks",
        formula=r"P(r_i > r_j \mid d_i = k,\; t_i < t_j \text{ or } d_j \notin \{0, k\})",
        range=(0, 1),
        best=1,
        undefined="there is no pair of an event of the cause with someone who was seen longer or had a competing event",
        misleads=(
            f"About timing: someone with a competing event counts as safe from the cause for ever. {STATIC} {CENSORING}"
        ),
        reference="Wolbers et al. (2014), Biostatistics 15(3)",
        aliases=("wolbers",),
        beside=("c_index_cause_specific",),
        influence=lambda survival, **options: _pairs(survival, **options).influence,
    )
)
def c_index_competing(survival: Survival, *, tau: float | None = None, weighed: bool = True) -> Floats:
    """How often a person with the event of the cause had a higher risk than one who had it later or never.

    A pair weighs one over the chance that both were still seen; `weighed=False` counts pairs instead.

    >>> from mercalli.stats.survival import Survival
    >>> print(c_index_competing(Survival.of([1, 2, 3, 4], [2, 1, 1, 0], [4, 3, 1, 2])))
    0.4000
    """
    return share(_pairs(survival, tau=tau, weighed=weighed))
