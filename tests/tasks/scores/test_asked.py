"""Systems by what was asked for, bounds that are missed on held-out cases, and what a verdict must not say."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.tasks.scores.threshold.standing import ordered
from tests.tasks.scores.test_paired import rows


def decided(data, **more):
    return mercalli.threshold(data, **{"truth": "truth", "score": ["poor", "good"], "replicates": 100, **more})


def said(result):
    return " ".join(line.text for line in result.verdict.lines)


def test_held_out_worth_hardly_depends_on_the_seed():
    data = rows(600)
    found = [decided(data, score="good", value_tp=10, cost_fp=4, seed=seed, replicates=0) for seed in range(6)]
    worths = [each.systems[0].decision.cross_fitted.worth.value for each in found]
    assert found[0].systems[0].decision.splits == 16
    assert np.std(worths) < 0.03


def test_two_equal_scores_are_told_apart_no_more_often_than_chance_allows():
    rng, shown = np.random.default_rng(3), 0
    for _ in range(25):
        positive = rng.random(200) < 0.3
        shared = rng.normal(0, 0.7, 200)
        scores = {name: positive + shared + rng.normal(0, 0.7, 200) for name in ("poor", "good")}
        result = decided({"truth": positive.astype(int), **scores}, value_tp=3, cost_fp=1, metrics="roc_auc")
        shown += result.comparison.pairs[0].differences[0].better is not None
    assert shown <= 4


@pytest.mark.parametrize(("wish", "metric"), [({"max_fpr": 0.1}, "recall"), ({"min_recall": 0.8}, "precision")])
def test_under_a_bound_systems_are_ordered_and_tested_by_what_was_asked_for(wish, metric):
    result = decided(rows(gap=0.3), **wish)
    values = [each.decision.cross_fitted.measure(metric).value for each in ordered(result)]
    assert values == sorted(values, reverse=True)
    assert metric in [each.metric for each in result.comparison.pairs[0].differences]
    assert f"{metric} (" in said(result)


def test_a_bound_that_few_rows_decide_leads_with_a_warning():
    rng = np.random.default_rng(1)
    truth = rng.random(400) < 0.3
    score = rng.normal(0.6 * truth, 1)
    score[np.argsort(-score)[:4]] += 1
    truth[np.argsort(-score)[:4]] = True
    first = decided({"truth": truth.astype(int), "score": score}, score="score", min_precision=0.95).verdict.lines[0]
    assert first.warns
    assert first.text.startswith("Only ")


def test_a_missed_bound_is_never_rounded_to_a_met_one():
    result = decided(rows(), score="good", min_recall=0.9)
    recall = result.systems[0].decision.cross_fitted.measure("recall").value
    assert (result.verdict.lines[0].warns and "where at least 0.9 is wanted" in said(result)) == (recall < 0.9)


def test_where_acting_on_everything_is_best_the_verdict_says_so():
    first = decided(rows(), score="poor", value_tp=1000, cost_fp=1).verdict.lines[0].text
    assert first.startswith("Act on everything")


def test_a_score_that_is_upside_down_is_named():
    data = rows(gap=0.5)
    first = decided({**data, "good": -data["good"]}, score="good").verdict.lines[0]
    assert first.warns
    assert first.text.startswith("good is upside down")


def test_thresholds_below_that_only_add_false_alarms_are_not_as_good():
    data = {"truth": [1, 1, 0, 0, 0] * 20, "score": [0.9, 0.8, 0.3, 0.2, 0.1] * 20}
    decision = decided(data, score="score", capacity=1000).systems[0].decision
    assert (decision.threshold, decision.above) == (0.8, 0.3)
    assert "more than all 100 cases" in said(decided(data, score="score", capacity=1000))
