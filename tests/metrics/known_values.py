"""Numbers published elsewhere or worked out by hand, one row each: what the metrics must give.

A value is a fraction, None where the metric is undefined, or, where it is irrational, a float to 12 digits with a
note of how it was obtained. A metric of the catalogue without a row fails the tests.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mercalli.stats.alerts import AlertStream, Types
from mercalli.stats.confidence import ConfidenceTable
from mercalli.stats.confusion import Confusion
from mercalli.stats.counts import Counts
from mercalli.stats.fractions import Fractions
from mercalli.stats.lists import GainTable
from mercalli.stats.ordinal import OrdinalTable
from mercalli.stats.parts import Parts
from mercalli.stats.scores import ScoreTable
from tests.metrics.known_capacity import KNOWN_CAPACITY
from tests.metrics.known_confidence import KNOWN_CONFIDENCE
from tests.metrics.known_delays import KNOWN_DELAYS
from tests.metrics.known_expenses import KNOWN_EXPENSES
from tests.metrics.known_places import KNOWN_PLACES
from tests.metrics.known_scores import KNOWN_SCORES
from tests.metrics.known_sets import KNOWN_SETS
from tests.metrics.known_stressed import KNOWN_STRESSED
from tests.metrics.known_survival import KNOWN_SURVIVAL
from tests.metrics.known_uplift import KNOWN_UPLIFT

if TYPE_CHECKING:
    from collections.abc import Sequence


class Known(NamedTuple):
    """One number: the metric's text, the statistic, what comes out, where that is from, and the profile if any."""

    metric: str
    statistic: Confusion | Counts | ConfidenceTable | Parts | ScoreTable
    value: Fraction | float | None
    source: str
    profile: str | None = None


F = Fraction

# --- Finley's tornado forecasts of 1884 -------------------------------------------------------------------------

FINLEY = Counts(tp=28, fp=72, fn=23, tn=2680)
FINLEY_TABLE = Confusion.of([[28, 23], [72, 2680]], ["tornado", "none"])
TORNADO = "Finley (1884), as tabulated by Murphy (1996), Weather and Forecasting 11(1)"

FINLEY_ROWS = (
    Known("precision", FINLEY, F(28, 100), TORNADO),
    Known("recall", FINLEY, F(28, 51), TORNADO),
    Known("f1", FINLEY, F(56, 151), TORNADO),
    Known("f_beta(beta=2)", FINLEY, F(140, 304), TORNADO),
    Known("f_beta(beta=0.5)", FINLEY, F(140, 451), TORNADO),
    Known("csi", FINLEY, F(28, 123), TORNADO),
    Known("specificity", FINLEY, F(2680, 2752), TORNADO),
    Known("npv", FINLEY, F(2680, 2703), TORNADO),
    Known("fpr", FINLEY, F(72, 2752), TORNADO),
    Known("fnr", FINLEY, F(23, 51), TORNADO),
    Known("frequency_bias", FINLEY, F(100, 51), TORNADO),
    Known("false_alarm_ratio", FINLEY, F(72, 100), TORNADO),
    Known("peirce_skill", FINLEY, F(28, 51) - F(72, 2752), TORNADO),
    Known("equitable_threat_score", FINLEY, F(28 * 2803 - 51 * 100, 123 * 2803 - 51 * 100), TORNADO),
    Known("prevalence", FINLEY, F(51, 2803), TORNADO),
    Known("predicted_share", FINLEY, F(100, 2803), TORNADO),
    Known("expected_profit(value_tp=100, cost_fp=5, cost_fn=40)", FINLEY, F(2800 - 360 - 920), TORNADO),
    Known(
        "expected_profit(value_tp=100, cost_fp=5, cost_fn=40, value_tn=1, per='case')", FINLEY, F(4200, 2803), TORNADO
    ),
    Known("accuracy", FINLEY_TABLE, F(2708, 2803), TORNADO),
    Known("error_rate", FINLEY_TABLE, F(95, 2803), TORNADO),
    Known("cohen_kappa", FINLEY_TABLE, F(146768, 413053), TORNADO),
    Known("balanced_accuracy", FINLEY_TABLE, (F(28, 51) + F(2680, 2752)) / 2, TORNADO),
)

