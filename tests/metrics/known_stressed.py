"""Answers under stress worked out by hand: metric, statistic, value, source."""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 - as beside it

from mercalli.stats.stressed import Stressed

CLASSES = ("urgent", "other")
# 100 touched items, truth by clean answer by stressed answer: 40 urgent ones, 60 others.
HUNDRED = Stressed.of([[[24, 6], [2, 8]], [[5, 3], [4, 48]]], CLASSES, urgent=["urgent"], weights=[5, 1])
NOTHING = Stressed.of([[[0, 0], [0, 0]], [[0, 0], [0, 0]]], CLASSES, urgent=["urgent"])
NEVER_RIGHT = Stressed.of([[[0, 0], [2, 8]], [[5, 3], [0, 0]]], CLASSES, urgent=["urgent"])
HAND = "100 touched items, by hand"

KNOWN_STRESSED = (
    ("flips", HUNDRED, F(15, 100), HAND),
    ("broken", HUNDRED, F(10, 100), HAND),
    ("mended", HUNDRED, F(5, 100), HAND),
    ("survives", HUNDRED, F(72, 100), HAND),
    ("urgent_lost", HUNDRED, F(6, 30), HAND),
    ("weight_lost", HUNDRED, F(34, 202), HAND),
    *((name, NOTHING, None, "no item was touched") for name in ("flips", "broken", "mended", "survives")),
    ("urgent_lost", NEVER_RIGHT, None, "no urgent item was found before"),
    ("weight_lost", NEVER_RIGHT, None, "nothing was right before"),
)
