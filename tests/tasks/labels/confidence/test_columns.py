"""Columns that say how sure a system is: found by their names, named, or left alone."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from tests.tasks.labels.confidence.made import CLASSES, chances, sure_table


def found(table, pred="pred", **given):
    return mercalli.evaluate(table, truth="truth", pred=pred, replicates=0, **given)


@pytest.mark.parametrize("start", ["prob_", "proba_", "probability_", "p_", "Prob "])
def test_a_probability_of_each_class_is_found_by_its_name(start):
    report = found(sure_table(start)).systems[0].confidence
    assert report.columns == tuple(f"{start}{name}" for name in CLASSES)
    assert [measure.metric for measure in report.measures][-2:] == ["multiclass_brier", "multiclass_log_loss"]


@pytest.mark.parametrize("name", ["confidence", "pred_confidence", "Confidence", "score", "probability"])
def test_one_confidence_is_found_by_its_name(name):
    report = found({**sure_table(None), name: chances().max(axis=1)}).systems[0].confidence
    assert report.columns == (name,)
    assert report.moved is None


def test_columns_called_as_the_classes_are_probabilities():
    report = found(sure_table("")).systems[0].confidence
    assert report.columns == CLASSES


def test_columns_called_as_the_classes_with_flags_are_not():
    table = sure_table(None)
    flags = {name: [int(label == name) for label in table["truth"]] for name in CLASSES}
    (system,) = found({**table, **flags}).systems
    assert system.confidence is None
    assert "nothing but 0 and 1" in system.notes[-1]


def test_scores_of_another_scale_are_left_alone_and_said():
    (system,) = found({**sure_table(None), "score": 100 * chances().max(axis=1)}).systems
    assert system.confidence is None
    assert system.notes[-1].startswith("'score' not used as confidence")


def test_of_two_classes_a_score_is_the_probability_of_the_positive_one():
    score = chances()[:, 0]
    table = {"truth": (np.array(sure_table(None)["truth"]) == "fire").astype(int), "pred": (score > 0.5).astype(int)}
    report = found({**table, "score": score}).systems[0].confidence
    assert report.called == "'score', the probability of '1'"
    assert report.measures[0].value == pytest.approx(np.maximum(score, 1 - score).mean())


def test_of_two_classes_without_a_usual_positive_one_a_score_is_not_used():
    table = {"truth": ["calm", "urgent"] * 5, "pred": ["calm", "urgent"] * 5, "score": [0.2, 0.9] * 5}
    (system,) = found(table).systems
    assert system.confidence is None
    assert "--probabilities 'calm=score'" in system.notes[-1]
    named = found(table, probabilities={"urgent": "score"}).systems[0].confidence
    assert named.measures[0].value == pytest.approx(0.85)


def test_several_systems_have_the_columns_that_carry_their_names():
    probabilities = {f"svm_prob_{name}": chances()[:, at] for at, name in enumerate(CLASSES)}
    table = {**sure_table(None), **probabilities, "tree_confidence": chances(2).max(axis=1)}
    table = {**table, "pred_svm": table["pred"], "tree": table["pred"]}
    one, two = found(table, pred=["pred_svm", "tree"]).systems
    assert one.confidence.called == "svm_prob_* (3 columns)"
    assert two.confidence.called == "'tree_confidence'"


def test_columns_of_nobody_are_not_used_where_there_are_several_systems():
    table = {**sure_table("prob_"), "tree": sure_table(None)["pred"]}
    result = found(table, pred=["pred", "tree"])
    assert [system.confidence for system in result.systems] == [None, None]
    assert "names do not say whose they are" in result.systems[0].notes[-1]


def test_columns_are_named_for_each_system():
    table = {**sure_table(None), "tree": sure_table(None)["pred"]}
    table |= {"a": chances().max(axis=1), "b": chances(2).max(axis=1)}
    result = found(table, pred=["pred", "tree"], confidence={"pred": "a", "tree": "b"})
    assert [system.confidence.columns for system in result.systems] == [("a",), ("b",)]


def test_probabilities_are_named_by_the_beginning_of_their_names():
    report = found(sure_table("chance of "), probabilities="chance of ").systems[0].confidence
    assert report.called == "chance of * (3 columns)"


def test_confidence_can_be_switched_off():
    table = {**sure_table("prob_"), "prob_fire": [0.5] * len(chances())}
    assert found(table, confidence=False).systems[0].confidence is None


def test_a_class_of_the_profile_that_never_occurs_needs_no_column():
    report = found(sure_table("prob_"), classes=[*CLASSES, "hail"]).systems[0].confidence
    assert report.n == len(chances())


def test_a_class_that_only_the_system_knows_has_its_share():
    table = sure_table("prob_")
    table["prob_storm"] = np.array(table["prob_storm"]) / 2
    report = found({**table, "prob_hail": table["prob_storm"]}).systems[0].confidence
    assert len(report.columns) == len(CLASSES) + 1


def test_a_column_that_only_begins_like_a_probability_is_left_out():
    report = found({**sure_table("prob_"), "prob_of_anything": [1.0] * len(chances())}).systems[0].confidence
    assert report.columns == tuple(f"prob_{name}" for name in CLASSES)