# --- The Kaikoura earthquake of 2016 ----------------------------------------------------------------------------

KAIKOURA_CLASSES = (
    "caution_and_advice",
    "displaced_people_and_evacuations",
    "infrastructure_and_utility_damage",
    "injured_or_dead_people",
    "requests_or_urgent_needs",
    "rescue_volunteering_or_donation_effort",
    "sympathy_and_support",
    "other_relevant_information",
    "not_humanitarian",
)
KAIKOURA_CELLS = (
    (269, 4, 25, 1, 0, 1, 2, 36, 7),
    (5, 54, 1, 0, 0, 0, 0, 0, 1),
    (5, 2, 203, 2, 0, 0, 1, 1, 4),
    (0, 0, 2, 70, 0, 0, 0, 0, 1),
    (4, 0, 1, 0, 7, 2, 0, 1, 2),
    (4, 10, 11, 2, 4, 87, 7, 18, 2),
    (30, 0, 5, 2, 2, 1, 259, 2, 1),
    (68, 0, 51, 1, 1, 1, 12, 57, 27),
    (46, 2, 21, 0, 3, 2, 7, 15, 61),
)
KAIKOURA = Confusion.of(KAIKOURA_CELLS, KAIKOURA_CLASSES)
KAIKOURA_MAJORITY = Confusion.of([[sum(row), *[0] * 8] for row in KAIKOURA_CELLS], KAIKOURA_CLASSES)
WRONG_ACROSS_GROUPS = Confusion.of([[0, 6], [4, 0]], ["injured_or_dead_people", "sympathy_and_support"])
POSTS = "gpt-4o-mini, zero-shot, on the Kaikoura 2016 earthquake (1,536 posts)"
MAJORITY = "always caution_and_advice, on the truth of the Kaikoura 2016 earthquake"

# Every F1 is 2 n_ii over the sum of the class's row and column.
KAIKOURA_F1 = (
    F(538, 776),
    F(108, 133),
    F(406, 538),
    F(140, 151),
    F(14, 34),
    F(174, 239),
    F(518, 590),
    F(114, 348),
    F(122, 263),
)
KAIKOURA_SUPPORT = (345, 61, 218, 73, 17, 145, 302, 218, 157)
KAIKOURA_RECALL = (
    F(269, 345),
    F(54, 61),
    F(203, 218),
    F(70, 73),
    F(7, 17),
    F(87, 145),
    F(259, 302),
    F(57, 218),
    F(61, 157),
)

KAIKOURA_ROWS = (
    Known("dua", KAIKOURA, F(27635, 37975), POSTS, "humaid"),
    Known("ar", KAIKOURA, F(1918, 2536), POSTS, "humaid"),
    Known("ecs", KAIKOURA, F(2458, 3072), POSTS, "humaid"),
    Known("ecs(reading='any_shared_group')", KAIKOURA, F(2458, 3072), POSTS, "humaid"),
    Known("ecs(reading='first_group')", KAIKOURA, 1 - F(380, 3072), POSTS, "humaid"),
    Known("ecs(reading='as_written')", KAIKOURA, 1 - F(619, 6144), POSTS, "humaid"),
    Known("ecs_floor", KAIKOURA, F(157, 3072), "all but not_humanitarian share a group with another class", "humaid"),
    Known("accuracy", KAIKOURA, F(1067, 1536), POSTS),
    Known("f1_macro", KAIKOURA, sum(KAIKOURA_F1, F(0)) / 9, POSTS),
    Known(
        "f1_weighted",
        KAIKOURA,
        sum((f1 * n for f1, n in zip(KAIKOURA_F1, KAIKOURA_SUPPORT, strict=True)), F(0)) / 1536,
        POSTS,
    ),
    Known("balanced_accuracy", KAIKOURA, sum(KAIKOURA_RECALL, F(0)) / 9, POSTS),
    # 1264494 / sqrt(1999006 * 1939662): n times the diagonal, less the products of the margins, over the spreads
    Known("mcc", KAIKOURA, 0.642165094445, POSTS),
    Known("dua", KAIKOURA_MAJORITY, F(8625, 37975), MAJORITY, "humaid"),
    Known("ar", KAIKOURA_MAJORITY, F(5175, 25360), MAJORITY, "humaid"),
    Known("ecs(reading='first_group')", KAIKOURA_MAJORITY, F(2071, 3072), MAJORITY, "humaid"),
    Known("accuracy", KAIKOURA_MAJORITY, F(345, 1536), MAJORITY),
    Known("mcc", KAIKOURA_MAJORITY, F(0), MAJORITY),
    Known("cohen_kappa", KAIKOURA_MAJORITY, F(0), MAJORITY),
    Known("ecs", WRONG_ACROSS_GROUPS, F(3, 4), "wrong on every row across groups", "humaid"),
)
# The same numbers as the facts print them, to six digits.
KAIKOURA_PRINTED = {
    "dua": 0.727716,
    "ar": 0.756309,
    "ecs": 0.800130,
    "ecs(reading='first_group')": 0.876302,
    "ecs(reading='as_written')": 0.899251,
    "accuracy": 0.694661,
    "f1_macro": 0.666262,
    "f1_weighted": 0.678952,
    "balanced_accuracy": 0.674937,
    "mcc": 0.642165,
}
# Correct and total of every level of actionability.
KAIKOURA_LEVELS = {
    "high_action": (77, 90),
    "medium_action": (344, 424),
    "low_action": (269, 345),
    "informational": (316, 520),
    "no_action": (61, 157),
}

