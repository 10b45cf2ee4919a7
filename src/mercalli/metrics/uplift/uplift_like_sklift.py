"""Uplift and Qini as scikit-uplift reads them: over the area of the best order there could be.

Outcomes must be 0 or 1, and an arm that has nobody yet is taken to have a mean of 0.
"""

from collections.abc import Callable

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio
from mercalli.metrics.uplift.uplift_area import above_random
from mercalli.stats.uplift import Arm, UpliftTable


def uplift_auc_score(table: UpliftTable) -> Floats:
    """The area under the uplift curve above random over that of the best order.

    The best order has treated people who responded first, then controls who did not; of the other two groups
    it puts controls who responded first if they are the larger one.
    """
    yes_t, no_t, yes_c, no_c = _groups(table)
    worst_last = [_area(_uplift, yes_t, no_c, yes_c, no_t), _area(_uplift, yes_t, no_c, no_t, yes_c)]
    best = np.where(yes_c[2] > no_t[0], *worst_last)
    return ratio(above_random(_uplift(table), table), best)


def qini_auc_score(table: UpliftTable) -> Floats:
    """The area under the Qini curve above random over that of the best order.

    The best order has treated people who responded first and controls who responded last.
    """
    yes_t, no_t, yes_c, no_c = _groups(table)
    return ratio(above_random(_qini(table), table), _area(_qini, yes_t, no_t + no_c, yes_c))


def _uplift(table: UpliftTable) -> Floats:
    return _effect(table) * table.people


def _qini(table: UpliftTable) -> Floats:
    return _effect(table) * table.treated.so_far.people


def _effect(table: UpliftTable) -> Floats:
    """The effect so far; undefined if an arm has nobody at all."""
    means = [np.nan_to_num(arm.so_far.mean) for arm in (table.treated, table.control)]
    known = (table.treated.total.mass > 0) & (table.control.total.mass > 0)
    return np.where(known[..., None], means[0] - means[1], np.nan)


def _groups(table: UpliftTable) -> list[Floats]:
    """Treated people who responded and who did not, and controls: (4, ...) in the order of `_area` each."""
    groups: list[Floats] = []
    for at, arm in ((0, table.treated.total), (2, table.control.total)):
        responded = ratio(arm.people, arm.mass) * arm.outcome
        for people, outcome in ((responded, responded), (arm.people - responded, responded * 0)):
            group = np.zeros((4, *np.shape(responded)))
            group[at], group[at + 1] = people, outcome
            groups.append(group)
    return groups


def _area(curve: Callable[[UpliftTable], Floats], *groups: Floats) -> Floats:
    """The area above random of groups one after the other."""
    treated, treated_outcome, control, control_outcome = np.stack(groups, axis=-1)
    falling = np.arange(len(groups), 0, -1.0)
    best = UpliftTable(falling, Arm.counted(treated, treated_outcome), Arm.counted(control, control_outcome))
    return above_random(curve(best), best)
