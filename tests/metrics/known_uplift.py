"""Uplift worked out by hand: metric, table, value, source."""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 - as beside it

import numpy as np

from mercalli.stats.uplift import UpliftTable


def table(score, treated, outcome, propensity=None):
    """One column for each person."""
    chance = None if propensity is None else np.array(propensity)
    return UpliftTable.of(np.array(score, float), np.array(treated, bool), np.array(outcome, float), None, chance)


# Eight people, treated and controls in turn. After 2, 3 ... 8 of them the effect is
# 1, 1, 1/2, 1/6, 1/3, 1/6, 0, and so the uplift curve 2, 3, 2, 5/6, 2, 7/6, 0
# and the Qini curve 1, 2, 1, 1/2, 1, 2/3, 0.
# The first person has nobody to be compared with: straight lines from 0 give 1 and 1/2 there.
# scikit-uplift takes the absent control to have 0, and so has 1 and 1 there. Its best order of the four groups of two
# has an area of 18 under the uplift curve and of 12 under the Qini curve; random has 0.
EIGHT = table(range(8, 0, -1), [1, 0] * 4, [1, 0, 1, 1, 0, 0, 0, 1])
HAND = "eight people in turn, by hand"

# Two pairs of equal scores: the curves are 2, 2 and 1, 1 after each pair, and halfway to them inside.
PAIRS = table([4, 4, 2, 2], [1, 0, 1, 0], [1, 0, 0, 0])
HALF = "two pairs of equal scores, by hand"

# Treated weigh 2 and 4, controls 2 and 4/3: means 2/6 and (4/3) / (10/3).
CHOSEN = table([4, 3, 2, 1], [1, 1, 0, 0], [1, 0, 0, 1], [1 / 2, 1 / 4, 1 / 2, 1 / 4])
CHANCES = "four people with their chances to be treated, by hand"

ALIKE = table([1] * 4, [1, 0, 1, 0], [1, 0, 0, 0])
TREATED_ONLY = table([2, 1], [1, 1], [1, 0])
NOBODY_ELSE = "everybody was treated"

KNOWN_UPLIFT = (
    ("average_treatment_effect", EIGHT, F(0), HAND),
    ("uplift_at_k(k=2)", EIGHT, F(1), HAND),
    ("uplift_at_k(k=0.25)", EIGHT, F(1), HAND),
    ("uplift_at_k(k=4)", EIGHT, F(1, 2), HAND),
    ("uplift_at_k(k=2, by_group=True)", EIGHT, F(1, 2), HAND),
    ("auuc", EIGHT, F(12, 64), HAND),
    ("qini", EIGHT, F(20, 3 * 64), HAND),
    ("auuc(like='sklift')", EIGHT, F(12, 18), HAND),
    ("qini(like='sklift')", EIGHT, F(43, 6 * 12), HAND),
    ("auuc(like='causalml')", EIGHT, None, "its end is 0"),
    ("average_treatment_effect", PAIRS, F(1, 2), HALF),
    ("uplift_at_k(k=3)", PAIRS, F(2, 3), "half of each of the last pair: 1 of 1.5 treated, 0 of 1.5 controls"),
    ("auuc", PAIRS, F(6 - 4, 16), HALF),
    ("qini", PAIRS, F(3 - 2, 16), HALF),
    ("auuc(like='causalml')", PAIRS, F(1 + 2 + 2 + 2, 5 * 2), HALF),
    ("qini(like='causalml')", PAIRS, (F(7, 2) - F(5, 2)) / 5, HALF),
    ("average_treatment_effect", CHOSEN, F(1, 3) - F(2, 5), CHANCES),
    ("uplift_at_k(k=3)", CHOSEN, F(1, 3), CHANCES),
    ("auuc", ALIKE, F(0), "all scores are equal: the curve is the random line"),
    ("qini", ALIKE, F(0), "all scores are equal: the curve is the random line"),
    ("uplift_at_k(k=1)", EIGHT, None, "no control among the first"),
    ("uplift_at_k(k=0)", EIGHT, None, "the top of nobody"),
    ("uplift_at_k(k=9)", EIGHT, None, "more than there are"),
    ("uplift_at_k(k=1)", TREATED_ONLY, None, NOBODY_ELSE),
    ("average_treatment_effect", TREATED_ONLY, None, NOBODY_ELSE),
    *(
        (f"{name}{like}", TREATED_ONLY, None, NOBODY_ELSE)
        for name in ("auuc", "qini")
        for like in ("", "(like='sklift')", "(like='causalml')")
    ),
)
