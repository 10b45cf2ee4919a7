"""Numbers of confidence metrics worked out by hand, as in known_values."""

from __future__ import annotations

from fractions import Fraction
from math import log

import numpy as np

from mercalli.stats.confidence import ConfidenceTable

F = Fraction

# Two items of two classes: sure and right, less sure and wrong.
TWO = ConfidenceTable.of(np.array([[0.8, 0.2], [0.6, 0.4]]), np.array([0, 1]))
# Four items that are equally sure, one of them wrong.
ALIKE = ConfidenceTable(np.array([0.75]), np.array([3.0]), np.array([1.0]), np.array(1.5), np.array(2.0))
NOTHING = ConfidenceTable(np.array([0.5]), np.zeros(1), np.zeros(1), np.array(0.0), np.array(0.0))
BY_HAND, EMPTY = "worked out by hand", "there are no rows"

KNOWN_CONFIDENCE = (
    ("mean_confidence", TWO, F(7, 10), BY_HAND),
    ("mean_confidence", NOTHING, None, EMPTY),
    ("overconfidence", TWO, F(2, 10), BY_HAND),
    ("overconfidence", ALIKE, F(0), "as sure as right"),
    ("overconfidence", NOTHING, None, EMPTY),
    ("risk_coverage_area", TWO, F(1, 2) - log(2) / 2, "the integral of 1 - 1/x over the second half"),
    ("risk_coverage_area", ALIKE, F(1, 4), "in any order the error rate is the same"),
    ("risk_coverage_area", NOTHING, None, EMPTY),
    ("multiclass_brier", TWO, F(1, 2) * (F(8, 100) + F(72, 100)), BY_HAND),
    ("multiclass_brier", NOTHING, None, EMPTY),
    ("multiclass_log_loss", TWO, -(log(0.8) + log(0.4)) / 2, BY_HAND),
    ("multiclass_log_loss", NOTHING, None, EMPTY),
)
