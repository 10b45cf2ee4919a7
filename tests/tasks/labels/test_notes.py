"""What a reader is told before relying on a result."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.errors import ClassError
from tests.tasks.labels.messages import report, rows


def noted(words, system):
    return any(words in note for note in system.notes)


def test_few_rows_are_noted():
    assert noted("Only 4 rows", rows("aabb", "aabb"))
    assert not noted("Only", rows("ab" * 20, "ab" * 20))


def test_few_units_are_noted():
    assert noted("Only 4 units", rows("ab" * 20, "ab" * 20, unit=[0, 1, 2, 3] * 10))


def test_skewed_classes_are_noted_with_their_ratio():
    assert noted("skewed 19:1 (a to b)", rows("a" * 38 + "bb", "a" * 40))
    assert not noted("skewed", rows("a" * 20 + "bb", "a" * 22))


def test_being_no_better_than_the_majority_is_noted():
    assert noted("No better than always predicting the most frequent class", rows("aaab", "aaaa"))
    assert not noted("No better", rows("ab" * 20, "ab" * 20))


def test_being_worse_than_a_perfect_majority_is_noted():
    assert noted("No better than always predicting", rows("a" * 40, "a" + "b" * 39, classes="ab"))
    assert not noted("No better", rows("a" * 40, "a" * 40, classes="ab", metrics="accuracy"))


@pytest.mark.parametrize(("replicates", "said"), [(0, "numbers are rough"), (100, "intervals are")])
def test_notes_speak_of_intervals_only_where_there_are_any(replicates, said):
    few = rows("ab" * 10, "ab" * 5 + "aa" * 5, unit=[0, 1, 2, 3] * 5, replicates=replicates)
    assert noted(f"Only 20 rows: {'the ' if not replicates else ''}{said}", few)
    assert noted("interval", few) == bool(replicates)


def test_what_is_undefined_is_not_said_to_have_an_interval():
    assert not noted("Undefined in some replicates", rows("a" * 40, "a" * 40, metrics="mcc", replicates=100))


def test_a_name_of_any_length_makes_a_short_note():
    long = "x" * 10_000
    assert max(map(len, rows([long, *"a" * 30], [long, *"a" * 30]).notes)) < 300


def test_other_spellings_are_noted():
    system = report({"truth": ["Not humanitarian"] * 2, "good": ["not_humanitarian."] * 2})
    assert noted("'Not humanitarian' as 'not_humanitarian'", system)


def test_rows_left_out_are_noted():
    system = rows(["a", "b", None, "a"], "abab", missing="drop")
    assert (system.n, system.dropped) == (3, 1)
    assert noted("1 row (25.0%) lacks a truth or a prediction", system)


def test_invalid_predictions_count_as_wrong_in_a_column_of_their_own():
    system = rows(["a", "a", "b", "b"], ["a", "?", "b", "neither"], classes="ab", invalid="wrong")
    assert system.table.cells == ((1, 0, 1), (0, 1, 1))
    assert (system.invalid, system.measure("accuracy").value) == (2, 0.5)
    assert noted("2 predictions (50.0%) are outside the classes", system)


def test_the_invalid_column_is_no_class_of_its_own():
    system = rows(["a", "a", "b", "b"], ["a", "?", "b", "?"], classes="ab", invalid="wrong")
    assert [each.name for each in system.classes] == ["a", "b"]
    assert system.measure("precision_macro").value == 1.0


def test_an_invalid_prediction_costs_as_much_as_the_costliest_confusion():
    truth = ["sympathy_and_support"] * 4
    system = rows(truth, [*truth[:3], "?"], profile="humaid", invalid="wrong")
    assert system.measure("ecs").value == pytest.approx(1 - 2.0 / (2 * 4))


def test_a_class_that_the_profile_does_not_know_gets_its_defaults():
    truth = ["injured_or_dead_people"] * 2 + ["looting"] * 2
    system = rows(truth, ["injured_or_dead_people", "looting"] * 2, profile="humaid", unknown="default")
    assert system.measure("dua").value == pytest.approx((5 + 1) / (10 + 2))
    assert system.measure("ar").value == pytest.approx((4 + 1) / (8 + 2))
    assert system.measure("ecs").value == pytest.approx(1 - (1 + 1) / (2 * 4))
    assert noted("does not have looting", system)


def test_an_unknown_class_belongs_to_the_default_level():
    truth = ["injured_or_dead_people"] * 2 + ["looting"] * 2
    levels = {each.level: each for each in rows(truth, truth, profile="humaid", unknown="default").levels}
    assert levels["informational"].total == 2


def test_predictions_that_are_scores_are_told_and_where_scores_are_judged():
    pred = [at / 100 for at in range(60)]
    with pytest.raises(ClassError, match=r"59 of 60 .* They look like scores: mercalli threshold evaluates those"):
        mercalli.evaluate(truth=[0, 1] * 30, pred=pred, replicates=0)


def test_predictions_of_which_most_are_no_class_are_refused_with_examples():
    with pytest.raises(ClassError, match=r"3 of 4 predictions of 'pred'.*'x', 'y', 'z'\. .*Is this the column"):
        mercalli.evaluate(truth=list("aabb"), pred=list("xyzb"), replicates=0)


@pytest.mark.parametrize("settings", [{"invalid": "wrong"}, {"unread": "wrong"}])
def test_most_predictions_outside_the_classes_lead_the_verdict_where_they_count(settings):
    pred = {"one": ["a", "red tide", "mud", "mud"] * 10, "two": list("abab") * 10}
    for judge in (mercalli.evaluate, mercalli.compare):
        lines = judge(truth=list("aabb") * 10, pred=pred, replicates=100, **settings).verdict.lines
        assert lines[0].warns
        assert lines[0].text.startswith("one names a class for only 10 of 40 items; all others count as wrong.")


def test_half_of_the_predictions_may_be_outside_the_classes():
    (system,) = mercalli.evaluate(truth=list("aabb"), pred=list("axyb"), replicates=0).systems
    assert system.measure("accuracy").value == pytest.approx(1 / 2)


def test_a_few_predictions_that_are_no_truth_are_shown_and_raise_no_question():
    (system,) = mercalli.evaluate(truth=list("aabb"), pred=list("abbc"), replicates=0).systems
    assert system.notes[0] == "1 prediction (25.0%) is outside the classes and counts as wrong: 'c' (1)."
    assert not any(note.startswith("Most predictions") for note in system.notes)
