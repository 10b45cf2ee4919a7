"""Pooled metrics that are accuracy by another name: one number has one interval."""

import pytest

import mercalli

POOLED = ["accuracy", "f1_micro", "precision_micro", "recall_micro"]


@pytest.mark.parametrize("right", [100, 90, 55])
def test_what_equals_accuracy_has_the_interval_of_accuracy(right):
    truth, pred = ["a", "b"] * 50, ["a", "b"] * 50
    pred[right:] = ["b" if label == "a" else "a" for label in pred[right:]]
    result = mercalli.evaluate(truth=truth, pred=pred, metrics=POOLED)
    measures = [result.systems[0].measure(name) for name in POOLED]
    assert len({(each.value, each.low, each.high, each.method) for each in measures}) == 1


def test_with_answers_outside_the_classes_pooled_f1_is_another_number_with_another_interval():
    result = mercalli.evaluate(truth=["a", "b"] * 50, pred=["a", "x"] * 30 + ["a", "b"] * 20, metrics=POOLED)
    accuracy, f1 = (result.systems[0].measure(name) for name in ("accuracy", "f1_micro"))
    assert (accuracy.method, f1.method) == ("wilson", "percentile")
    assert accuracy.value < f1.value


def test_pooled_precision_is_a_share_of_the_answers_among_the_classes():
    result = mercalli.evaluate(truth=["a", "b"] * 50, pred=["a", "x"] * 30 + ["a", "b"] * 20, metrics=POOLED)
    precision = result.systems[0].measure("precision_micro")
    assert (precision.value, precision.high, precision.method) == (1, 1, "wilson")
    assert precision.low == pytest.approx(70 / (70 + 1.959964**2))  # Wilson's of 70 of 70
