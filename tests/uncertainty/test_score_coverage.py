"""Do intervals of scores hold the true value as often as they claim? Simulations with fixed generators."""

import numpy as np
import pytest

import mercalli
from mercalli.inputs.labels import Policy
from mercalli.metrics.scores.expected_calibration_error import expected_calibration_error
from mercalli.plan.roles import table_roles
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.data import scores_of
from mercalli.tasks.scores.rank.estimate import ranks_of, top_k
from mercalli.uncertainty.delong import separated

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
    measure = mercalli.threshold(truth=[1] * 20 + [0] * 300, score=np.arange(320)[::-1]).systems[0].measure("roc_auc")
    assert (measure.value, measure.high, measure.method) == (1.0, 1.0, "exact pairs")
    assert 0.83 < measure.low < 0.84


def test_the_bound_of_separated_scores_holds():
    # With an area of .9 between two normals, how often are ten of each kind separated and the bound above .9?
    rng = np.random.default_rng(5)
    shift = np.sqrt(2) * 1.2816
    apart = [(rng.normal(shift, 1, 10).min() > rng.normal(0, 1, 10).max()) for _ in range(4000)]
    assert separated(10, 1.0, 0.95)[0] < 0.9 or np.mean(apart) <= 0.025


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
