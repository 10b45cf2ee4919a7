"""What threshold() gives, sealed, compared and printed."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import SystemNameError
from mercalli.tasks.scores.threshold.words import action, thresholds


def rows(size=400, seed=0):
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.3
    score = np.round(np.clip(rng.normal(0.35 + 0.25 * positive, 0.2), 0, 1), 3)
    return {"truth": np.where(positive, "yes", "no").astype(object), "score": score, "other": rng.random(size)}


def decided(data=None, **wish):
    return mercalli.threshold(data or rows(), **{"truth": "truth", "score": "score", "replicates": 100, **wish})


WISHES = {
    "nothing": {},
    "prices": {"value_tp": 10, "cost_fp": 2},
    "bounds that no threshold keeps": {"min_precision": 0.99, "min_recall": 0.99},
    "slices": {"max_fpr": 0.1, "by": "truth"},
    "bins": {"capacity": 40, "bins": 16},
    "values of cases": {"value_tp": "other", "cost_fp": 0.2},
    "several systems": {"value_tp": 10, "cost_fp": 2, "score": ["score", "other"]},
}


@pytest.mark.parametrize("wish", WISHES)
def test_a_sealed_result_comes_back_as_it_was(wish):
    found = decided(**WISHES[wish])
    assert mercalli.from_json(mercalli.to_json(found)) == found


def test_two_results_differ_where_they_differ():
    changes = mercalli.diff(decided(value_tp=10, cost_fp=1), decided(value_tp=10, cost_fp=5))
    assert "wish.cost_fp" in [change.path for change in changes]
    assert "systems[score].decision.threshold" in [change.path for change in changes]


def test_the_threshold_is_told_in_few_digits_that_change_no_decision():
    data = {"truth": [1, 1, 1, 0, 0, 0] * 10, "score": [0.9, 0.8, 0.5140001, 0.5129999, 0.2, 0.1] * 10}
    decision = decided(data, value_tp=1, cost_fp=1).systems[0].decision
    assert (decision.threshold, thresholds(decision)) == (0.5140001, ("0.514", "0.513"))


def test_thresholds_that_are_close_are_told_in_more_digits():
    data = {"truth": [1, 1, 0, 0] * 10, "score": [0.9, 0.50000002, 0.50000001, 0.1] * 10}
    shown, above = thresholds(decided(data, value_tp=1, cost_fp=1).systems[0].decision)
    assert 0.50000001 <= float(above) < float(shown) <= 0.50000002


def test_the_sentence_says_from_which_score_on_to_act_and_what_that_comes_to_on_held_out_cases():
    found = decided(value_tp=10, cost_fp=2)
    said = action(found.systems[0].decision, found.wish)
    assert said.startswith("Act on everything that scores 0.")
    assert "Per 1,000 held-out cases, thresholds chosen this way give" in said
    assert "positives caught" in said


def test_bounds_that_no_threshold_keeps_lead_the_verdict_and_nothing_says_to_act():
    first, *rest = decided(min_precision=0.99, min_recall=0.99).verdict.lines
    assert first.warns
    assert first.text.startswith("No threshold meets both bounds; the nearest (")
    assert not any(line.text.startswith("Act") for line in rest)


@pytest.mark.parametrize(
    ("wish", "told"), [({"cost_fp": 1}, "Act on nothing."), ({"value_tp": 1, "cost_fn": 1}, "Act on everything")]
)
def test_extremes_are_told_as_such(wish, told):
    assert told in str(decided({"truth": [1, 0] * 20, "score": [0.5] * 40}, **wish))


def test_a_notebook_shows_names_as_text():
    assert "<b>" not in decided({**rows(), "<b>": rows()["score"]}, score="<b>")._repr_html_()


def test_a_system_is_found_by_its_name():
    found = decided(score=["score", "other"])
    assert found["other"].score == "other"
    with pytest.raises(SystemNameError, match="othr"):
        found["othr"]


def test_the_stretches_of_reliability_hold_all_cases_in_order():
    found = decided().systems[0].reliability
    assert sum(found.total) == 400
    assert list(found.observed) == sorted(found.observed, reverse=True)


def test_scores_that_are_no_probabilities_have_no_reliability():
    data = rows()
    assert decided({**data, "score": data["score"] * 3}).systems[0].reliability is None


def test_the_order_of_rows_changes_nothing_about_what_is_held_out():
    data = rows()
    order = np.random.default_rng(5).permutation(len(data["score"]))
    one, two = (decided(each, value_tp=10, cost_fp=2) for each in (data, {k: v[order] for k, v in data.items()}))
    assert one.systems[0].decision == two.systems[0].decision


def test_intervals_of_maxima_hold_the_truth_about_as_often_as_they_say():
    """The KS distance of scores that are normal and a standard deviation apart is 0.3829."""
    rng, hits = np.random.default_rng(0), 0
    for _ in range(100):
        truth = rng.random(300) < 0.4
        data = {"truth": truth, "score": rng.normal(truth.astype(float), 1.0)}
        found = decided(data, metrics="ks").systems[0].measure("ks")
        hits += found.low <= 0.3829 <= found.high
    assert hits >= 88


def test_the_interval_of_a_fit_holds_its_value():
    found = decided().systems[0]
    for name in ("brier_refinement", "ks"):
        measure = found.measure(name)
        assert measure.method == "reflected percentile"
        assert measure.low <= measure.value <= measure.high
