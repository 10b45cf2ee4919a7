"""Words for nothing: missing in truths, predictions, scores and outcomes; only words in slices, units, ids, texts."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.errors import MissingError, SettingError, TextError
from mercalli.inputs.classes import ClassList
from mercalli.inputs.tally import MISSING_WORDS
from mercalli.inputs.texts import LabelledTexts
from mercalli.tasks.wildfire.structures.damage import DINS, SCALES

WORDS = ["NA", "NaN", "null", "None", "n/a", "-", " na ", "NONE", "N/A"]


def written(folder, **columns):
    """A CSV file of some columns."""
    rows = zip(*columns.values(), strict=True)
    path = folder / "rows.csv"
    path.write_text("\n".join(",".join(row) for row in [tuple(columns), *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("word", WORDS)
def test_a_word_for_nothing_is_a_missing_truth_or_prediction(word):
    for truth, pred in (([word, "a", "b"], ["a", "a", "b"]), (["a", "a", "b"], [word, "a", "b"])):
        with pytest.raises(MissingError, match="Read as missing"):
            mercalli.evaluate(truth=truth, pred=pred, replicates=0)
        found = mercalli.evaluate(truth=truth, pred=pred, missing="drop", replicates=0).systems[0]
        assert (found.n, found.dropped, found.table.classes) == (2, 1, ("a", "b"))


@pytest.mark.parametrize("word", sorted(MISSING_WORDS))
def test_a_word_that_is_declared_is_a_class(word):
    shouted = word.upper()
    found = mercalli.evaluate(truth=[shouted, "a"], pred=[word, word], classes=["a", word], replicates=0).systems[0]
    assert (found.n, found.answers.missing, found.measure("accuracy").value) == (2, 0, 0.5)


def test_the_error_says_how_a_word_becomes_a_class():
    with pytest.raises(MissingError) as caught:
        mercalli.evaluate(truth=["none", "fire"], pred=["fire", "fire"], replicates=0)
    assert "Read as missing: 'none'; if one of these is a class, name all classes with `classes`" in str(caught.value)


def test_a_missing_prediction_may_count_as_wrong_with_a_count_of_its_own():
    found = mercalli.evaluate(truth=list("aabb"), pred=["a", None, "n/a", "x"], missing="wrong", replicates=0).systems[
        0
    ]
    assert (found.n, found.dropped, found.invalid, found.answers.missing) == (4, 0, 1, 2)
    assert found.measure("accuracy").value == 0.25
    assert "2 of 4 items (50.0%) have no prediction and count as wrong: coverage is 50.0%." in found.notes


def test_a_missing_truth_never_counts_as_wrong():
    with pytest.raises(MissingError, match="has no truth"):
        mercalli.evaluate(truth=["a", None], pred=["a", "a"], missing="wrong", replicates=0)


def test_coverage_of_every_system_is_counted_where_rows_are_shared():
    preds = {"whole": list("aabb"), "holed": ["a", "-", "n/a", "b"]}
    result = mercalli.evaluate(truth=list("aabb"), pred=preds, missing="drop", replicates=0)
    assert [(each.n, each.answers.items, each.answers.missing) for each in result.systems] == [(2, 4, 0), (2, 4, 2)]
    assert "2 of 4 items (50.0%) have no prediction and are left out: coverage is 50.0%." in result["holed"].notes


def test_a_word_for_nothing_is_a_slice_and_a_unit_like_any_other():
    found = mercalli.evaluate(
        truth=list("abab"), pred=list("abaa"), by={"country": ["NA", "NA", "DE", "-"]}, unit=["NA", "DE", "NA", "FR"]
    ).systems[0]
    assert [each.values for each in found.slices] == [("-",), ("DE",), ("NA",)]
    assert "Only 3 units" in " ".join(found.notes)


@pytest.mark.parametrize("given", ["arrays", "file"])
def test_priorities_and_scores_of_alerts_may_be_missing(tmp_path, given):
    columns = {"truth": ["High", "Low", "NA", "Critical"] * 5, "score": ["0.9", "0.2", "0.4", "n/a"] * 5}
    data = columns if given == "arrays" else written(tmp_path, **columns)
    with pytest.raises(MissingError):
        mercalli.alerts(data, truth="truth", score="score", replicates=0)
    found = mercalli.alerts(data, truth="truth", score="score", missing="drop", replicates=0).systems[0]
    assert (found.n, found.dropped) == (10, 10)


@pytest.mark.parametrize("given", ["arrays", "file"])
def test_times_events_and_risks_may_be_missing(tmp_path, given):
    columns = {
        "time": ["1", "2", "NA", "4", "5", "6"] * 5,
        "event": ["1", "0", "1", "-", "1", "0"] * 5,
        "risk": ["0.9", "0.1", "0.5", "0.4", "null", "0.2"] * 5,
    }
    data = columns if given == "arrays" else written(tmp_path, **columns)
    with pytest.raises(MissingError):
        mercalli.survival(data, time="time", event="event", risk="risk")
    found = mercalli.survival(data, time="time", event="event", risk="risk", missing="drop").systems[0]
    assert (found.n, found.dropped) == (15, 15)


@pytest.mark.parametrize("given", ["arrays", "file"])
def test_outcomes_and_scores_of_a_trial_may_be_missing(tmp_path, given):
    columns = {
        "outcome": ["1", "0", "NA", "1", "0", "1"] * 10,
        "treatment": ["1", "0", "1", "0", "1", "0"] * 10,
        "score": ["0.9", "0.1", "0.5", "None", "0.3", "0.2"] * 10,
    }
    data = columns if given == "arrays" else written(tmp_path, **columns)
    found = mercalli.uplift(
        data, outcome="outcome", treatment="treatment", score="score", missing="drop", replicates=0
    ).systems[0]
    assert (found.n, found.dropped) == (40, 20)


def test_what_is_missing_elsewhere_cannot_count_as_wrong():
    with pytest.raises(SettingError, match="'error', 'drop'; found 'wrong'"):
        mercalli.threshold(truth=[0, 1], score=[0.1, 0.9], missing="wrong")


def test_a_word_may_be_the_class_that_a_score_is_for():
    truth, score = ["none", "fire"] * 20, [0.9, 0.2] * 20
    found = mercalli.threshold(truth=truth, score=score, positive="none", replicates=0).systems[0]
    assert (found.n, found.positives) == (40, 20)


def test_a_word_is_a_class_where_every_class_has_a_score(tmp_path):
    path = written(
        tmp_path,
        truth=["none", "fire", "flood"] * 10,
        prob_none=["0.8", "0.1", "0.1"] * 10,
        prob_fire=["0.1", "0.8", "0.1"] * 10,
        prob_flood=["0.1", "0.1", "0.8"] * 10,
    )
    scores = {"none": "prob_none", "fire": "prob_fire", "flood": "prob_flood"}
    found = mercalli.threshold(path, truth="truth", score=scores, replicates=0)
    assert {each.name: each.n for each in found.systems} == {"none": 30, "fire": 30, "flood": 30}


def test_a_cell_of_labels_may_say_that_there_are_none():
    data = {"truth": ["fire;flood", "None", "fire"], "pred": ["fire", "NA", "fire"]}
    found = mercalli.multilabel(data, truth="truth", pred="pred", replicates=0).systems[0]
    assert {each.name: each.support for each in found.labels} == {"fire": 2, "flood": 1}


def test_a_declared_label_may_be_such_a_word():
    data = {"truth": ["fire", "none"], "pred": ["fire", "none"]}
    found = mercalli.multilabel(data, truth="truth", pred="pred", labels=["fire", "none"], replicates=0).systems[0]
    assert {each.name: each.support for each in found.labels} == {"fire": 1, "none": 1}


def test_a_label_may_be_missing_but_a_text_says_what_it_says():
    with pytest.raises(TextError, match="Read as missing: 'n/a'"):
        LabelledTexts.check(["NA", "-"], ["fire", "n/a"], ids=["NA", "none"])
    found = LabelledTexts.check(["NA", "-"], ["fire", "n/a"], ids=["NA", "none"], missing="drop")
    assert (found.texts.tolist(), found.ids.tolist(), found.dropped) == (["NA"], ["NA"], 1)


def test_a_label_that_a_profile_has_is_a_label():
    known = ClassList(("none", "fire"))
    assert LabelledTexts.check(["a", "b"], ["fire", "None"], known=known).written() == ["fire", "none"]


def test_damage_that_is_not_said_was_not_observed():
    seen = SCALES.read(DINS).lost(["Destroyed (>50%)", "No Damage", "n/a", "-"], "destroyed", "damage")
    assert seen.known.tolist() == [True, True, False, False]
