"""Concordance of what was predicted for one horizon."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.survival.limits import CENSORING, STATIC
from mercalli.metrics.survival.readings import Like, TiedTimes, pairs_of, rules_of, share
from mercalli.stats.step import CensoringTies
from mercalli.stats.survival import Survival


@metric(
    Facts(
        label="C at a horizon",
        formula=r"P(\hat{F}_k(h \mid x_i) > \hat{F}_k(h \mid x_j) \mid d_i = k,\; t_i < t_j,\; t_i \le h)",
        range=(0, 1),
        best=1,
        undefined="nobody was seen longer than someone with an event by the horizon",
        misleads=(
            "It does not check probabilities: it looks only at order, also of times before the horizon. "
            f"{STATIC} {CENSORING}"
        ),
        reference="Uno et al. (2011), Statistics in Medicine 30(10); Lee et al. (2018), AAAI 32(1)",
        beside=("auc_at",),
        influence=lambda survival, *, at, **switches: (
            pairs_of(survival, rules_of("c_index_at", **switches), at, at).influence
        ),
    )
)
def c_index_at(
    survival: Survival,
    *,
    at: float,
    like: Like = None,
    left_limit: bool | None = None,
    tau_included: bool | None = None,
    tied_times: TiedTimes | None = None,
    censoring_ties: CensoringTies | None = None,
    folded: bool | None = None,
) -> Floats:
    """How often the one with the earlier event, by a horizon, had the higher predicted probability of it by then.

    Weighed as `c_index_ipcw` with tau at the horizon; `like="deephit"` gives the number of DeepHit's own routine for
    codes in which competing events count as censored, as it asks for; "deephit_unfolded" for the codes of all causes.

    >>> from mercalli.stats.survival import Survival
    >>> print(c_index_at(Survival.of([1, 2, 3, 4, 5], [1, 0, 1, 1, 0], [5, 1, 2, 3, 4]), at=3))
    0.5294
    """
    rules = rules_of(
        "c_index_at",
        like,
        left_limit=left_limit,
        tau_included=tau_included,
        tied_times=tied_times,
        censoring_ties=censoring_ties,
        folded=folded,
    )
    return share(pairs_of(survival, rules, at, at))