# --- The custom classifier's page -------------------------------------------------------------------------------

PAGE = "Custom classifier metrics, Amazon Comprehend developer guide (its arithmetic corrected)"
NAIVE = Confusion.of([[95, 0], [5, 0]], ["negative", "positive"])
SEVEN = Confusion.of([[0, 1, 0, 0], [0, 2, 0, 0], [0, 0, 1, 1], [0, 0, 0, 2]])
FOUR = Confusion.of([[1, 2, 0, 4], [0, 3, 0, 1], [0, 0, 1, 0], [1, 1, 1, 1]], "ABXY")
FIVE_LABELS = (
    Counts(tp=21, fp=7, fn=9, tn=0),  # precision .75, recall .70
    Counts(tp=28, fp=7, fn=12, tn=0),  # .80, .70
    Counts(tp=441, fp=49, fn=9, tn=0),  # .90, .98
    Counts(tp=4, fp=4, fn=1, tn=0),  # .50, .80
    Counts(tp=2, fp=3, fn=18, tn=0),  # .40, .10
)
FIVE_F1 = (F(21, 29), F(56, 75), F(441, 470), F(8, 13), F(4, 25))
FIVE_PARTS = Parts(np.array([float(f1) for f1 in FIVE_F1]), ("1", "2", "3", "4", "5"))
COMEDY, ACTION, DRAMA = Counts(2, 1, 0, 2), Counts(1, 1, 2, 1), Counts(1, 0, 1, 3)
FILMS = Counts(tp=4, fp=2, fn=3, tn=6)

PAGE_ROWS = (
    Known("accuracy", NAIVE, F(95, 100), PAGE),
    Known("precision_weighted", NAIVE, F(9025, 10000), PAGE),
    Known("recall_weighted", NAIVE, F(95, 100), PAGE),
    Known("f1_weighted", NAIVE, F(361, 390), PAGE),
    Known("precision_macro", NAIVE, F(475, 1000), PAGE),
    Known("recall_macro", NAIVE, F(1, 2), PAGE),
    Known("f1_macro", NAIVE, F(19, 39), PAGE),
    Known("accuracy", SEVEN, F(5, 7), PAGE),
    Known("precision_macro", SEVEN, F(7, 12), PAGE),
    Known("recall_macro", SEVEN, F(5, 8), PAGE),
    Known("f1_macro", SEVEN, F(17, 30), PAGE),
    Known("f1_weighted", SEVEN, F(68, 105), PAGE),
    Known("hamming_loss", SEVEN, F(2, 7), PAGE),
    Known("precision_macro(undefined='skip')", SEVEN, F(7, 9), "class 0 was never predicted, so it is left out"),
    *(Known("f1", counts, f1, PAGE) for counts, f1 in zip(FIVE_LABELS, FIVE_F1, strict=True)),
    Known("composite(weights=[1, 1, 1, 1, 1])", FIVE_PARTS, sum(FIVE_F1, F(0)) / 5, f"{PAGE}: .6369"),
    Known("precision", COMEDY, F(2, 3), PAGE),
    Known("recall", COMEDY, F(1), PAGE),
    Known("f1", COMEDY, F(4, 5), PAGE),
    Known("precision", ACTION, F(1, 2), PAGE),
    Known("recall", ACTION, F(1, 3), PAGE),
    Known("f1", ACTION, F(2, 5), PAGE),
    Known("precision", DRAMA, F(1), PAGE),
    Known("recall", DRAMA, F(1, 2), PAGE),
    Known("f1", DRAMA, F(2, 3), PAGE),
    Known("precision", FILMS, F(2, 3), f"{PAGE}: three labels pooled"),
    Known("recall", FILMS, F(4, 7), f"{PAGE}: three labels pooled"),
    Known("f1", FILMS, F(8, 13), f"{PAGE}: three labels pooled"),
)

