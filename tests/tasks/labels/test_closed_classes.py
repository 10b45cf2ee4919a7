"""The classes come from the truth, a profile or a list, and predictions outside them are shown for every system."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

import mercalli
from mercalli.errors import ClassError
from mercalli.tasks.labels.findings import advice
from mercalli.telling.article import PAGE
from mercalli.telling.kinds import article_of
from mercalli.telling.markdown import article_markdown
from tests.telling.screens import screen

TRUTH = ["fire", "flood", "fire", "storm"] * 25
PLAIN = ["fire", "flood", "flood", "storm"] * 25
WORDY = ["hail", "flood", "unknown", "storm"] * 25


def evaluated(**systems):
    return mercalli.evaluate(truth=TRUTH, pred=systems, replicates=0)


def values(system):
    return {measure.metric: measure.value for measure in system.measures}


def test_a_systems_values_do_not_depend_on_its_rivals():
    alone, beside = evaluated(plain=PLAIN), evaluated(plain=PLAIN, wordy=WORDY)
    assert values(alone["plain"]) == values(beside["plain"])
    assert beside["wordy"].table.classes == ("fire", "flood", "storm")


def test_a_comparison_takes_no_class_from_predictions():
    alone = mercalli.compare(truth=TRUTH, pred={"plain": PLAIN, "right": TRUTH}, metrics="f1_macro", replicates=100)
    with_third = mercalli.compare(
        truth=TRUTH, pred={"plain": PLAIN, "right": TRUTH, "wordy": WORDY}, metrics="f1_macro", replicates=100
    )
    assert [each.difference("f1_macro").first for each in (alone.pairs[0], with_third.pairs[0])] == [
        evaluated(plain=PLAIN)["plain"].measure("f1_macro").value
    ] * 2


def test_a_prediction_outside_the_truth_is_wrong_and_never_an_error():
    system = evaluated(wordy=WORDY)["wordy"]
    assert system.measure("accuracy").value == pytest.approx(0.5)
    assert [row[-1] for row in system.table.cells] == [50.0, 0.0, 0.0]
    assert system.invalid == 50


def test_so_many_different_answers_are_still_no_error():
    answers = [f"I think this is number {at}" for at in range(1500)]
    system = mercalli.evaluate(truth=["a", "b", "c"] * 500, pred=answers, invalid="wrong", replicates=0).systems[0]
    assert (system.answers.outside, system.answers.labels) == (1500, 1500)
    assert len(system.answers.examples) == 5


def test_where_classes_are_declared_the_setting_decides():
    with pytest.raises(ClassError, match="outside the 3 declared classes"):
        mercalli.evaluate(truth=TRUTH, pred=WORDY, classes=["fire", "flood", "storm"], replicates=0)


def test_the_most_frequent_labels_outside_are_kept_with_their_counts():
    pred = ["tornado"] * 8 + ["unknown"] * 3 + ["Unknown "] + ["hm", "so"] + TRUTH[14:]
    answers = mercalli.evaluate(truth=TRUTH, pred=pred, replicates=0).systems[0].answers
    assert (answers.items, answers.missing, answers.outside, answers.labels) == (100, 0, 14, 4)
    shown = [(each.label, each.count) for each in answers.examples]
    assert shown == [("tornado", 8), ("Unknown", 4), ("hm", 1), ("so", 1)]


def test_a_note_says_share_and_examples_for_every_system():
    pred = ["tornado"] * 8 + ["unknown"] * 3 + ["hm", "so", "ah"] + TRUTH[14:]
    says = (
        "14 predictions (14.0%) are outside the classes and count as wrong: "
        "'tornado' (8), 'unknown' (3), 'ah' (1) and 2 other labels."
    )
    assert says in mercalli.evaluate(truth=TRUTH, pred=pred, replicates=0).systems[0].notes
    compared = mercalli.compare(truth=TRUTH, pred={"right": TRUTH, "odd": pred}, metrics="accuracy", replicates=100)
    assert f"odd: {says}" in compared.notes
    assert {name: each.outside for name, each in compared.answers.items()} == {"right": 0, "odd": 14}


def test_the_screen_shows_it_also_for_systems_that_do_not_lead():
    shown = screen(evaluated(right=TRUTH, wordy=WORDY))
    assert "wordy: 50 predictions (50.0%) are outside the classes and count as wrong" in shown


def test_labels_outside_the_classes_come_before_what_follows_from_them():
    pred = {"one": ["X"] * len(TRUTH), "two": ["Y"] * len(TRUTH)}
    result = mercalli.evaluate(truth=TRUTH, pred=pred, invalid="wrong", replicates=0)
    first, second, *_ = result.verdict.texts("caution")
    assert first.startswith("one: ")
    assert first.endswith(f"outside the classes and count as wrong: 'X' ({len(TRUTH)}).")
    assert second.startswith("two: ")


def test_a_note_on_answers_stands_once_on_the_page():
    result = evaluated(right=TRUTH, wordy=WORDY)
    compared = mercalli.compare(truth=TRUTH, pred={"right": TRUTH, "wordy": WORDY}, metrics="accuracy", replicates=100)
    page = article_markdown(article_of(replace(result, comparison=compared)).on(PAGE))
    assert page.count("50 predictions (50.0%) are outside the classes") == 1


@pytest.mark.parametrize("like", [None, "sklearn"])
def test_no_advice_is_given_about_labels_outside_the_classes(like):
    pred = ["hail" if label == "fire" else label for label in TRUTH]
    result = mercalli.evaluate(truth=TRUTH, pred=pred, replicates=0, like=like)
    assert "hail" not in " ".join(each.finding + each.action for each in advice(result, result.systems[0]))


def test_labels_that_scikit_learn_takes_for_classes_are_told():
    truth, pred = ["a", "b", "a", "b"], ["a", "x", "y", "x"]
    told = mercalli.evaluate(truth=truth, pred=pred, replicates=0, like="sklearn").systems[0].notes
    assert any(
        "3 predictions (75.0%) have a label that no item truly has: 'x' (2) and 'y' (1)." in each for each in told
    )
    declared = mercalli.evaluate(truth=truth, pred=pred, classes=["a", "b", "x", "y"], replicates=0, like="sklearn")
    assert not any("a label that no item truly has" in each for each in declared.systems[0].notes)


def test_answers_survive_being_sealed():
    result = evaluated(wordy=WORDY)
    assert mercalli.from_json(mercalli.to_json(result)) == result


LABELS = st.sampled_from(["a", "b", "c", "x", "y y", "Z"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), LABELS, LABELS), min_size=2, max_size=40))
def test_scikit_learns_numbers_come_out_also_with_labels_outside_the_truth(rows):
    truth, one, two = (list(part) for part in zip(*rows, strict=True))
    result = mercalli.evaluate(
        truth=truth,
        pred={"one": one, "two": two},
        like="sklearn",
        replicates=0,
        metrics=["f1_macro", "precision_macro", "recall_macro", "f1_weighted", "mcc", "cohen_kappa", "accuracy"],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, pred in (("one", one), ("two", two)):
            theirs = {
                "f1_macro": sk.f1_score(truth, pred, average="macro", zero_division=0),
                "precision_macro": sk.precision_score(truth, pred, average="macro", zero_division=0),
                "recall_macro": sk.recall_score(truth, pred, average="macro", zero_division=0),
                "f1_weighted": sk.f1_score(truth, pred, average="weighted", zero_division=0),
                "mcc": sk.matthews_corrcoef(truth, pred),
                "cohen_kappa": sk.cohen_kappa_score(truth, pred),
                "accuracy": sk.accuracy_score(truth, pred),
            }
            for metric, value in theirs.items():
                ours = result[name].measure(metric).value
                assert np.isnan(value) if ours is None else ours == pytest.approx(value, abs=1e-12), metric
