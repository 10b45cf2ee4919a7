"""What a team handles, worked out by hand: metric, queues, value, source."""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 - as beside it

import numpy as np

from mercalli.stats.replay import Handled, Queues


def handled(worth, urgent, all_worth=20, all_urgent=3):
    """What was handled of worth 20 with three urgent items."""
    return Handled(*(np.array(float(part)) for part in (worth, all_worth, urgent, all_urgent)))


# Bins 0 to 2, weights 5 and 1; arrivals as (urgent, other): bin 0 predicted urgent (1,1), predicted other (1,1); bin 1
# predicted urgent (1,0), predicted other (0,2); bin 2 predicted other (0,1). Capacity 1, deadline 0 and 1.
AT_ONCE = Queues(handled(9, 1.5), handled(F(19, 3), F(5, 6)), handled(11, 2), np.array(1.5))
ONE_LATER = Queues(handled(12, 2), handled(F(28, 3), F(4, 3)), handled(16, 3), np.array(1.25))
PLENTY = Queues(*[handled(20, 3)] * 3, np.array(1.0))
NOTHING = Queues(*[handled(0, 0, 0, 0)] * 3, np.array(np.nan))
HAND = "four bins by hand"

KNOWN_CAPACITY = (
    ("handled_in_time", AT_ONCE, F(9, 20), HAND),
    ("handled_in_time", ONE_LATER, F(3, 5), HAND),
    ("handled_in_time", NOTHING, None, "nothing arrived"),
    ("urgent_handled_in_time", AT_ONCE, F(1, 2), HAND),
    ("urgent_handled_in_time", NOTHING, None, "nothing arrived"),
    ("capacity_skill", AT_ONCE, F(4, 7), HAND),
    ("capacity_skill", ONE_LATER, F(2, 5), HAND),
    ("capacity_skill", PLENTY, None, "the team takes everything in any order"),
    ("worth_in_team", AT_ONCE, F(3, 2), "as it was found"),
    ("worth_in_team", NOTHING, None, "no team was found"),
)
