"""The evaluator of the original disaster metrics: its call, the shape of its answer, and our numbers in it."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mercalli
from mercalli.errors import ClassError, LengthError
from tests.metrics.known_values import KAIKOURA_CELLS, KAIKOURA_CLASSES, KAIKOURA_LEVELS, KAIKOURA_PRINTED

CELLS = np.array(KAIKOURA_CELLS)
TRUTH, PRED = (np.repeat(codes, CELLS[CELLS > 0]) for codes in np.nonzero(CELLS))


def answer(truth=TRUTH, pred=PRED, texts=None, label_names=KAIKOURA_CLASSES):
    return mercalli.AdvancedMetricsEvaluator().evaluate_all_metrics(truth, pred, texts, label_names)


def test_the_answer_has_the_parts_that_were_promised():
    parts = {
        "standard_metrics",
        "per_class_metrics",
        "confusion_analysis",
        "custom_metrics",
        "custom_interpretations",
        "actionability_breakdown",
    }
    assert parts <= set(answer())


def test_custom_metrics_are_those_of_the_worked_example():
    found = answer()["custom_metrics"]
    assert found == {
        "disaster_urgency_awareness": pytest.approx(KAIKOURA_PRINTED["dua"], abs=1e-6),
        "emotional_context_sensitivity": pytest.approx(KAIKOURA_PRINTED["ecs"], abs=1e-6),
        "actionability_relevance": pytest.approx(KAIKOURA_PRINTED["ar"], abs=1e-6),
    }


def test_standard_metrics_are_those_of_the_worked_example():
    found = answer()["standard_metrics"]
    ours = {"accuracy": "accuracy", "f1_macro": "f1_macro", "f1_weighted": "f1_weighted", "matthews_corrcoef": "mcc"}
    for name, metric in ours.items():
        assert found[name] == pytest.approx(KAIKOURA_PRINTED[metric], abs=1e-6)


def test_standard_metrics_hold_every_average():
    found = answer()["standard_metrics"]
    averages = {
        f"{metric}_{kind}" for metric in ("precision", "recall", "f1") for kind in ("weighted", "macro", "micro")
    }
    assert averages | {"accuracy", "balanced_accuracy", "matthews_corrcoef", "cohen_kappa"} <= set(found)


def test_interpretations_begin_with_the_band():
    bands = {name: text.split(":")[0] for name, text in answer()["custom_interpretations"].items()}
    assert bands == {
        "disaster_urgency_awareness": "moderate",
        "emotional_context_sensitivity": "excellent",
        "actionability_relevance": "good",
    }


def test_the_breakdown_has_accuracy_samples_and_weight_of_every_level():
    found = answer()["actionability_breakdown"]
    assert {level: part["samples"] for level, part in found.items()} == {
        level: total for level, (_, total) in KAIKOURA_LEVELS.items()
    }
    assert found["high_action"] == {"accuracy": pytest.approx(77 / 90), "samples": 90, "weight": 4.0}


def test_classes_have_precision_recall_f1_support_and_more():
    found = answer()["per_class_metrics"]["injured_or_dead_people"]
    assert found["recall"] == pytest.approx(70 / 73)
    assert found["precision"] == pytest.approx(70 / 78)
    assert (found["support"], found["predicted"]) == (73, 78)
    assert {"f1", "specificity", "npv"} <= set(found)


def test_the_confusion_matrix_is_in_the_order_of_the_label_names():
    found = answer()["confusion_analysis"]
    assert found["confusion_matrix"] == CELLS.tolist()
    assert tuple(found["labels"]) == KAIKOURA_CLASSES


def test_the_top_confusions_are_the_most_frequent_with_their_share_of_the_true_class():
    first = answer()["confusion_analysis"]["top_confusions"][0]
    assert first == {
        "true_class": "other_relevant_information",
        "predicted_class": "caution_and_advice",
        "count": 68,
        "percentage": pytest.approx(100 * 68 / 218),
    }


def test_class_accuracies_are_shares_of_the_true_class():
    found = answer()["confusion_analysis"]["class_accuracies"]
    assert found["requests_or_urgent_needs"] == pytest.approx(7 / 17)


def test_the_answer_is_strict_json():
    assert json.loads(json.dumps(answer(), allow_nan=False)) == answer()


def test_names_give_the_same_answer_as_positions():
    names = np.array(KAIKOURA_CLASSES, object)
    by_name, by_position = answer(names[TRUTH], names[PRED]), answer()
    assert {**by_name, "notes": []} == {**by_position, "notes": []}


def test_lists_give_the_same_answer_as_arrays():
    assert answer(TRUTH.tolist(), PRED.tolist(), ["a text"] * len(TRUTH)) == answer()


def test_without_label_names_all_classes_of_the_profile_are_declared():
    names = np.array(KAIKOURA_CLASSES, object)
    found = answer(names[TRUTH], names[PRED], label_names=None)
    assert len(found["per_class_metrics"]) == 11
    assert found["per_class_metrics"]["missing_or_found_people"]["recall"] is None


def test_a_class_that_is_absent_from_the_data_does_not_shift_the_names():
    found = answer([0, 2, 2], [0, 2, 0], label_names=KAIKOURA_CLASSES[:3])
    supports = {name: part["support"] for name, part in found["per_class_metrics"].items()}
    assert supports == dict(zip(KAIKOURA_CLASSES[:3], (1, 0, 2), strict=True))


def test_as_many_texts_as_labels_are_needed():
    with pytest.raises(LengthError, match="texts"):
        answer(texts=["only one"])


def test_a_position_outside_the_label_names_is_an_error():
    with pytest.raises(ClassError, match="9"):
        answer([0, 1], [0, 9])


def test_a_label_name_that_the_profile_does_not_know_is_an_error():
    with pytest.raises(ClassError, match="looting"):
        answer([0, 1], [0, 1], label_names=["looting", "not_humanitarian"])


def test_positions_may_be_whole_floats():
    assert answer(TRUTH.astype(float), PRED.astype(float)) == answer()


def test_a_name_for_two_positions_is_refused():
    with pytest.raises(ClassError, match="same after normalisation"):
        answer([0, 1], [0, 1], label_names=["not_humanitarian"] * 2)
