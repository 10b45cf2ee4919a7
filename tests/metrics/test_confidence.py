"""Metrics of confidence beside those of others, and their laws."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss, log_loss

import mercalli
from mercalli.stats.confidence import ConfidenceTable


def rows(seed, classes=4, n=200):
    """Probabilities and true classes that have something to do with each other."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    leaning = rng.normal(0, 1, (n, classes)) + 1.5 * np.eye(classes)[truth]
    probabilities = np.exp(leaning) / np.exp(leaning).sum(axis=1, keepdims=True)
    return probabilities, truth


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_brier_over_all_classes_is_that_of_scikit_learn(seed, classes):
    probabilities, truth = rows(seed, classes)
    found = mercalli.parse("multiclass_brier")(ConfidenceTable.of(probabilities, truth))
    theirs = brier_score_loss(truth, probabilities, labels=range(classes), scale_by_half=False)
    assert float(found) == pytest.approx(theirs, rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_log_loss_over_all_classes_is_that_of_scikit_learn(seed):
    probabilities, truth = rows(seed)
    found = mercalli.parse("multiclass_log_loss")(ConfidenceTable.of(probabilities, truth))
    assert float(found) == pytest.approx(log_loss(truth, probabilities), rel=1e-12)


def test_with_two_classes_brier_is_twice_that_of_one():
    probabilities, truth = rows(0, classes=2)
    found = mercalli.parse("multiclass_brier")(ConfidenceTable.of(probabilities, truth))
    assert float(found) == pytest.approx(2 * brier_score_loss(truth, probabilities[:, 1]), rel=1e-12)


def test_the_risk_coverage_area_is_the_mean_error_rate_of_the_surest():
    probabilities, truth = rows(1, n=20_000)
    wrong = (probabilities.argmax(axis=1) != truth)[np.argsort(-probabilities.max(axis=1))]
    by_hand = np.mean(np.cumsum(wrong) / np.arange(1, len(wrong) + 1))
    found = mercalli.parse("aurc")(ConfidenceTable.of(probabilities, truth))
    assert float(found) == pytest.approx(by_hand, abs=1e-3)


def test_two_tables_at_once_give_what_each_gives_alone():
    one, two = ConfidenceTable.of(*rows(2)), ConfidenceTable.of(*rows(3))
    scores = np.linspace(1, 0, 5)
    rng = np.random.default_rng(0)
    right, wrong = rng.integers(0, 9, (2, 2, 5)).astype(float)
    for metric in ("mean_confidence", "overconfidence", "risk_coverage_area"):
        alone = [
            mercalli.parse(metric)(ConfidenceTable(scores, r, w, one.squared, two.surprise))
            for r, w in zip(right, wrong, strict=True)
        ]
        both = mercalli.parse(metric)(ConfidenceTable(scores, right, wrong, one.squared, two.surprise))
        assert both == pytest.approx(np.array(alone), rel=1e-12)
