"""Outputs of language models: what cannot be read is wrong, bounded, and never decides in silence."""

from __future__ import annotations

import csv
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import AnswerError
from mercalli.io.profiles import read_profile
from tests.telling.screens import screen

TRUTH = ["u"] * 6 + ["c"] * 4
A = ["Class: u", "**u**", "u", "c", "I'm sorry, but I can't help.", None, "c", "The label is c.", '{"label": "c"}', "u"]
B = ["u", "u", "u", "u", "c", "u", "c", "c", "u", "u"]
BOTH = {"A": A, "B": B}
DRESSES = ["{}", "Class: {}", "**{}**", '{{"label": "{}"}}', "I would say this is {}.", "Final answer: {}"]
UNREAD = ["I cannot assist with that.", "", "n/a", "It could be flood or fire.", "no idea what to make of this text"]
CLASSES = ["flood", "fire", "storm"]


def evaluated(pred, truth=TRUTH, **given):
    return mercalli.evaluate(truth=truth, pred=pred, **{"replicates": 0, **given})


def bounds(system, metric):
    return next(each for each in system.outputs.bounds if each.metric == metric)


def test_unread_answers_are_wrong_on_all_items():
    first, second = evaluated(BOTH).systems
    assert (first.n, second.n) == (10, 10)
    assert first.measure("accuracy").value == pytest.approx(Fraction(6, 10))
    assert second.measure("accuracy").value == pytest.approx(Fraction(7, 10))
    assert first.measure("f1_macro").value == pytest.approx(0.675)
    assert first.table.cells == ((3, 1, 0), (1, 3, 2))


def test_outcomes_are_counted_by_how_class_and_slice():
    outputs = evaluated({"A": A}, by={"half": ["one"] * 5 + ["two"] * 5}).systems[0].outputs
    assert (outputs.n, outputs.distinct, outputs.unread) == (10, 7, 2)
    assert {(each.outcome, each.count) for each in outputs.counts if each.outcome != "read"} == {
        ("refused", 1),
        ("missing", 1),
    }
    assert {part.name: part.unread for part in outputs.classes} == {"u": 2, "c": 0}
    assert {part.name: part.unread for part in outputs.slices} == {"half=one": 1, "half=two": 1}
    assert sum(each.count for each in outputs.counts) == sum(part.n for part in outputs.classes) == 10


def test_the_score_stands_beside_what_other_ways_to_count_would_give():
    one = bounds(evaluated({"A": A}).systems[0], "accuracy")
    assert (one.wrong, one.right, one.left_out) == pytest.approx((0.6, 0.8, 0.75))


def test_three_rules_with_three_winners_are_told_as_such():
    result = mercalli.compare(truth=TRUTH, pred=BOTH, metrics="accuracy", replicates=100)
    (pair,) = result.pairs
    assert pair.unread == (2, 0)
    (one,) = [each for each in pair.bounds if each.metric == "accuracy"]
    assert (one.low, one.high, one.left_out) == pytest.approx((-0.1, 0.1, 0.0))
    assert "depends on 2 unread answers (A 2, B 0)" in " ".join(result.verdict.texts("answer"))


def test_a_winner_that_depends_on_unread_answers_does_not_lead():
    truth = ["fire", "flood"] * 200
    quiet = ["I cannot assist with that." if at % 4 == 0 else f"Class: {label}" for at, label in enumerate(truth)]
    good = [label if at % 10 else "flood" for at, label in enumerate(truth)]
    result = mercalli.compare(truth=truth, pred={"quiet": quiet, "good": good}, metrics="accuracy", replicates=200)
    assert result.pairs[0].difference("accuracy").better == "good"
    assert result.verdict.best is None
    assert "depends on 100 unread answers" in screen(result)


def test_a_winner_whatever_is_counted_leads():
    truth = ["fire", "flood"] * 200
    bad = ["I cannot assist with that." if at == 0 else "Class: fire" for at, _ in enumerate(truth)]
    result = mercalli.compare(truth=truth, pred={"bad": bad, "good": truth}, metrics="accuracy", replicates=200)
    assert result.verdict.best == "good"
    assert "depends" not in screen(result)


def test_left_out_if_asked_for_and_then_for_all_systems():
    first, second = evaluated(BOTH, unread="exclude").systems
    assert (first.n, second.n) == (8, 8)
    assert first.measure("accuracy").value == second.measure("accuracy").value == pytest.approx(0.75)
    assert first.answers.coverage == pytest.approx(0.8)


def test_an_error_if_asked_for_with_examples():
    with pytest.raises(AnswerError, match=r"2 of 10 outputs .*I.m sorry"):
        evaluated({"A": A}, unread="error")


