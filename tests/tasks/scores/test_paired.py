"""Which score is better: paired differences against rows drawn and exchanged one by one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t
from sklearn.metrics import average_precision_score, roc_auc_score

import mercalli
from mercalli.estimates.settings import Settings
from mercalli.metrics.catalogue import parse
from mercalli.tasks.scores import paired
from mercalli.tasks.scores.joint import places
from mercalli.tasks.scores.threshold.tested import step_edges

SIZE = 300


def rows(size=SIZE, seed=0, gap=0.15):
    """Two scores for the same rows; the second knows more, on a scale of its own."""
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.35
    shared = rng.normal(0, 1, size)
    poor = np.round(shared + rng.normal(0, 1, size) + positive, 2)
    good = np.round(np.exp(shared + rng.normal(0, 1, size) + (1 + 5 * gap) * positive), 2)
    unit = rng.integers(0, 12, size)
    return {"truth": positive.astype(int), "poor": poor, "good": good, "unit": unit, "amount": rng.gamma(2, 50, size)}


def decided(data, **more):
    return mercalli.threshold(data, truth="truth", score=["poor", "good"], **more)


def difference(result, metric):
    (pair,) = result.comparison.pairs
    return pair.difference(metric)


@pytest.mark.parametrize(
    ("metric", "oracle"), [("roc_auc", roc_auc_score), ("average_precision", average_precision_score)]
)
def test_a_difference_is_that_of_scikit_learn_and_its_interval_that_of_rows_drawn_again(metric, oracle):
    data = rows()
    found = difference(decided(data), metric)
    rng, drawn = np.random.default_rng(1), []
    for _ in range(1000):
        at = rng.integers(0, SIZE, SIZE)
        truth = data["truth"][at]
        drawn.append(oracle(truth, data["poor"][at]) - oracle(truth, data["good"][at]))
    assert found.difference == pytest.approx(oracle(data["truth"], data["poor"]) - oracle(data["truth"], data["good"]))
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])), abs=0.015)


def test_a_p_value_is_that_of_exchanging_ranks_row_by_row():
    data = rows(seed=3, gap=0.05)
    ranks = [-places(data[name], np.ones(SIZE)) for name in ("poor", "good")]
    observed = abs(roc_auc_score(data["truth"], ranks[0]) - roc_auc_score(data["truth"], ranks[1]))
    rng, larger = np.random.default_rng(2), 0
    for _ in range(1000):
        heads = rng.random(SIZE) < 0.5
        one, two = np.where(heads, ranks[1], ranks[0]), np.where(heads, ranks[0], ranks[1])
        larger += abs(roc_auc_score(data["truth"], one) - roc_auc_score(data["truth"], two)) >= observed
    assert difference(decided(data), "roc_auc").p == pytest.approx((larger + 1) / 1001, abs=0.04)


def test_the_difference_of_brier_scores_has_the_interval_of_a_mean_of_squares():
    data = rows()
    data["good"] = data["good"] / data["good"].max()
    data["poor"] = (data["poor"] - data["poor"].min()) / np.ptp(data["poor"])
    found = difference(decided(data, metrics="brier"), "brier")
    squares = (data["poor"] - data["truth"]) ** 2 - (data["good"] - data["truth"]) ** 2
    half = 1.96 * squares.std() / np.sqrt(SIZE)
    assert found.difference == pytest.approx(squares.mean())
    assert (found.low, found.high) == pytest.approx((squares.mean() - half, squares.mean() + half), abs=0.004)


def test_worth_is_compared_by_what_each_held_out_case_is_worth():
    data, prices = rows(), {"value_tp": 10, "cost_fp": 4}
    result = decided(data, **prices)
    metric = result["good"].decision.cross_fitted.worth.metric
    found = difference(result, metric)
    values = [result[name].decision.cross_fitted.worth.value for name in ("poor", "good")]
    assert (found.first, found.second) == pytest.approx(tuple(values))
    assert found.low < found.difference < found.high


@pytest.mark.parametrize(("units", "tested"), [(4, False), (12, True)])
def test_over_few_units_one_is_left_out_at_a_time_and_below_six_there_is_no_p_value(units, tested):
    data = rows()
    data["unit"] = data["unit"] % units
    found = difference(decided(data, unit="unit"), "roc_auc")
    without = np.array(
        [
            roc_auc_score(data["truth"][rest], data["poor"][rest])
            - roc_auc_score(data["truth"][rest], data["good"][rest])
            for rest in (data["unit"] != each for each in range(units))
        ]
    )
    error = np.sqrt((units - 1) / units * ((without - without.mean()) ** 2).sum())
    assert found.method == "t over units left out in turn"
    assert (found.high - found.low) / 2 == pytest.approx(t.ppf(0.975, units - 1) * error, rel=1e-6)
    assert (found.p is not None) == tested


@pytest.mark.parametrize("limit", [1, 64, 2**18])
def test_sums_are_the_same_in_however_small_pieces_they_are_made(limit, monkeypatch):
    monkeypatch.setattr(paired, "WITHOUT_THREADS", limit)
    rng = np.random.default_rng(0)
    times, part = rng.integers(0, 4, (7, 10)).astype(float), rng.integers(0, 9, (10, 6)).astype(float)
    blocks = np.array([0, 1, 2, 0, 1, 2, 0, 1, 2, 0])
    sums = paired.Sums((), {}, {"a": part}, lambda added: added, blocks)
    expected = [times[:, blocks == block] @ part[blocks == block] for block in range(3)]
    np.testing.assert_array_equal(sums.added(times, part), expected)


def test_the_order_of_rows_changes_no_difference():
    data = rows()
    order = np.random.default_rng(5).permutation(SIZE)
    one, two = (decided(each, value_tp=3, cost_fp=1) for each in (data, {k: v[order] for k, v in data.items()}))
    assert one.comparison == two.comparison


def test_a_score_does_not_differ_from_itself():
    data = rows()
    data["good"] = data["poor"] * 3 + 1
    result = decided(data, value_tp=3, cost_fp=1)
    assert [difference(result, metric).p for metric in ("roc_auc", "average_precision")] == [1.0, 1.0]
    assert all(len(ranking.groups) == 1 for ranking in result.comparison.rankings)


@pytest.mark.parametrize("more", [{"replicates": 0}, {"bins": 16}, {"score": "good"}])
def test_nothing_is_compared_where_nothing_can_be(more):
    wish = {"truth": "truth", "score": ["poor", "good"], **more}
    assert mercalli.threshold(rows(), **wish).comparison is None


def test_precision_of_the_first_k_is_compared_on_rows_drawn_again():
    data = rows()
    result = mercalli.rank(data, truth="truth", score=["poor", "good"], k=60)
    found = result.comparison.pairs[0].difference("precision_at_k(k=60)")
    rng, drawn = np.random.default_rng(1), []
    for _ in range(1000):
        at = rng.integers(0, SIZE, SIZE)
        best = [np.argsort(-data[name][at], kind="stable")[:60] for name in ("poor", "good")]
        drawn.append(data["truth"][at][best[0]].mean() - data["truth"][at][best[1]].mean())
    tops = [result[name].top(60).measure("precision_at_k").value for name in ("poor", "good")]
    assert found.difference == pytest.approx(tops[0] - tops[1])
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])), abs=0.03)


def test_lists_are_compared_list_by_list():
    data = rows()
    result = mercalli.rank(data, truth="truth", score=["poor", "good"], k=3, group="unit")
    found = result.comparison.pairs[0].difference("precision_at_k(k=3)")
    each = []
    for unit in range(12):
        (inside,) = np.nonzero(data["unit"] == unit)
        first = [inside[np.argsort(-data[name][inside], kind="stable")[:3]] for name in ("poor", "good")]
        each.append(data["truth"][first[0]].mean() - data["truth"][first[1]].mean())
    half = t.ppf(0.975, 11) * np.std(each, ddof=1) / np.sqrt(12)
    assert result.comparison.units == 12
    assert found.difference == pytest.approx(np.mean(each))
    assert (found.high - found.low) / 2 == pytest.approx(half)


def test_steps_of_places_are_as_fine_where_nearly_everything_is_acted_on_as_where_nearly_nothing_is():
    """A miss that costs much puts thresholds among the lowest scores."""
    edges = step_edges(30_000)
    assert edges == pytest.approx(1 - edges[::-1])
    assert edges[-1] > 1 - 3 / 10_000


def test_replicates_that_tell_nothing_apart_give_no_interval():
    """All groups are alike, so every replicate is; but the values reported differ."""
    parts = {"one": np.full((40, 2), 1.0), "two": np.full((40, 2), 1.0)}
    sums = paired.Sums.of_mean(parse("brier"), {"one": 0.3, "two": 0.2}, parts)
    (pair,) = paired.comparison([sums], ["one", "two"], 40, None, Settings(0.95, 200, "auto", 0)).pairs
    (found,) = pair.differences
    assert (found.difference, found.low, found.high) == (pytest.approx(0.1), None, None)
