"""Costs and latencies worked out by hand: metric, statistic, value, source."""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 - as beside it

import numpy as np

from mercalli.stats.expenses import ExpensePair, Expenses
from mercalli.stats.latencies import Latencies

DEAR = Expenses.of(items=200, cost=0.5, tokens=90_000, unread=3, found=10, found_level=12, timed=200, seconds=400)
CHEAP = Expenses.of(items=200, cost=0.25, tokens=30_000, unread=0, found=8, found_level=12, timed=200, seconds=100)
NOTHING_KNOWN = Expenses.of(items=200, unread=0, found=0, found_level=0)
NO_ITEMS = Expenses.of(items=0, unread=0)
HAND = "sums over 200 items, by hand"

TEN = Latencies.of(np.array([0.4, 0.5, 0.5, 0.6, 0.7, 0.8, 0.9, 1.2, 2.0, 6.0]))
LATE = Latencies.of(np.array([0.4, 0.5, 30.0, 30.0]), np.array([False, False, True, True]))
NO_CALLS = Latencies.of(np.zeros(0))
TOY = "ten calls: the 5th and the 10th"

KNOWN_EXPENSES = (
    ("cost_per_1000", DEAR, F(5, 2), HAND),
    ("cost_per_1000", NOTHING_KNOWN, None, "no cost is known"),
    ("cost_per_urgent_found", DEAR, F(1, 20), HAND),
    ("cost_per_urgent_found(found_as='level')", DEAR, F(1, 24), HAND),
    ("cost_per_urgent_found", NOTHING_KNOWN, None, "nothing was found"),
    ("cost_per_more_found", ExpensePair(DEAR, CHEAP), F(1, 8), "a quarter more for two more"),
    ("cost_per_more_found(found_as='level')", ExpensePair(DEAR, CHEAP), None, "both find 12"),
    ("tokens_per_item", DEAR, F(450), HAND),
    ("tokens_per_item", NOTHING_KNOWN, None, "no tokens are known"),
    ("unread_per_1000", DEAR, F(15), HAND),
    ("unread_per_1000", NO_ITEMS, None, "there are no items"),
    ("items_per_hour", DEAR, F(1800), "2 seconds each"),
    ("items_per_hour(concurrency=4)", DEAR, F(7200), "2 seconds each, four side by side"),
    ("items_per_hour", NOTHING_KNOWN, None, "no time is known"),
    ("latency_p50", TEN, 0.7, TOY),
    ("latency_p95", TEN, 6.0, TOY),
    ("latency_p99", TEN, 6.0, TOY),
    ("latency_p50", LATE, 0.5, "two of four calls ended"),
    *((f"latency_p{share}", LATE, None, "above the limit: two of four calls timed out") for share in (95, 99)),
    *((f"latency_p{share}", NO_CALLS, None, "there are no calls") for share in (50, 95, 99)),
)
