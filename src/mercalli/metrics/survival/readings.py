"""How concordance weighed for censoring is read: five switches, and the programs that set them."""

from dataclasses import replace
from typing import Literal, TypeAlias, get_args

import numpy as np

from mercalli.errors import MetricError, SurvivalError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.options import check_choice
from mercalli.metrics.ratio import ROUNDING, ratio
from mercalli.stats.concordance import Concordance
from mercalli.stats.pairs import MovingPairs, Pairs, Rules
from mercalli.stats.step import CensoringTies
from mercalli.stats.survival import Survival

Like: TypeAlias = Literal["r_survival", "sksurv", "pec", "deephit", "deephit_unfolded"] | None
TiedTimes: TypeAlias = Literal["comparable", "dropped"]

OURS = Rules("ipcw")
DEEPHIT = replace(OURS, limit="next", tied_times="dropped", censoring_ties="together", tied_risk=0.0)
READINGS = {
    "r_survival": replace(OURS, folded=True),
    "sksurv": replace(OURS, limit="at", tau_included=False, folded=True),
    "pec": replace(OURS, weighing="pairs", folded=True),
    "deephit": replace(DEEPHIT, folded=True),
    "deephit_unfolded": DEEPHIT,
}
LIKES = tuple(READINGS)


def rules_of(
    metric: str,
    like: Like = None,
    *,
    left_limit: bool | None = None,
    tau_included: bool | None = None,
    tied_times: TiedTimes | None = None,
    censoring_ties: CensoringTies | None = None,
    folded: bool | None = None,
) -> Rules:
    """The rules of a reading, with the switches that were set besides."""
    if like is not None and like not in READINGS:
        raise MetricError.value(metric, "like", like, f"{', '.join(map(repr, READINGS))}, or left out")
    for option, value, kind in (
        ("tied_times", tied_times, TiedTimes),
        ("censoring_ties", censoring_ties, CensoringTies),
    ):
        if value is not None:
            check_choice(metric, option, value, get_args(kind))
    rules = OURS if like is None else READINGS[like]
    return replace(
        rules,
        limit=rules.limit if left_limit is None else "before" if left_limit else "at",
        tau_included=rules.tau_included if tau_included is None else tau_included,
        tied_times=tied_times or rules.tied_times,
        censoring_ties=censoring_ties or rules.censoring_ties,
        folded=rules.folded if folded is None else folded,
    )


def pairs_of(survival: Survival, rules: Rules, tau: float | None = None, at: float | None = None) -> Pairs:
    """The pairs of these rules, made once."""
    return survival.kept(("pairs", rules, tau, at), lambda: Pairs(survival, rules, tau, at))


def share(pairs: Concordance | MovingPairs) -> Floats:
    """The share of the weight of all pairs that is concordant; what rounding moves off 0, a half or 1 is put back."""
    concordance = np.clip(ratio(pairs.credit, pairs.every), 0, 1)
    landmark = np.round(2 * concordance) / 2
    return np.where(np.abs(concordance - landmark) < ROUNDING, landmark, concordance)


def check_chances(survival: Survival, metric: str) -> None:
    """Refuse where there are risks only, which are no chances."""
    if survival.cif is None:
        raise SurvivalError.named(
            metric,
            "needs predicted probabilities over time, and only risks were given. Give a matrix of them as `cif` "
            "or `survival_curve`, with the times of its columns.",
        )