# --- The four classes A, B, X, Y of the same page, every average worked out by hand -----------------------------
# truth 7 4 1 4, predicted 2 6 2 6, right 1 3 1 1, and so
# tp 1 3 1 1, fp 1 3 1 5, fn 6 1 0 3, tn 8 9 14 7; pooled tp 6, fp 10, fn 10, tn 38

BY_HAND = "the four-class table of the page, by hand"

FOUR_ROWS = (
    Known("accuracy", FOUR, F(3, 8), PAGE),
    Known("error_rate", FOUR, F(5, 8), BY_HAND),
    Known("hamming_loss", FOUR, F(5, 8), BY_HAND),
    Known("balanced_accuracy", FOUR, F(15, 28), BY_HAND),
    Known("cohen_kappa", FOUR, F(16 * 6 - 64, 256 - 64), BY_HAND),
    # 32 / sqrt((256 - 82) (256 - 80)) = 32 / sqrt(30624)
    Known("mcc", FOUR, 0.182860128353, BY_HAND),
    Known("precision_macro", FOUR, F(5, 12), PAGE),
    Known("precision_micro", FOUR, F(6, 16), BY_HAND),
    Known("precision_weighted", FOUR, F(5, 12), BY_HAND),
    Known("recall_macro", FOUR, F(15, 28), PAGE),
    Known("recall_micro", FOUR, F(6, 16), BY_HAND),
    Known("recall_weighted", FOUR, F(6, 16), BY_HAND),
    Known("f1_macro", FOUR, F(19, 45), PAGE),
    Known("f1_micro", FOUR, F(12, 32), BY_HAND),
    Known("f1_weighted", FOUR, F(61, 180), BY_HAND),
    Known("f_beta_macro(beta=2)", FOUR, F(21, 44), BY_HAND),
    Known("f_beta_micro(beta=2)", FOUR, F(30, 80), BY_HAND),
    Known("f_beta_weighted(beta=2)", FOUR, F(31, 88), BY_HAND),
    Known("csi_macro", FOUR, F(587, 2016), BY_HAND),
    Known("csi_micro", FOUR, F(6, 26), BY_HAND),
    Known("csi_weighted", FOUR, F(1781, 8064), BY_HAND),
    Known("specificity_macro", FOUR, F(71, 90), BY_HAND),
    Known("specificity_micro", FOUR, F(38, 48), BY_HAND),
    Known("specificity_weighted", FOUR, F(281, 360), BY_HAND),
    Known("npv_macro", FOUR, F(111, 140), BY_HAND),
    Known("npv_micro", FOUR, F(38, 48), BY_HAND),
    Known("npv_weighted", FOUR, F(57, 80), BY_HAND),
    Known("fpr_macro", FOUR, F(19, 90), BY_HAND),
    Known("fpr_micro", FOUR, F(10, 48), BY_HAND),
    Known("fpr_weighted", FOUR, F(79, 360), BY_HAND),
    Known("false_alarm_ratio_macro", FOUR, F(7, 12), BY_HAND),
    Known("false_alarm_ratio_micro", FOUR, F(10, 16), BY_HAND),
    Known("false_alarm_ratio_weighted", FOUR, F(7, 12), BY_HAND),
    Known("fnr_macro", FOUR, F(13, 28), BY_HAND),
    Known("fnr_micro", FOUR, F(10, 16), BY_HAND),
    Known("fnr_weighted", FOUR, F(10, 16), BY_HAND),
    Known("class_weighted_accuracy(weights=[4, 2, 1, 1])", FOUR, F(4 + 6 + 1 + 1, 28 + 8 + 1 + 4), BY_HAND),
)

