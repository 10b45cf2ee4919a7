"""Assertions for tests of users: they pass, fail and explain."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import GateError, MercalliError, SettingError
from mercalli.testing import assert_gates, assert_no_worse, assert_same_result

TRUTH = ["fire", "flood"] * 20
FAIR = ["fire"] * 30 + ["flood", "fire"] * 5
RUNS = 60


def evaluated(pred=FAIR, **settings):
    return mercalli.evaluate(truth=TRUTH, pred=pred, metrics="accuracy", replicates=0, **settings)


def test_gates_that_are_met_pass_and_missed_ones_are_all_told():
    assert_gates(evaluated(), "accuracy>=0.3")
    with pytest.raises(AssertionError, match=r"^2 gates missed:\naccuracy>=0.9: pred is 0.\d+\nclass:flood"):
        assert_gates(evaluated(), "accuracy>=0.9", "accuracy>=0.1", "class:flood.recall>=0.99")


def test_without_gates_those_of_the_result_are_asserted():
    with pytest.raises(AssertionError, match="1 gate missed"):
        assert_gates(evaluated(gates="accuracy>=0.9"))
    with pytest.raises(SettingError, match="`gates` names none"):
        assert_gates(evaluated())


def test_many_missed_gates_are_counted():
    with pytest.raises(AssertionError, match=r"30 gates missed:(.|\n)*and 10 more$"):
        assert_gates(evaluated(), *(f"accuracy>=0.9{at:02}" for at in range(30)))


@pytest.mark.parametrize(
    ("gates", "says"),
    [
        (("accuracy",), "cannot be read as a gate"),
        (("accuracy>=2",), "accuracy"),
        (("accuracy.robust>=0.5",), "which needs the data"),
        (("nothing>=0.5",), "nothing"),
    ],
)
def test_gates_that_mean_nothing_are_refused(gates, says):
    with pytest.raises((GateError, SettingError), match=says):
        assert_gates(evaluated(), *gates)


def test_a_result_without_gates_is_refused():
    ranked = mercalli.rank(truth=[1, 0, 1, 0], score=[0.9, 0.8, 0.7, 0.1], k=[2], replicates=0)
    with pytest.raises(SettingError, match="a result that has gates"):
        assert_gates(ranked, "precision_at_k>=0.5")


def test_worse_and_not_shown_are_told_apart():
    with pytest.raises(AssertionError, match=r"new is worse than old by more than 0\.1: accuracy"):
        assert_no_worse(
            {"truth": TRUTH, "old": TRUTH, "new": ["fire"] * 40},
            truth="truth",
            pred="new",
            than="old",
            metric="accuracy",
            margin=0.1,
        )
    almost = [*TRUTH[:-2], "flood", "fire"]
    with pytest.raises(AssertionError, match=r"not shown that pred is not worse(.|\n)*larger margin"):
        assert_no_worse(truth=TRUTH, pred=almost, than=TRUTH, metric="accuracy", margin=0.01)
    assert_no_worse(truth=TRUTH, pred=almost, than=TRUTH, metric="accuracy", margin=0.5)


def test_where_lower_values_are_better_the_difference_is_turned():
    assert_no_worse(truth=TRUTH, pred=TRUTH, than=["fire"] * 40, metric="error_rate")
    with pytest.raises(AssertionError, match="pred is worse"):
        assert_no_worse(truth=TRUTH, pred=["fire"] * 40, than=TRUTH, metric="error_rate")


def test_the_same_answers_are_no_worse_without_any_margin():
    assert_no_worse(truth=TRUTH, pred=FAIR, than=FAIR, metric="accuracy")


@pytest.mark.parametrize("margin", [-0.1, float("nan"), float("inf"), "0.1", True])
def test_a_margin_is_a_number_from_nothing_up(margin):
    with pytest.raises(SettingError, match="`margin` must be a number, 0 or more"):
        assert_no_worse(truth=TRUTH, pred=TRUTH, than=FAIR, metric="accuracy", margin=margin)


def outcome(generator, worse, margin):
    truth = generator.choice(["a", "b"], 200)
    other = np.where(truth == "a", "b", "a")
    old, new = (np.where(generator.random(200) < right, truth, other) for right in (0.8, 0.8 - worse))
    settings = {"replicates": 200, "seed": int(generator.integers(1_000_000))}
    try:
        assert_no_worse(truth=truth, pred=new, than=old, metric="accuracy", margin=margin, **settings)
    except AssertionError as error:
        return "worse" if " is worse than " in str(error) else "not shown"
    return "passed"


@pytest.mark.parametrize(
    ("worse", "margin", "wrong"), [(0.0, 0.0, "worse"), (0.0, 0.0, "passed"), (0.1, 0.1, "passed")]
)
def test_it_errs_in_at_most_5_percent_of_tests(worse, margin, wrong):
    generator = np.random.default_rng(5)
    assert sum(outcome(generator, worse, margin) == wrong for _ in range(RUNS)) <= RUNS // 20


def test_the_same_numbers_pass_also_from_a_file(tmp_path):
    mercalli.write_result(evaluated(), tmp_path / "baseline.json")
    assert_same_result(evaluated(), tmp_path / "baseline.json")
    assert_same_result(evaluated(), evaluated())


def test_other_numbers_are_listed_with_what_may_explain_them():
    with pytest.raises(AssertionError, match=r"measures differ(.|\n)*data are other(.|\n)*accuracy.*: 1.0 -> 0.\d+"):
        assert_same_result(evaluated(), evaluated(TRUTH))


def test_a_tolerance_allows_small_differences():
    first, other = (
        mercalli.evaluate(truth=TRUTH, pred=FAIR, metrics="f1_macro", replicates=100, seed=seed) for seed in (0, 1)
    )
    assert_same_result(first, other, tolerance=2.0)
    with pytest.raises(AssertionError, match="seed is other"):
        assert_same_result(first, other)


def test_another_kind_of_result_is_refused():
    compared = mercalli.compare(truth=TRUTH, pred={"a": FAIR, "b": TRUTH}, replicates=100)
    with pytest.raises(MercalliError, match="different kinds"):
        assert_same_result(compared, evaluated())
