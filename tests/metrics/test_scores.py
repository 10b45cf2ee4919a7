"""Metrics of scores against scikit-learn, brute force and their own laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn import metrics as sklearn

import mercalli
from mercalli.metrics.catalogue import SCORES
from mercalli.stats.scores import ScoreTable

LAW = settings(deadline=None, max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
OPTIONS = {"max_fpr": 0.3, "min_precision": 0.6, "min_recall": 0.7, "threshold": 0.4, "k": 3}


def score_metrics():
    listed = [metric for metric in mercalli.catalogue().values() if metric.needs == SCORES]
    return [metric.having({name: OPTIONS[name] for name in metric.needs_options}) for metric in listed]


def rows_of(seed, size=40, steps=10):
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.4
    positive[:2] = [True, False]
    return np.round(np.clip(rng.normal(0.4 + 0.2 * positive, 0.2), 0, 1) * steps) / steps, positive


@st.composite
def rows(draw):
    """Scores with many ties, of both classes."""
    return rows_of(draw(st.integers(0, 10_000)), draw(st.integers(4, 40)), draw(st.sampled_from([2, 7, 1000])))


def value(name, score, positive, weight=None):
    return float(mercalli.parse(name)(ScoreTable.of(score, positive, weight)))


ORACLES = {
    "roc_auc": sklearn.roc_auc_score,
    "average_precision": sklearn.average_precision_score,
    "brier": sklearn.brier_score_loss,
    "log_loss": sklearn.log_loss,
    "partial_auc(max_fpr=0.3)": lambda y, s, **w: sklearn.roc_auc_score(y, s, max_fpr=0.3, **w),
}


@pytest.mark.parametrize("name", ORACLES)
@pytest.mark.parametrize("seed", range(20))
def test_scikit_learn_agrees(name, seed):
    score, positive = rows_of(seed)
    assert value(name, score, positive) == pytest.approx(ORACLES[name](positive, score), abs=1e-12)


@pytest.mark.parametrize("name", ORACLES)
def test_scikit_learn_agrees_on_weights(name):
    score, positive = rows_of(5)
    weight = np.random.default_rng(5).uniform(0.1, 3, len(score))
    expected = ORACLES[name](positive, score, sample_weight=weight)
    assert value(name, score, positive, weight) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_the_trapezoid_is_the_area_that_scikit_learn_draws(seed):
    score, positive = rows_of(seed)
    precision, recall, _ = sklearn.precision_recall_curve(positive, score)
    assert value("pr_area_trapezoid", score, positive) == pytest.approx(sklearn.auc(recall, precision), abs=1e-12)


@LAW
@given(rows(), st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]))
def test_recall_under_a_cap_is_the_best_of_all_thresholds(found, cap):
    score, positive = found
    points = [(score >= each) for each in np.unique(score)]
    kept = [(alert & positive).sum() / positive.sum() for alert in points if (alert[~positive]).mean() <= cap + 1e-12]
    assert value(f"recall_at_fpr(max_fpr={cap})", score, positive) == pytest.approx(max([0.0, *kept]))


@LAW
@given(rows(), st.sampled_from([0.0, 0.3, 0.5, 0.8, 1.0]))
def test_recall_and_precision_over_a_floor_are_the_best_of_all_thresholds(found, floor):
    score, positive = found
    points = [(score >= each) for each in np.unique(score)]
    pairs = [(positive[alert].mean(), alert[positive].mean()) for alert in points]
    recalls = [recall for precision, recall in pairs if precision >= floor - 1e-12]
    precisions = [precision for precision, recall in pairs if recall >= floor - 1e-12]
    found_recall = value(f"recall_at_precision(min_precision={floor})", score, positive)
    assert found_recall == pytest.approx(max(recalls, default=np.nan), nan_ok=True)
    assert value(f"precision_at_recall(min_recall={floor})", score, positive) == pytest.approx(max(precisions))


@LAW
@given(rows())
def test_every_metric_keeps_to_its_range(found):
    table = ScoreTable.of(*found)
    for metric in score_metrics():
        low, high = metric.facts.range
        assert np.isnan(metric(table)) or low - 1e-12 <= float(metric(table)) <= high + 1e-12


@LAW
@given(rows(), rows())
def test_two_tables_at_once_give_what_each_gives_alone(one, two):
    tables = [ScoreTable.of(*each) for each in (one, two)]
    empty = ScoreTable(tables[0].score[:0], np.zeros(0), np.zeros(0))
    whole = [
        table + ScoreTable(other.score, 0 * other.positive, 0 * other.negative)
        for table, other in zip(tables, tables[::-1], strict=True)
    ]
    both = ScoreTable(
        whole[0].score, *(np.stack([getattr(each, part) for each in whole]) for part in ("positive", "negative"))
    )
    for metric in score_metrics():
        alone = [float(metric(table + empty)) for table in whole]
        assert np.allclose(metric(both), alone, rtol=0, atol=1e-9, equal_nan=True), metric.text


@LAW
@given(rows())
def test_parts_merged_are_the_whole(found):
    score, positive = found
    half = np.arange(len(score)) % 2 == 0
    merged = ScoreTable.of(score[half], positive[half]) + ScoreTable.of(score[~half], positive[~half])
    whole = ScoreTable.of(score, positive)
    for part in ("score", "positive", "negative"):
        np.testing.assert_array_equal(getattr(merged, part), getattr(whole, part))


@LAW
@given(rows())
def test_weights_of_one_and_the_order_of_rows_change_nothing(found):
    score, positive = found
    order = np.random.default_rng(1).permutation(len(score))
    plain = ScoreTable.of(score, positive)
    weighed = ScoreTable.of(score[order], positive[order], np.ones(len(score)))
    for part in ("score", "positive", "negative"):
        np.testing.assert_array_equal(getattr(plain, part), getattr(weighed, part))


def test_perfect_scores_get_the_best_value():
    table = ScoreTable.of(np.array([1.0, 1.0, 1.0, 0.0, 0.0]), np.array([True, True, True, False, False]))
    perfect = {metric.text: float(metric(table)) for metric in score_metrics() if metric.facts.best in (0, 1)}
    best = {metric.text: metric.facts.best for metric in score_metrics() if metric.text in perfect}
    assert perfect == pytest.approx(best, abs=1e-12)


def test_single_precision_scores_are_ranked_as_they_are():
    score, positive = rows_of(3, 400, 1000)
    table = ScoreTable.of(score.astype(np.float32), positive)
    assert float(mercalli.parse("roc_auc")(table)) == pytest.approx(sklearn.roc_auc_score(positive, score))