# --- A table of two classes with predictions outside them -------------------------------------------------------

INVALID = Confusion.of([[3, 1, 2], [0, 2, 2]])
PENALTIES = "penalties=[[0, 2, 1], [0.5, 0, 1]], worst=2"
OUTSIDE = "ten items of which four were answered outside the classes, by hand"

INVALID_ROWS = (
    Known("accuracy", INVALID, F(5, 10), OUTSIDE),
    Known("recall_macro", INVALID, (F(3, 6) + F(2, 4)) / 2, OUTSIDE),
    Known("precision_macro", INVALID, (F(3, 3) + F(2, 3)) / 2, OUTSIDE),
    Known("precision_micro", INVALID, F(5, 6), OUTSIDE),
    Known("cohen_kappa", INVALID, F(10 * 5 - (6 * 3 + 4 * 3), 100 - (6 * 3 + 4 * 3)), OUTSIDE),
    # 20 / sqrt((100 - 52) (100 - 34)): the invalid answers are a third column
    Known("mcc", INVALID, 0.355334527259, OUTSIDE),
    Known(f"penalty_score({PENALTIES})", INVALID, 1 - F(2 + 2 + 2, 20), OUTSIDE),
    Known(f"penalty_floor({PENALTIES})", INVALID, 1 - F(6 * 2 + 4 * F(1, 2), 20), "taken for the other class, by hand"),
    Known("penalty_score(penalties=[[0, 3, 3], [3, 0, 3]], worst=2)", INVALID, 1 - F(3 * 5, 20), OUTSIDE),
    Known("penalty_floor(penalties=[[0, 3, 3], [3, 0, 3]], worst=2)", INVALID, F(0), "cut off at 0 as the score is"),
    Known("class_weighted_accuracy(weights=[1, 5])", INVALID, F(3 + 10, 6 + 20), OUTSIDE),
)

# --- Composites -------------------------------------------------------------------------------------------------

MEAN = "weighted mean, by hand"
COMPOSITE_ROWS = (
    Known("composite(weights=[1, 3])", Parts(np.array([0.5, 0.75]), ("a", "b")), F(11, 16), MEAN),
    Known("composite(weights=[1, 3])", Parts(np.array([0.5, np.nan]), ("a", "b")), None, MEAN),
    Known("composite(weights=[1, 3], undefined='skip')", Parts(np.array([0.5, np.nan]), ("a", "b")), F(1, 2), MEAN),
)

# --- The K highest scores, equal ones in random order ------------------------------------------------------------

FOUR_SCORES = ScoreTable.of(np.array([0.9, 0.5, 0.5, 0.1]), np.array([False, True, False, True]))
TEN_ALIKE = ScoreTable.of(np.zeros(10), np.arange(10) < 3)
NO_POSITIVES = ScoreTable.of(np.arange(4.0), np.zeros(4, np.bool_))
WEIGHED_SCORES = ScoreTable.of(np.array([3.0, 2.0, 2.0, 1.0]), np.array([1, 1, 0, 0]) > 0, np.array([0.5, 1, 2, 1.5]))
GRADED = GainTable.of(np.array([0.9, 0.9, 0.4]), np.array([3.0, 1.0, 2.0]))
UNGRADED = GainTable.of(np.array([0.9, 0.4]), np.zeros(2))
CUT = "one of two equal scores, of which one is positive, is among the first two"
ALIKE = "four drawn of ten alike, of which three are positive"
MOST = "four items drawn; seven of ten are negative: 1 - C(7, 4) / C(10, 4)"
HEAVY = "0.5 and half of 3 weighed, of which a third is positive"

