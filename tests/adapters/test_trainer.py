"""`compute_metrics` for the Trainer of Hugging Face: logits and batches in, a flat dictionary of values out."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import mercalli
from mercalli.errors import ClassError, EmptyError, LengthError, MetricError, ScoreError, SettingError
from tests.tasks.labels.messages import CLASSES

ID2LABEL = dict(enumerate(CLASSES))


def logits(rows=120, seed=3):
    """Logits that mostly hold the largest number at the true class, and the true class."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, len(CLASSES), rows)
    scores = rng.normal(0, 1, (rows, len(CLASSES)))
    scores[np.arange(rows), truth] += 1.5
    return scores.astype(np.float32), truth


def by_hand(scores, truth, **settings):
    names = np.array(CLASSES)
    pred = names[scores.argmax(axis=-1)]
    result = mercalli.evaluate(truth=names[truth], pred=pred, classes=CLASSES, replicates=0, **settings)
    return dict(result.scalars())


def test_values_are_those_of_evaluate():
    measured = mercalli.compute_metrics(ID2LABEL, metrics=["dua", "f1_macro"], profile="humaid")
    found = measured(logits())
    assert found == by_hand(*logits(), metrics=["dua", "f1_macro"], profile="humaid")
    assert {type(value) for value in found.values()} == {float}


def test_all_metrics_are_given_by_default():
    assert mercalli.compute_metrics(CLASSES)(logits()) == by_hand(*logits())


def test_batches_give_the_values_of_the_whole():
    measured = mercalli.compute_metrics(ID2LABEL, profile="humaid")
    scores, truth = logits()
    for start in (0, 50):
        assert measured((scores[start : start + 50], truth[start : start + 50]), compute_result=False) == {}
    assert measured((scores[100:], truth[100:]), compute_result=True) == measured((scores, truth))


def test_an_evaluation_begins_anew_after_one_that_failed():
    measured = mercalli.compute_metrics(ID2LABEL)
    scores, truth = logits()
    measured((scores, truth), compute_result=False)
    with pytest.raises(LengthError):
        measured((scores[:, :3], truth))
    assert measured((scores[:40], truth[:40])) == by_hand(scores[:40], truth[:40])


def test_the_trainer_sees_that_batches_can_be_counted():
    assert "compute_result" in inspect.signature(mercalli.compute_metrics(CLASSES)).parameters


def test_further_outputs_of_the_model_are_left_aside():
    scores, truth = logits()
    measured = mercalli.compute_metrics(ID2LABEL)
    assert measured(((scores, np.zeros((len(truth), 4))), truth)) == measured((scores, truth))


def test_classes_chosen_before_are_taken_as_they_are():
    scores, truth = logits()
    measured = mercalli.compute_metrics(ID2LABEL)
    assert measured((scores.argmax(axis=-1), truth)) == measured((scores, truth))


def test_tokens_that_are_padding_are_left_out():
    scores, truth = logits(120)
    padded = np.concatenate([truth.reshape(30, 4), np.full((30, 2), -100)], axis=1)
    spread = np.concatenate([scores.reshape(30, 4, -1), np.ones((30, 2, scores.shape[1]))], axis=1)
    measured = mercalli.compute_metrics(ID2LABEL)
    assert measured((spread, padded)) == measured((scores, truth))


def test_batches_that_were_not_joined_are_counted_one_by_one():
    scores, truth = logits()
    measured = mercalli.compute_metrics(ID2LABEL)
    assert measured(([scores[:50], scores[50:]], [truth[:50], truth[50:]])) == measured((scores, truth))


def test_keys_of_json_are_places():
    written = {str(place): name for place, name in ID2LABEL.items()}
    assert mercalli.compute_metrics(written)(logits()) == mercalli.compute_metrics(ID2LABEL)(logits())


def test_what_is_undefined_is_left_out():
    found = mercalli.compute_metrics(["calm", "fire"], metrics=["mcc", "accuracy"])(([0, 0], [0, 0]))
    assert "mcc" not in found
    assert found["accuracy"] == 1


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (([[1.0, 2.0, 3.0]], [1]), LengthError, "3 scores for each item, and there are 2 classes"),
        (([[np.nan, 2.0]], [1]), ScoreError, "NaN for 1 item: training has diverged"),
        (([[0.1, 2.0]], [[1.0, 0.0]]), LengthError, "one for each item"),
        (([[0.1]], [1.0]), LengthError, "1 score for each item"),
        (([0.5], [1.0]), LengthError, "as of regression"),
        (([[0.1, 0.2]], ([1], [1])), SettingError, "2 labels for each item"),
        (([1, 0], [1]), LengthError, "shape"),
        (([1], [7]), ClassError, "'7'"),
        (([[0.1, 0.2]], [-100]), EmptyError, "no rows"),
    ],
)
def test_what_are_no_classes_is_refused(given, error, said):
    with pytest.raises(error, match=said):
        mercalli.compute_metrics(["calm", "fire"])(given)


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"classes": "ab"}, SettingError, "id2label"),
        ({"classes": {1: "a", 2: "b"}}, SettingError, "places 0 to 1"),
        ({"classes": ["a", "b"], "metrics": "acuracy"}, MetricError, "acuracy"),
        ({"classes": ["a", "b"], "profile": "humaid"}, ClassError, "no class 'a'"),
    ],
)
def test_a_mistake_is_said_before_training(given, error, said):
    with pytest.raises(error, match=said):
        mercalli.compute_metrics(**given)
