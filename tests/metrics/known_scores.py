"""Numbers of score metrics worked out by hand, as in known_values."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from mercalli.stats.scores import ScoreTable

F = Fraction

# Four items, best first: a positive, a negative, a positive, a negative.
FOUR = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
# A positive and a negative share the top score; a negative and a positive follow.
TIED = ScoreTable.of(np.array([0.5, 0.5, 0.25, 0.0]), np.array([True, False, False, True]))
# A constant score at a prevalence of 21 in 200, from the facts on why trapezoids flatter.
CONSTANT = ScoreTable(np.array([0.105]), np.array([21.0]), np.array([179.0]))
NOTHING = ScoreTable(np.array([0.5]), np.array([0.0]), np.array([0.0]))
ONLY_NEGATIVES = ScoreTable(np.array([0.5]), np.array([0.0]), np.array([3.0]))
OUTSIDE = ScoreTable.of(np.array([2.0, -1.0]), np.array([True, False]))
BY_HAND, EMPTY, NONE = "worked out by hand", "there are no rows", "there are no positives"

# Each: the metric, the table, what comes out, and where that is from.
KNOWN_SCORES = (
    ("roc_auc", FOUR, F(3, 4), BY_HAND),
    ("roc_auc", TIED, F(3, 8), BY_HAND),
    ("roc_auc", CONSTANT, F(1, 2), "a constant score"),
    ("roc_auc", ONLY_NEGATIVES, None, NONE),
    ("average_precision", FOUR, F(5, 6), BY_HAND),
    ("average_precision", CONSTANT, F(105, 1000), "a constant score gets the prevalence"),
    ("average_precision", ONLY_NEGATIVES, None, NONE),
    ("pr_area_trapezoid", FOUR, F(1, 2) + F(1, 2) * F(7, 12), BY_HAND),
    ("pr_area_trapezoid", CONSTANT, F(5525, 10000), "a constant score is flattered"),
    ("pr_area_trapezoid", ONLY_NEGATIVES, None, NONE),
    ("ks", FOUR, F(1, 2), BY_HAND),
    ("ks", CONSTANT, F(0), "a constant score"),
    ("ks", ONLY_NEGATIVES, None, NONE),
    ("brier", FOUR, F(75, 400), BY_HAND),
    ("brier", OUTSIDE, None, "scores that are no probabilities"),
    ("log_loss", ScoreTable.of(np.array([0.5]), np.array([True])), float(np.log(2)), "the logarithm of 2"),
    ("log_loss", OUTSIDE, None, "scores that are no probabilities"),
    ("brier_refinement", FOUR, F(1, 8), "the middle two share one half"),
    ("brier_refinement", NOTHING, None, EMPTY),
    ("brier_calibration", FOUR, F(75, 400) - F(1, 8), "the middle two share one half"),
    ("brier_calibration", OUTSIDE, None, "scores that are no probabilities"),
    ("expected_calibration_error", FOUR, F(1, 4) * (F(1, 10) + F(8, 10) + F(3, 10) + F(1, 10)), "a bin for each"),
    ("expected_calibration_error(bins=1)", FOUR, F(625, 1000) - F(1, 2), "one bin"),
    ("expected_calibration_error(bins=2, cut='mass')", FOUR, F(1, 2) * (F(35, 100) + F(1, 10)), "two bins of two"),
    ("expected_calibration_error(bins=1, norm=2)", FOUR, F(625, 1000) - F(1, 2), "one bin has one gap"),
    ("expected_calibration_error", OUTSIDE, None, "scores that are no probabilities"),
    ("partial_auc(max_fpr=0.5)", FOUR, F(2, 3), "half the positives before the first negative"),
    ("partial_auc(max_fpr=1)", FOUR, F(3, 4), "the whole area"),
    ("partial_auc(max_fpr=0.5)", ONLY_NEGATIVES, None, NONE),
    ("recall_at_fpr(max_fpr=0)", FOUR, F(1, 2), BY_HAND),
    ("recall_at_fpr(max_fpr=0.5)", FOUR, F(1), "the cap is inclusive"),
    ("recall_at_fpr(max_fpr=0.4)", TIED, F(0), "nothing can be alerted"),
    ("recall_at_fpr(max_fpr=0.5)", ONLY_NEGATIVES, None, NONE),
    ("recall_at_precision(min_precision=0.6)", FOUR, F(1), BY_HAND),
    ("recall_at_precision(min_precision=0.9)", FOUR, F(1, 2), BY_HAND),
    ("recall_at_precision(min_precision=0.9)", TIED, None, "no threshold is that precise"),
    ("precision_at_recall(min_recall=0.6)", FOUR, F(2, 3), BY_HAND),
    ("precision_at_recall(min_recall=0.5)", FOUR, F(1), BY_HAND),
    ("precision_at_recall(min_recall=0.5)", ONLY_NEGATIVES, None, NONE),
    ("net_benefit(threshold=0.5)", FOUR, F(1, 4), BY_HAND),
    ("net_benefit(threshold=0.75)", FOUR, F(1, 4) - F(3, 4), BY_HAND),
    ("net_benefit(threshold=0.5)", NOTHING, None, EMPTY),
)
