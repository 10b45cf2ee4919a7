"""Uno's concordance."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.survival.limits import CENSORING, STATIC
from mercalli.metrics.survival.readings import Like, TiedTimes, pairs_of, rules_of, share
from mercalli.stats.step import CensoringTies
from mercalli.stats.survival import Survival


@metric(
    Facts(
        label="Uno's C",
        formula=r"\frac{\sum_{i,j} 1[t_i < t_j, t_i \le \tau, d_i = 1] \, \hat{G}(t_i^-)^{-2} \,"
        r" (1[r_i > r_j] + \frac{1}{2} 1[r_i = r_j])}"
        r"{\sum_{i,j} 1[t_i < t_j, t_i \le \tau, d_i = 1] \, \hat{G}(t_i^-)^{-2}}",
        range=(0, 1),
        best=1,
        undefined="nobody was seen longer than someone with an event by tau",
        misleads=(
            "With a late tau: a few late events weigh as much as all others. Programs differ: name the reading. "
            f"{STATIC} {CENSORING}"
        ),
        reference="Uno et al. (2011), Statistics in Medicine 30(10)",
        aliases=("uno",),
        beside=("c_index",),
        influence=lambda survival, *, tau=None, **switches: (
            pairs_of(survival, rules_of("c_index_ipcw", **switches), tau).influence
        ),
    )
)
def c_index_ipcw(
    survival: Survival,
    *,
    tau: float | None = None,
    like: Like = None,
    left_limit: bool | None = None,
    tau_included: bool | None = None,
    tied_times: TiedTimes | None = None,
    censoring_ties: CensoringTies | None = None,
    folded: bool | None = None,
) -> Floats:
    """How often the one with the earlier event would have the higher risk if nobody had been censored.

    Each event up to `tau` weighs one over the squared chance not to be censored before it. `like` reads it as
    "r_survival", "sksurv", "pec", "deephit" or "deephit_unfolded" does; the switches that set them apart are options of
    their own. `folded` counts competing events as censorings in that chance.

    >>> from mercalli.stats.survival import Survival
    >>> print(c_index_ipcw(Survival.of([1, 2, 3, 4, 5], [1, 0, 1, 1, 0], [5, 1, 2, 3, 4])))
    0.4286
    """
    rules = rules_of(
        "c_index_ipcw",
        like,
        left_limit=left_limit,
        tau_included=tau_included,
        tied_times=tied_times,
        censoring_ties=censoring_ties,
        folded=folded,
    )
    return share(pairs_of(survival, rules, tau))
