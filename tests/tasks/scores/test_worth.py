"""Values that each case has of its own, against sums by hand, and what the verdict says of doing nothing."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from tests.tasks.scores.test_paired import rows


def decided(data, **more):
    return mercalli.threshold(data, **{"truth": "truth", "score": "good", "replicates": 200, **more})


def worth_by_hand(data, threshold, *, value_tp, cost_fp, cost_fn=0.0, value_tn=0.0):
    positive, acted = data["truth"] == 1, data["good"] >= threshold
    acting, leaving = np.where(positive, value_tp, -cost_fp), np.where(positive, -cost_fn, value_tn)
    return np.where(acted, acting, leaving).sum()


def test_the_threshold_is_the_best_of_all_by_the_sum_over_cases():
    data = rows()
    found = decided(data, value_tp="amount", cost_fp=70).systems[0].decision
    every = {at: worth_by_hand(data, at, value_tp=data["amount"], cost_fp=70) for at in np.unique(data["good"])}
    best = max(every.values())
    assert found.threshold == max(at for at, worth in every.items() if worth == pytest.approx(best))
    assert found.chosen.worth.value * 300 == pytest.approx(best)
    assert found.chosen.worth.low < found.chosen.worth.value < found.chosen.worth.high


def test_all_four_values_may_come_from_columns_and_weights_count():
    data = {**rows(), "weight": np.arange(300) % 3 + 1.0, "cost": np.linspace(1, 60, 300)}
    prices = {"value_tp": "amount", "cost_fp": "cost", "cost_fn": "cost", "value_tn": 2}
    found = decided(data, **prices, weight="weight").systems[0].decision
    acted, weight, positive = data["good"] >= found.threshold, data["weight"], data["truth"] == 1
    each = np.where(acted, np.where(positive, data["amount"], -data["cost"]), np.where(positive, -data["cost"], 2.0))
    assert found.chosen.worth.value == pytest.approx((each * weight).sum() / weight.sum())


def test_a_column_of_equal_values_gives_what_the_number_gives():
    data = {**rows(), "same": np.full(300, 10.0)}
    by_column, by_number = (decided(data, value_tp=value, cost_fp=4).systems[0].decision for value in ("same", 10))
    assert by_column.threshold == by_number.threshold
    assert by_column.chosen.worth.value == pytest.approx(by_number.chosen.worth.value)
    assert by_column.chosen.worth.baselines["act on everything"] == pytest.approx(
        by_number.chosen.worth.baselines["act on everything"]
    )


def test_the_interval_of_a_worth_by_cases_is_that_of_a_mean():
    data = rows()
    found = decided(data, value_tp="amount", cost_fp=70, replicates=2000).systems[0].decision
    acted = data["good"] >= found.threshold
    each = np.where(acted, np.where(data["truth"] == 1, data["amount"], -70.0), 0.0)
    half = 1.96 * each.std() / np.sqrt(300)
    assert found.chosen.worth.high - found.chosen.worth.low == pytest.approx(2 * half, rel=0.08)


def test_over_few_units_a_worth_by_cases_has_an_interval_of_units():
    worth = decided(rows(), value_tp="amount", cost_fp=70, unit="unit").systems[0].decision.cross_fitted.worth
    assert worth.method == "t over units left out in turn, thresholds chosen again"


@pytest.mark.parametrize("prices", [{"value_tp": 10, "cost_fp": 4, "cost_fn": 3, "value_tn": 1}])
def test_acting_on_nothing_and_on_everything_stand_beside_the_worth(prices):
    data = rows()
    worth = decided(data, **prices).systems[0].decision.cross_fitted.worth
    positives = data["truth"].sum()
    assert worth.baselines["act on nothing"] == pytest.approx((300 - positives - 3 * positives) / 300)
    assert worth.baselines["act on everything"] == pytest.approx((10 * positives - 4 * (300 - positives)) / 300)


def test_the_verdict_never_says_to_act_where_doing_nothing_is_worth_more():
    data = rows()
    data["good"] = np.random.default_rng(9).random(300)
    verdict = decided(data, value_tp=1, cost_fp=5, min_recall=0.5).verdict
    assert verdict.lines[0].warns
    assert verdict.lines[0].text.startswith("Within the bounds good is worth less than acting on nothing: on held-out")
    assert "acting on nothing 0" in verdict.lines[0].text
    assert not any(text.startswith(("Act", "By good: act")) for text in verdict.texts("missed", "answer"))


def test_the_verdict_says_which_system_by_how_much_and_from_which_score_on():
    verdict = decided(rows(gap=0.4), score=["poor", "good"], value_tp=10, cost_fp=4, replicates=1000).verdict
    said = " ".join(line.text for line in verdict.lines)
    assert verdict.best == "good"
    assert "good is ahead: worth per 1,000 cases" in said
    assert "better than poor by" in said
    assert "By good: act on everything that scores" in said
    assert "Without any score, acting on nothing is worth 0 per 1,000 cases" in said


def test_two_scores_that_cannot_be_told_apart_are_a_tie():
    data = rows()
    data["poor"] = data["good"] + np.random.default_rng(1).normal(0, 0.01, 300)
    verdict = decided(data, score=["poor", "good"], replicates=1000).verdict
    assert verdict.best is None
    assert "tied in roc_auc: the difference of" in " ".join(verdict.texts("answer"))


def test_few_units_are_called_too_few():
    data = rows()
    data["unit"] = data["unit"] % 4
    answer = " ".join(decided(data, score=["poor", "good"], unit="unit").verdict.texts("answer"))
    assert answer.startswith("4 units are too few to show a difference between systems")


def test_classes_are_no_rivals_and_a_metric_asked_for_has_its_number():
    rng = np.random.default_rng(0)
    data = {"truth": np.array(["a", "b", "c"] * 40), **{name: rng.random(120) for name in "abc"}}
    result = mercalli.threshold(data, truth="truth", score={name: name for name in "abc"}, metrics="brier")
    mean = np.mean([((data[name] - (data["truth"] == name)) ** 2).mean() for name in "abc"])
    assert result.verdict.texts("answer")[0].startswith(f"mean of classes: brier_macro {mean:.3f}")
    assert result.comparison is None


def test_a_screen_shows_doing_nothing_the_four_outcomes_and_accuracy(mercalli, written):
    written("rows.csv", "truth,score,amount\n" + "1,0.9,50\n0,0.2,10\n1,0.6,30\n0,0.7,20\n" * 20)
    said = mercalli("threshold", "rows.csv", "--value-tp", "amount", "--cost-fp", "15").stdout
    for expected in ("act on nothing", "act on everything", "accuracy", "acted on", "left alone", "is '1'"):
        assert expected in said


def test_the_verdict_on_a_ranking_names_k_and_a_random_order():
    verdict = mercalli.rank(rows(gap=0.4), truth="truth", score=["poor", "good"], k="20%").verdict
    said = " ".join(line.text for line in verdict.lines)
    assert "top-20% precision" in said
    assert "A random order gives top-20% precision" in said
    assert "The first 60 (20%) of 300 hold" in said
    assert "good finds" in said
