"""How late items and facts are found, worked out by hand: metric, delays, value, source."""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 - as beside it
from math import atan, inf, pi

from mercalli.stats.delays import Delays

SIX = Delays.of([0, 2, 6, 12, inf, inf])
FOUR_FACTS = Delays.of([0, 1, 4, inf])
TREC = sum(1 - 2 / pi * atan(hours / 6) for hours in (0, 2, 6, 12)) / 6
NONE = Delays.of([])
AT_ONCE = Delays.of([0, 0, 0, 0, inf, inf])
HAND = "six urgent items, two missed"
FACTS = "four facts, one never found"

KNOWN_DELAYS = (
    ("found_within(hours=3.0)", SIX, F(1, 3), HAND),
    ("found_within", SIX, F(1, 2), "6 h is within 6 h"),
    ("found_within", NONE, None, "nothing is urgent"),
    ("timely_recall", SIX, (1 + 2 ** (-1 / 3) + 0.5 + 0.25) / 6, HAND),
    ("timely_recall(reading='trec_ts')", SIX, TREC, "TREC Temporal Summarization, 1 - (2/pi) atan(l / 6 h)"),
    ("timely_recall", AT_ONCE, F(2, 3), "all at once: recall"),
    ("timely_recall(reading='trec_ts')", AT_ONCE, F(2, 3), "all at once: recall"),
    ("timely_recall", NONE, None, "nothing is urgent"),
    ("first_find_delay(horizon=6.0)", FOUR_FACTS, F(11, 4), FACTS),
    ("first_find_delay", NONE, None, "no fact has an urgent item"),
    ("first_find_median", FOUR_FACTS, F(5, 2), FACTS),
    ("first_find_median", Delays.of([0, inf, inf]), None, "most are never found"),
    ("first_find_within(hours=3.0)", FOUR_FACTS, F(1, 2), FACTS),
    ("first_find_within(hours=4.0)", FOUR_FACTS, F(3, 4), "4 h is within 4 h"),
    ("first_find_within", NONE, None, "no fact has an urgent item"),
    ("found_ever", FOUR_FACTS, F(3, 4), FACTS),
    ("found_ever", NONE, None, "no fact has an urgent item"),
)