TOP_ROWS = (
    Known("precision_at_k(k=2)", FOUR_SCORES, F(1, 4), CUT),
    Known("precision_at_k(k=2, ties='best')", FOUR_SCORES, F(1, 2), CUT),
    Known("precision_at_k(k=2, ties='worst')", FOUR_SCORES, F(0), CUT),
    Known("precision_at_k(k=0.5)", FOUR_SCORES, F(1, 4), CUT),
    Known("recall_at_k(k=2)", FOUR_SCORES, F(1, 4), CUT),
    Known("recall_at_k(k=3)", FOUR_SCORES, F(1, 2), "the equal scores are both among the first three"),
    Known("hit_rate_at_k(k=2)", FOUR_SCORES, F(1, 2), CUT),
    Known("lift_at_k(k=2)", FOUR_SCORES, F(1, 2), CUT),
    Known("precision_at_k(k=4)", TEN_ALIKE, F(3, 10), ALIKE),
    Known("recall_at_k(k=4)", TEN_ALIKE, F(4, 10), ALIKE),
    Known("lift_at_k(k=4)", TEN_ALIKE, F(1), ALIKE),
    Known("hit_rate_at_k(k=4)", TEN_ALIKE, F(5, 6), MOST),
    Known("hit_rate_at_k(k=8)", TEN_ALIKE, F(1), "only seven are negative"),
    Known("precision_at_k(k=2)", WEIGHED_SCORES, F(1, 2), HEAVY),
    Known("recall_at_k(k=2)", WEIGHED_SCORES, F(2, 3), HEAVY),
    Known("lift_at_k(k=2)", WEIGHED_SCORES, F(1, 2) / F(3, 10), HEAVY),
    Known("precision_at_k(k=1)", NO_POSITIVES, F(0), "there are no positives"),
    Known("hit_rate_at_k(k=1)", NO_POSITIVES, F(0), "there are no positives"),
    Known("recall_at_k(k=1)", NO_POSITIVES, None, "there are no positives"),
    Known("lift_at_k(k=1)", NO_POSITIVES, None, "there are no positives"),
    *(
        Known(f"{name}_at_k(k={k})", FOUR_SCORES, None, "K is 0 or beyond the rows")
        for name in ("precision", "recall", "hit_rate", "lift")
        for k in (0, 5)
    ),
    Known("ndcg_at_k(k=1)", GRADED, F(2, 3), "3 or 1 comes first, 3 would be best"),
    Known("ndcg_at_k(k=1, gain='exponential')", GRADED, F(4, 7), "7 or 1 comes first, 7 would be best"),
    Known("ndcg_at_k(k=1, ties='worst')", GRADED, F(1, 3), "1 comes first, 3 would be best"),
    # (2 + 2 l + 2 / 2) / (3 + 2 l + 1 / 2) with l = 1 / log2(3)
    Known("ndcg_at_k(k=3)", GRADED, 0.894999002123, "two 2s, then 2, against 3, 2, 1"),
    Known("ndcg_at_k(k=1)", UNGRADED, None, "no item has a grade above 0"),
)

# --- Alerts in a stream ------------------------------------------------------------------------------------------


def stream(urgent: Sequence[int], score: Sequence[float], truth: Sequence[str], pred: Sequence[str]) -> AlertStream:
    """Items of one event in their order; types are letters, of which r and t ask for action."""
    kinds = [np.array([[kind in each for kind in "rtnm"] for each in side]) for side in (truth, pred)]
    types = Types(kinds[0], kinds[1], np.array([True, True, False, False]))
    return AlertStream.of(
        np.zeros(len(score), np.int64), np.arange(len(score)), np.array(urgent) > 0, np.array(score), types
    )


ALERTS = stream([1, 0, 0, 1, 1], [0.9, 0.8, 0.1, 0.3, 0.7], ["rn", "n", "nm", "r", "m"], ["rn", "n", "n", "r", "rm"])
ALL_URGENT, NONE_URGENT = stream([1], [0.5], ["n"], ["n"]), stream([0], [0.5], ["n"], ["n"])
TWENTY_WRONG = stream([0] * 20 + [1], [1.0] * 20 + [0.0], ["n"] * 21, ["n"] * 21)
SCALED = "by the definition: scaled priorities 1, .875, 0, .25, .75, of which three are alerted"

