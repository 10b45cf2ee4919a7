"""Uplift among the K highest scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.top_k import check_k, k_used
from mercalli.stats.uplift import Arm

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats
    from mercalli.stats.uplift import UpliftTable


@metric(
    Facts(
        label="Uplift at K",
        formula=r"\bar{y}_{t,K} - \bar{y}_{c,K}",
        range=(float("-inf"), float("inf")),
        best=float("inf"),
        undefined="K is 0 or more than there are people, or one arm has nobody among the K highest scores",
        misleads="At one K, chosen after looking; and where few of one arm are among the K, it is mostly chance.",
        reference="scikit-uplift, uplift_at_k",
        beside=("average_treatment_effect",),
    )
)
def uplift_at_k(table: UpliftTable, *, k: float, by_group: bool = False) -> Floats:
    """Of the K people with the highest scores, the mean outcome of the treated less that of the controls.

    `k` is a count or, below 1, a share. The K are taken from both arms together, or with `by_group` as many from each.
    Where K cuts through equal scores, each of them counts with the chance that it is among the K.

    >>> import numpy as np
    >>> from mercalli.stats.uplift import UpliftTable
    >>> table = UpliftTable.of(np.array([4, 4, 2, 2]), np.array([1, 0, 1, 0], bool), np.array([1, 0, 0, 0]))
    >>> print(uplift_at_k(table, k=2))
    1.0000
    """
    found = top_arms(table, k, by_group=by_group)
    uplift: Floats = np.asarray(found.treated.mean - found.control.mean)[()]
    return uplift


@dataclass(frozen=True)
class TopArms:
    """Who is among the K: (...).

    `k` is the K used, in each arm if it was taken by group. `tied` people share the score at which K cuts and `taken`
    of them are among the K.
    """

    k: tuple[Floats, ...]
    treated: Arm
    control: Arm
    tied: Floats
    taken: Floats


def top_arms(table: UpliftTable, k: float, *, by_group: bool = False) -> TopArms:
    """The people of both arms among the K highest scores; nobody where K is undefined."""
    check_k(k, "expected", "uplift_at_k")
    arms = table.treated, table.control
    lists = [arm.people for arm in arms] if by_group else [arms[0].people + arms[1].people]
    used = tuple(k_used(k, np.asarray(rows.sum(axis=-1)), whole=_whole(rows), alone=True) for rows in lists)
    shares = [_shares(rows, each) for rows, each in zip(lists, used, strict=True)]
    split = [(rows, share) for rows, share in zip(lists, shares, strict=True)]
    tied = [np.where((share > 0) & (share < 1), rows, 0.0) for rows, share in split]
    taken = [each * share for each, (_, share) in zip(tied, split, strict=True)]
    treated, control = (_part(arm, share) for arm, share in zip(arms, (shares * 2)[:2], strict=True))
    return TopArms(
        used, treated, control, *(np.sum([part.sum(axis=-1) for part in each], axis=0) for each in (tied, taken))
    )


def _whole(rows: Floats) -> bool:
    return bool((rows == np.floor(rows)).all())


def _shares(rows: Floats, k: Floats) -> Floats:
    """Of the people at each score, the share that is among the first K."""
    before = np.cumsum(rows, axis=-1) - rows
    slots = np.clip(np.nan_to_num(k)[..., None] - before, 0.0, rows)
    return np.divide(slots, rows, out=np.zeros_like(slots), where=rows > 0)


def _part(arm: Arm, share: Floats) -> Arm:
    """A share of the people at each score, added up."""
    return Arm(*((part * share).sum(axis=-1) for part in (arm.people, arm.mass, arm.outcome)))
