"""Do intervals of scores hold the true value as often as they claim? Simulations with fixed generators."""

from statistics import NormalDist

import numpy as np
import pytest

import mercalli
from mercalli.estimates.settings import Settings
from mercalli.inputs.labels import Policy
from mercalli.metrics.scores.average_precision import average_precision
from mercalli.metrics.scores.expected_calibration_error import expected_calibration_error
from mercalli.metrics.scores.roc_auc import roc_auc
from mercalli.plan.roles import table_roles
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.data import scores_of
from mercalli.tasks.scores.estimate import score_measures, table_of
from mercalli.tasks.scores.rank.estimate import ranks_of, top_k
from mercalli.uncertainty.delong import auc_interval, delong

SIMULATIONS = 250
# The chance that an item of a score is positive: nearly always at the top, falling slowly, only at the very top.
CHANCES = {
    "nearly all": lambda score: 0.97 * score**0.05,
    "falling": lambda score: 0.1 + 0.8 * score**3,
    "rare": lambda score: 0.6 * score**20,
}


def drawn(rng, chance, rows=500):
    """Scores and whether they are positive."""
    score = rng.random(rows)
    return score, (rng.random(rows) < chance(score)).astype(int)


def among_first(chance, k):
    """Mean precision and recall among the first K over many samples."""
    rng = np.random.default_rng(7)
    samples = (drawn(rng, chance) for _ in range(4000))
    found = [(truth[np.argsort(-score)[:k]].sum(), truth.sum()) for score, truth in samples]
    return np.mean([hits / k for hits, _ in found]), np.mean([hits / total for hits, total in found])


def first_k(score, truth, k, seed):
    """The first K with intervals, without the curve, which would take most of the time."""
    wired = table_roles(None, truth=truth, pred=score)
    ranks = ranks_of(scores_of(wired, "pred", "1", Policy()), None, "the arrays")
    values, _ = ranks.drawn([k], (), 60, np.random.default_rng(seed))
    return top_k(ranks, k, len(score), values[:, 0], 0.95)


@pytest.mark.parametrize("k", [10, 50])
@pytest.mark.parametrize("kind", CHANCES)
def test_intervals_of_the_first_k_hold_the_truth_as_often_as_they_claim(kind, k):
    rng, held = np.random.default_rng(3), []
    precision, recall = among_first(CHANCES[kind], k)
    expected = {"precision_at_k": precision, "recall_at_k": recall}
    for seed in range(SIMULATIONS):
        score, truth = drawn(rng, CHANCES[kind])
        measures = {name: first_k(score, truth, k, seed).measure(name) for name in expected}
        held.append([measures[name].low <= value <= measures[name].high for name, value in expected.items()])
    assert np.mean(held, axis=0).min() >= 0.92


def test_ten_positives_among_the_first_ten_are_no_certainty():
    truth, score = [1] * 10 + [0] * 90, np.arange(100)[::-1]
    precision, recall, _, lift = mercalli.rank(truth=truth, score=score, k=10).systems[0].top(10).measures
    assert (round(precision.low, 4), precision.high, precision.method) == (0.7225, 1.0, "wilson")
    assert (recall.low < 0.8, recall.high, recall.method) == (True, 1.0, "wilson of both parts")
    assert (lift.low, lift.high) == (pytest.approx(10 * recall.low), pytest.approx(10 * recall.high))


def test_the_recall_of_everything_is_certain():
    everything = mercalli.rank(truth=[1, 0, 1, 0], score=[4, 3, 2, 1], k=4).systems[0].top(4).measure("recall_at_k")
    assert (everything.low, everything.high) == (1.0, 1.0)


def test_scores_that_separate_the_classes_are_no_certainty():
    system = mercalli.threshold(truth=[1] * 20 + [0] * 300, score=np.arange(320)[::-1]).systems[0]
    area = system.measure("roc_auc")
    assert (area.value, round(area.low, 3), area.high, area.method) == (1.0, 0.948, 1.0, "delong or newcombe")
    for metric in ("average_precision", "ks"):
        measure = system.measure(metric)
        assert (round(measure.low, 3), measure.high) == (0.839, 1.0)