ALERT_ROWS = (
    # right and typed: .3 + .7; missed: -1; the type in common is half of both others: .3 + .7 (0 + 1)
    Known("high_alert_worth", ALERTS, (F(1) - 1 + 1) / 3, SCALED),
    # the first false alert costs nothing; one of two types found where no alert was given
    Known("low_alert_worth", ALERTS, (F(0) + F(1, 2)) / 2, SCALED),
    Known("accumulated_alert_worth", ALERTS, (F(1, 3) + F(1, 4)) / 2, SCALED),
    Known("high_alert_worth(threshold=1.0)", ALERTS, (F(1) - 1 - 1) / 3, "only the first is alerted"),
    # minus the logarithms of 1, 1.5 ... 9.5, then -1 twice, all over 20
    Known("low_alert_worth", TWENTY_WRONG, -0.683327734963, "nineteen and twenty cost 1, no more"),
    Known("low_alert_worth", ALL_URGENT, None, "every item is urgent"),
    Known("high_alert_worth", NONE_URGENT, None, "no item is urgent"),
    Known("accumulated_alert_worth", NONE_URGENT, None, "no item is urgent"),
)

# --- Undefined, and beside it what is not -----------------------------------------------------------------------

NO_ROWS = Confusion.of([[0, 0], [0, 0]])
ONE_CELL = Confusion.of([[7, 0], [0, 0]])
NEVER_PREDICTED, NEVER_TRUE = Counts(tp=0, fp=0, fn=3, tn=4), Counts(tp=0, fp=2, fn=0, tn=5)
NOTHING, EVERYTHING = Counts(tp=0, fp=0, fn=0, tn=7), Counts(tp=7, fp=0, fn=0, tn=0)
ALWAYS_PREDICTED = Counts(tp=3, fp=4, fn=0, tn=0)
NO_COUNTS = Counts(tp=0, fp=0, fn=0, tn=0)
EMPTY = "there are no rows"
AVERAGED = ("csi", "f1", "f_beta", "false_alarm_ratio", "fnr", "fpr", "npv", "precision", "recall", "specificity")

