"""Uplift among the K highest scores."""

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ranking.top_k import EPSILON, check_k, k_used
from mercalli.stats.uplift import Arm, UpliftTable


@metric(
    Facts(
        label="Uplift at K",
        formula=r"\bar{y}_{t,K} - \bar{y}_{c,K}",
        range=(float("-inf"), float("inf")),
        best=float("inf"),
        undefined="K is 0 or more than there are people, or one arm has nobody among the K highest scores",
        misleads="When K was chosen after seeing the results. With few of one arm among the K, it is mostly chance.",
        reference="scikit-uplift, uplift_at_k",
        beside=("average_treatment_effect",),
    )
)
def uplift_at_k(table: UpliftTable, *, k: float, by_group: bool = False) -> Floats:
    """Among the K people with the highest scores: mean outcome of the treated minus that of the controls.

    `k` is a count or, below 1, a share. The K are taken from both arms together, or with `by_group` as many from each.
    Where K cuts through equal scores, each of them counts with the chance that it is among the K.

    >>> import numpy as np
    >>> from mercalli.stats.uplift import UpliftTable
    >>> table = UpliftTable.of(np.array([4, 4, 2, 2]), np.array([1, 0, 1, 0], bool), np.array([1, 0, 0, 0]))
    >>> print(uplift_at_k(table, k=2))
    1.0000
    """
    top = top_arms(table, k, by_group=by_group)
    return np.asarray(top.treated.mean - top.control.mean)[()]


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
    if not by_group:
        cut = _Cut.of(table.people, table.treated.people + table.control.people, k)
        return TopArms((cut.k,), cut.part(table.treated), cut.part(table.control), cut.tied, cut.taken)
    one, two = (_Cut.of(arm.so_far.people, arm.people, k) for arm in (table.treated, table.control))
    parts = one.part(table.treated), two.part(table.control)
    return TopArms((one.k, two.k), *parts, one.tied + two.tied, one.taken + two.taken)


@dataclass(frozen=True)
class _Cut:
    """Where K cuts: (...).

    `whole` scores are taken whole, and of the next a share.
    """

    k: Floats
    whole: Ints
    share: Floats
    tied: Floats
    taken: Floats

    @classmethod
    def of(cls, so_far: Floats, rows: Floats, k: float) -> "_Cut":
        """From people with each score or a higher one, and with each score."""
        total, whole_rows = so_far[..., -1], bool((rows == np.floor(rows)).all())
        used = k_used(k, np.asarray(total), whole=whole_rows, alone=True)
        wanted = np.nan_to_num(used)
        whole: Ints = (so_far <= wanted[..., None]).sum(axis=-1)
        slots = wanted - _at(so_far, whole - 1)
        rest = _at(rows, np.minimum(whole, rows.shape[-1] - 1))
        partly = (slots > EPSILON * np.maximum(wanted, 1.0)) & (whole < rows.shape[-1])
        share = np.divide(slots, rest, out=np.zeros_like(wanted), where=partly)
        return cls(used, whole, share, np.where(partly, rest, 0.0), np.where(partly, slots, 0.0))

    def part(self, arm: Arm) -> Arm:
        """Who of an arm is among the K."""
        following = np.minimum(self.whole, arm.people.shape[-1] - 1)
        cut_through = arm.each(lambda part: self.share * _at(part, following))
        return arm.so_far.each(lambda part: _at(part, self.whole - 1)) + cut_through


def _at(values: Floats, place: Ints) -> Floats:
    """The value at a place along the last axis; 0 before the first."""
    value = np.take_along_axis(values, np.maximum(place, 0)[..., None], axis=-1)[..., 0]
    return np.where(place < 0, 0.0, value)