def test_one_positive_row_gives_an_area_without_interval_and_a_note():
    system = mercalli.threshold(truth=[1] + [0] * 50, score=np.arange(51)[::-1]).systems[0]
    assert (system.measure("roc_auc").value, system.measure("roc_auc").low) == (1.0, None)
    assert any("one positive does not show how positives vary" in note for note in system.notes)


# True area, rows, positives: as in a table of measured failures of DeLong's plain interval.
AREAS = [(0.961, 300, 30), (0.961, 300, 15), (0.921, 300, 30), (0.76, 300, 15), (0.76, 300, 90), (0.988, 300, 30)]


@pytest.mark.parametrize("spread", [1.0, 2.0])
@pytest.mark.parametrize(("area", "rows", "positives"), AREAS)
def test_intervals_of_the_roc_auc_hold_near_its_end(area, rows, positives, spread):
    rng, held = np.random.default_rng(41), []
    shift, positive = NormalDist().inv_cdf(area) * np.hypot(1, spread), np.arange(rows) < positives
    for _ in range(400):
        score = rng.normal(0, 1, rows)
        score[positive] = shift + spread * score[positive]
        table = ScoreTable.of(score, positive)
        low, high, _ = auc_interval(float(roc_auc(table)), float(delong(table)), positives, rows - positives, 0.95)
        held.append(low <= area <= high)
    assert np.mean(held) >= 0.93


def measured(positive, score, metric, settings):
    """One metric of scores, without all else that `threshold` looks at."""
    scores = scores_of(table_roles(None, truth=positive.astype(int), pred=score), "pred", "1", Policy())
    return score_measures(scores, table_of(scores), [mercalli.parse(metric)], settings, "test")[0]


def test_intervals_of_average_precision_hold_near_its_end():
    rng, held = np.random.default_rng(43), []
    positive, shift = np.arange(300) < 30, 2.5
    big = np.concatenate([rng.normal(shift, 1, 100_000), rng.normal(0, 1, 900_000)])
    truth = float(average_precision(ScoreTable.of(big, np.arange(1_000_000) < 100_000)))
    for seed in range(SIMULATIONS):
        score = rng.normal(0, 1, 300) + shift * positive
        measure = measured(positive, score, "average_precision", Settings(replicates=100, seed=seed))
        held.append(measure.low <= truth <= measure.high)
    assert np.mean(held) >= 0.93


@pytest.mark.parametrize("shift", [0.0, 0.03])
def test_replicates_of_calibration_errors_hold_the_truth_too_seldom_to_be_told(shift):
    rng, held = np.random.default_rng(11), []
    for _ in range(60):
        score = rng.uniform(0.1, 0.9, 1000)
        truth = rng.random(1000) < score + shift
        table = ScoreTable.of(score, truth)
        rows = np.concatenate([table.positive, table.negative])
        replicates = rng.multinomial(1000, rows / 1000, size=100).astype(float).reshape(100, 2, -1)
        values = expected_calibration_error(ScoreTable(table.score, replicates[:, 0], replicates[:, 1]))
        low, high = np.quantile(values, [0.025, 0.975])
        held.append(low <= shift <= high)
    assert np.mean(held) < 0.7


def test_calibration_errors_have_no_interval_and_a_result_says_why():
    rng = np.random.default_rng(1)
    score = rng.random(400)
    system = mercalli.threshold(truth=(rng.random(400) < score).astype(int), score=score, replicates=100).systems[0]
    for metric in ("expected_calibration_error", "brier_calibration"):
        measure = system.measure(metric)
        assert (measure.value > 0, measure.low, measure.high, measure.method) == (True, None, None, None)
    assert sum("No interval of brier_calibration and expected_calibration_error" in note for note in system.notes) == 1
    assert system.measure("brier_refinement").method == "reflected percentile"
