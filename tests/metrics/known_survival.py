"""Survival worked out by hand: metric, people, value, source."""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 - as beside it

import numpy as np

from mercalli.stats.survival import Survival

# Events at 1, 2, 2; one censored at 2 with them, one at 3. The first is above all four others; of the two at 2, the
# one with risk 4 is above 3 and 2, the one with risk 1 below both; they are not compared with each other.
FIVE = Survival.of([1, 2, 2, 2, 3], [1, 1, 1, 0, 0], [5, 4, 1, 3, 2])
HAND = "five people, two events and a censoring at one time, by hand: 6 pairs concordant, 2 discordant"

# The chance not to be censored falls to 3/4 at 2, where one of four is. The first event, weight 1, is above all four;
# the others, weight (4/3)^2, are below those after them: 2 and 1.
WEIGHED = Survival.of([1, 2, 3, 4, 5], [1, 0, 1, 1, 0], [5, 1, 2, 3, 4])
UNO = "five people, one censored at 2 of the four then seen, by hand"

# A competing event at 1 with the highest risk, then events with the risks 3 and 1, and one censored with the risk 2.
RIVAL = Survival.of([1, 2, 3, 4], [2, 1, 1, 0], [4, 3, 1, 2])
FIRST = "a competing event first, by hand: 3 pairs after events, 2 with the competing event"

SAME = Survival.of([1, 2], [1, 0], [3, 3])
ALONE = Survival.of([1.0], [1], [1])
NOBODY = "nobody to compare with"

GRID = {"grid": np.array([1.0, 2.0]), "cif": np.array([[0.9, 0.9], [0.3, 0.4], [0.1, 0.1], [0.2, 0.2]])}
FOUR = Survival.of([1, 2, 3, 4], [1, 1, 0, 0], **GRID)
# The last two of four were censored after all events; the sums of squares are .01 + .09 + .01 + .04, .01 + .36 + .05.
GRADED = "four people seen beyond both times, by hand"
CROSSED = Survival.of(
    [1, 2, 3], [1, 1, 0], grid=np.array([1.0, 2.0]), cif=np.array([[0.3, 0.4], [0.1, 0.1], [0.2, 0.05]])
)
NONE = Survival.of(np.zeros(0), np.zeros(0, np.int64), grid=np.array([1.0, 2.0]), cif=np.zeros((0, 2)))

# DeepHit's own routine on two risks that are equal gives them nothing; with no pair it answers -1.
LIKE = "equal risks count nothing in DeepHit's routine"

KNOWN_SURVIVAL = (
    ("c_index", FIVE, F(6, 8), HAND),
    ("c_index", SAME, F(1, 2), "equal risks count half"),
    ("c_index(tau=1)", FIVE, F(1), "the first event alone"),
    ("c_index", ALONE, None, NOBODY),
    ("c_index_ipcw", WEIGHED, F(4) / (4 + 3 * F(16, 9)), UNO),
    ("c_index_ipcw(tau=3)", WEIGHED, F(4) / (4 + 2 * F(16, 9)), UNO),
    ("c_index_ipcw(tau=3, tau_included=False)", WEIGHED, F(1), UNO),
    ("c_index_ipcw", ALONE, None, NOBODY),
    ("c_index_at(at=3)", WEIGHED, F(4) / (4 + 2 * F(16, 9)), UNO),
    ("c_index_at(at=2, like='deephit')", SAME, F(0), LIKE),
    ("c_index_at(at=2)", ALONE, None, NOBODY),
    ("c_index_cause_specific", RIVAL, F(2, 3), FIRST),
    ("c_index_cause_specific", ALONE, None, NOBODY),
    ("c_index_competing", RIVAL, F(2, 5), FIRST),
    ("c_index_competing(weighed=False)", RIVAL, F(2, 5), FIRST),
    ("c_index_competing", ALONE, None, NOBODY),
    ("c_td", FOUR, F(1), "chances as of each event are the highest left, by hand"),
    ("c_td", CROSSED, F(1), "the second passes the third by its time, by hand"),
    ("c_td(tau=0)", FOUR, None, "no event by tau"),
    ("auc_at(at=2.5)", Survival.of([1, 2, 3, 4], [1, 1, 0, 0], [4, 2, 3, 1]), F(3, 4), "two by two, by hand"),
    ("auc_at(at=0.5)", FOUR, None, "no event by then"),
    ("brier_at(at=1)", FOUR, F(15, 400), GRADED),
    ("brier_at(at=2)", FOUR, F(42, 400), GRADED),
    ("brier_at(at=1)", NONE, None, "nobody"),
    ("integrated_brier", FOUR, (F(15, 400) + F(42, 400)) / 2, GRADED),
    ("integrated_brier(tau=1)", FOUR, None, "one time of the grid by tau"),
)