def test_more_than_half_unread_is_refused_unless_that_is_meant():
    pred = ["Class: u"] * 4 + ["I have no words for any of this, my friend, whatever you may want to hear from me."] * 6
    with pytest.raises(AnswerError, match="6 of 10 outputs"):
        evaluated(pred)
    assert evaluated(pred, unread="wrong").systems[0].measure("accuracy").value == pytest.approx(0.4)


def test_plain_labels_are_as_before():
    with_off, usual = (evaluated(B, answers=mode) for mode in ("off", "usual"))
    assert with_off == usual
    assert usual.systems[0].outputs is None


def test_a_label_outside_the_classes_makes_no_column_of_outputs():
    system = evaluated(["hail", *B[1:]]).systems[0]
    assert system.outputs is None
    assert system.invalid == 1


def test_options_count_only_where_they_are_declared():
    letters = ["A", "B", "A", "(A)", "A.", "B", "B", "B", "A", "b"]
    declared = mercalli.AnswerSettings(options="letters")
    read = evaluated(letters, classes=["u", "c"], answers=declared).systems[0]
    assert read.outputs.unread == 0
    assert read.measure("accuracy").value == pytest.approx(0.7)
    with pytest.raises(mercalli.errors.ClassError):
        evaluated(letters, classes=["u", "c"])


def test_strict_counts_only_whole_answers():
    usual, strict = (evaluated({"A": A}, answers=mode, unread="wrong").systems[0] for mode in ("usual", "strict"))
    assert strict.measure("accuracy").value == pytest.approx(bounds(usual, "accuracy").strict)


def test_refusing_never_raises_the_emotional_context_score():
    profile = read_profile("humaid")
    truth = ["injured_or_dead_people"] * 5 + ["sympathy_and_support"] * 5
    wrong = ["missing_or_found_people"] * 5 + truth[5:]
    refusing = ["I'm sorry, but I can't assist with that request."] * 5 + truth[5:]
    scores = [evaluated(pred, truth, profile=profile).systems[0].measure("ecs").value for pred in (wrong, refusing)]
    assert scores[1] <= scores[0]


def test_how_outputs_were_read_survives_being_sealed(tmp_path):
    result = evaluated(BOTH)
    mercalli.write_result(result, tmp_path / "result.json")
    assert mercalli.read_result(tmp_path / "result.json") == result
    assert result.provenance.settings["reader"] == 4


def test_the_screen_says_how_outputs_were_read():
    shown = " ".join(screen(evaluated({"A": A})).split())
    assert "Answers: 80.0% read (80.0% whole, 0.0% found in text), 10.0% refused, 10.0% missing." in shown
    assert "all right 0.800, left out 0.750" in shown


def test_unread_answers_on_critical_classes_are_noted():
    truth = ["requests_or_urgent_needs"] * 100 + ["not_humanitarian"] * 100
    pred = ["I cannot assist with that." if at < 60 else label for at, label in enumerate(truth)]
    notes = evaluated(pred, truth, profile="humaid").systems[0].notes
    assert any("critical items could not be read more often" in note for note in notes)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(CLASSES), st.sampled_from([*CLASSES, None]), st.integers(0, 5)), min_size=8))
def test_strict_is_at_most_wrong_which_is_at_most_left_out_which_is_at_most_right(rows):
    truth = [*CLASSES, *(truth for truth, _, _ in rows)]
    said = ["Class: flood", "**fire**", "storm"]
    said += [UNREAD[at % len(UNREAD)] if label is None else DRESSES[at].format(label) for _, label, at in rows]
    system = evaluated(said, truth, classes=CLASSES, unread="wrong").systems[0]
    for metric in ("accuracy", "recall_macro"):
        one = bounds(evaluated(said, truth, classes=CLASSES, unread="wrong", metrics=metric).systems[0], metric)
        assert one.strict <= one.wrong <= one.right
        if metric == "accuracy":
            assert one.wrong <= one.left_out <= one.right
    assert sum(each.count for each in system.outputs.counts) == len(truth)


def test_every_prediction_is_written_with_its_outcome(mercalli, tmp_path):
    with (tmp_path / "data.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["truth", "pred"], *zip(TRUTH, A, strict=True)])
    assert mercalli("evaluate", "data.csv", "--out", "report").returncode == 0
    with (tmp_path / "report" / "pred_detailed_predictions.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["outcome"] for row in rows] == ["read"] * 4 + ["refused", "missing"] + ["read"] * 4
    assert [row["predicted_class"] for row in rows] == ["u", "u", "u", "c", "", "", "c", "c", "c", "u"]
    assert rows[0]["how"] == "prefix"