UNDEFINED_ROWS = (
    Known("precision", NEVER_PREDICTED, None, "the class was never predicted"),
    Known("recall", NEVER_PREDICTED, F(0), "the class was never predicted"),
    Known("f1", NEVER_PREDICTED, F(0), "the class was never predicted"),
    Known("csi", NEVER_PREDICTED, F(0), "the class was never predicted"),
    Known("recall", NEVER_TRUE, None, "the class never occurs"),
    Known("fnr", NEVER_TRUE, None, "the class never occurs"),
    Known("frequency_bias", NEVER_TRUE, None, "the class never occurs"),
    Known("precision", NEVER_TRUE, F(0), "the class never occurs"),
    Known("f1", NEVER_TRUE, F(0), "the class never occurs"),
    Known("f1", NOTHING, None, "the class neither occurs nor was predicted"),
    Known("f_beta(beta=2)", NOTHING, None, "the class neither occurs nor was predicted"),
    Known("csi", NOTHING, None, "the class neither occurs nor was predicted"),
    Known("prevalence", NOTHING, F(0), "the class neither occurs nor was predicted"),
    Known("specificity", EVERYTHING, None, "every item is of the class"),
    Known("fpr", EVERYTHING, None, "every item is of the class"),
    Known("false_alarm_ratio", NEVER_PREDICTED, None, "the class was never predicted"),
    Known("peirce_skill", NEVER_TRUE, None, "the class never occurs"),
    Known("peirce_skill", NEVER_PREDICTED, F(0), "a constant forecast has no skill"),
    Known("equitable_threat_score", NO_COUNTS, None, EMPTY),
    Known("equitable_threat_score", NEVER_PREDICTED, F(0), "a constant forecast has no skill"),
    Known("npv", ALWAYS_PREDICTED, None, "everything was predicted to be of the class"),
    Known("prevalence", NO_COUNTS, None, EMPTY),
    Known("predicted_share", NO_COUNTS, None, EMPTY),
    Known("expected_profit(value_tp=1, cost_fp=1, cost_fn=1, per='case')", NO_COUNTS, None, EMPTY),
    Known("expected_profit(value_tp=1, cost_fp=1, cost_fn=1)", NO_COUNTS, F(0), EMPTY),
    Known("mcc", ONE_CELL, None, "truth and predictions are both constant"),
    Known("mcc", Confusion.of([[5, 0], [2, 0]]), F(0), "only the predictions are constant"),
    Known("mcc", Confusion.of([[5, 2], [0, 0]]), F(0), "only the truth is constant"),
    Known("mcc", Confusion.of([[0, 0, 5], [0, 0, 2]]), F(0), "every prediction is outside the classes"),
    Known("cohen_kappa", ONE_CELL, None, "truth and predictions are both constant and equal"),
    Known("cohen_kappa", Confusion.of([[0, 7], [0, 0]]), F(0), "both are constant and differ"),
    Known("balanced_accuracy", ONE_CELL, F(1), "a class that never occurs does not count"),
    Known("recall_macro", ONE_CELL, F(1), "a class that never occurs does not count"),
    Known(
        "recall_macro(classes='declared')", ONE_CELL, F(1, 2), "unless asked for, when it is undefined and counts as 0"
    ),
    Known("class_weighted_accuracy(weights=[0, 1])", ONE_CELL, None, "every item's class weighs nothing"),
    Known("dua", Confusion.of(np.zeros((9, 9)), KAIKOURA_CLASSES), None, EMPTY, "humaid"),
    Known("ar", Confusion.of(np.zeros((9, 9)), KAIKOURA_CLASSES), None, EMPTY, "humaid"),
    Known("ecs", Confusion.of(np.zeros((9, 9)), KAIKOURA_CLASSES), None, EMPTY, "humaid"),
    Known("ecs_floor", Confusion.of(np.zeros((9, 9)), KAIKOURA_CLASSES), None, EMPTY, "humaid"),
    *(
        Known(metric, NO_ROWS, None, EMPTY)
        for metric in ("accuracy", "error_rate", "hamming_loss", "balanced_accuracy", "cohen_kappa", "mcc")
    ),
    Known(f"penalty_score({PENALTIES})", NO_ROWS, None, EMPTY),
    Known(f"penalty_floor({PENALTIES})", NO_ROWS, None, EMPTY),
    *(
        Known(f"{metric}_{kind}{'(beta=2)' if metric == 'f_beta' else ''}", NO_ROWS, None, EMPTY)
        for metric in AVERAGED
        for kind in ("macro", "micro", "weighted")
    ),
)

ORDERED = OrdinalTable(np.array([[2.0, 1, 1], [0, 2, 0], [0, 0, 2]]))
ONE_LEVEL = OrdinalTable(np.array([[3.0, 0, 0], [0, 0, 0], [0, 0, 0]]))
MAP_ROWS = (
    # Squared distances: seen 1 + 4 = 5; by chance (4*3 + 2*2 + 2*3 + 2*3 + 4*(4*3 + 2*2)) / 8 = 92 / 8.
    Known("quadratic_kappa", ORDERED, 1 - F(5 * 8, 92), "by hand"),
    Known("quadratic_kappa", ONE_LEVEL, None, "one class throughout"),
    Known("within_one", ORDERED, F(7, 8), "by hand"),
    Known("within_one", OrdinalTable(np.zeros((3, 3))), None, EMPTY),
    Known("fractions_skill_score", Fractions(apart=1.0, both=4.0), F(3, 4), "by hand"),
    Known("fractions_skill_score", Fractions(apart=0.0, both=0.0), None, "nothing is high in either map"),
)

KNOWN_VALUES = (
    *FINLEY_ROWS,
    *KAIKOURA_ROWS,
    *PAGE_ROWS,
    *FOUR_ROWS,
    *INVALID_ROWS,
    *COMPOSITE_ROWS,
    *TOP_ROWS,
    *ALERT_ROWS,
    *UNDEFINED_ROWS,
    *(Known(*each) for each in (*KNOWN_CAPACITY, *KNOWN_CONFIDENCE, *KNOWN_EXPENSES, *KNOWN_SCORES, *KNOWN_SETS)),
    *(Known(*each) for each in (*KNOWN_DELAYS, *KNOWN_PLACES, *KNOWN_STRESSED)),
    *(Known(*each) for each in (*KNOWN_SURVIVAL, *KNOWN_UPLIFT)),
    *MAP_ROWS,
)
