"""How a label is matched to a class."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import ClassError
from mercalli.inputs.classes import ClassList, label_text, normal

CLASSES = ["caution_and_advice", "sympathy", "other"]


def supports(**roles):
    """Class name -> rows of truth."""
    (system,) = mercalli.evaluate(**roles, replicates=0).systems
    return {report.name: report.support for report in system.classes}


@pytest.mark.parametrize(
    "written",
    [
        "caution_and_advice",
        "Caution_And_ADVICE",
        "caution and advice",
        "caution-and-advice",
        "caution - and   advice",
        "caution__and_advice",
        "  caution and advice\t",
        "caution\u00a0and\u00a0advice",
        '"caution and advice"',
        "'caution and advice'",
        "`caution_and_advice`",
        "\u201cCaution and advice\u201d",
        "\u2018caution and advice\u2019",
        "Caution and advice.",
        '"Caution and advice."',
        '"Caution and advice".',
    ],
)
def test_a_label_as_language_models_write_it_means_its_class(written):
    assert ClassList.check(CLASSES).code(written) == 0


@pytest.mark.parametrize("written", ["caution", "caution and advices", "caution, and advice", "advice and caution", ""])
def test_a_label_that_differs_in_its_words_means_no_class(written):
    assert ClassList.check(CLASSES).code(written) is None


@pytest.mark.parametrize("written", ["a.", "'a'", '"A".', "a-b", " ", ".", "''", "-1", "\u00c9t\u00e9", "STRASSE"])
def test_normalising_twice_changes_nothing(written):
    assert normal(normal(written)) == normal(written)


def test_a_letter_with_its_accent_is_one_letter_however_it_is_composed():
    assert normal("for\u00eat") == normal("fore\u0302t")


def test_a_minus_is_not_taken_for_a_hyphen_before_a_number():
    assert supports(truth=["-1", "1", "-1"], pred=["1", "1", "1"]) == {"-1": 2, "1": 1}


def test_a_label_of_only_quotes_or_stops_stays_a_label_of_its_own():
    assert supports(truth=["''", ".", "a"], pred=["a", "a", "a"]) == {"''": 1, ".": 1, "a": 1}


def test_an_alias_of_the_profile_means_its_class():
    found = supports(truth=["Don't know, can't judge", "not relevant"], pred=["not relevant"] * 2, profile="humaid")
    assert (found["dont_know_cant_judge"], found["not_humanitarian"]) == (1, 1)


def test_a_name_wins_over_an_alias_of_the_same_spelling():
    classes = ClassList.check(["fire", "flood"], {"Fire": "flood", "blaze": "fire"})
    assert (classes.code("FIRE"), classes.code("blaze")) == (0, 0)


def test_respelt_labels_are_reported():
    (system,) = mercalli.evaluate(truth=["Fire", "flood"], pred=["fire", "flood"], classes=["fire", "flood"]).systems
    assert "Spellings were matched to classes: 'Fire' as 'fire'." in system.notes


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (3, "3"),
        (np.int8(3), "3"),
        (np.float32(3), "3"),
        (2.5, "2.5"),
        (b"fire", "fire"),
        (" fire ", "fire"),
    ],
)
def test_the_same_label_of_another_type_has_the_same_text(value, text):
    assert label_text(value) == text


def test_whole_floats_and_whole_numbers_are_one_class():
    assert supports(truth=[1.0, 2.0, 1.0], pred=[1, 2, 2]) == {"1": 2, "2": 1}


@pytest.mark.parametrize("written", ["3.0", "3.00", " 3.0 ", '"3.0"', "3.", "3.0."])
def test_a_whole_number_is_one_however_its_zeros_are_written(written):
    assert normal(written) == normal("3")


@pytest.mark.parametrize("written", ["3.5", "v3.0", "3.0.0", "03"])
def test_what_only_looks_like_a_whole_number_stays_apart(written):
    assert normal(written) != normal("3")


def test_whole_floats_in_a_file_are_whole_numbers(tmp_path):
    (tmp_path / "rows.csv").write_text("truth,pred\n1,1.0\n0,0.0\n-2.0,-2\n-0.0,0\n", encoding="utf-8")
    found = mercalli.evaluate(tmp_path / "rows.csv", truth="truth", pred="pred", metrics="accuracy")["pred"]
    assert (found.table.classes, found.measure("accuracy").value) == (("-2", "0", "1"), 1)
    assert not any("Spellings" in note for note in found.notes)


def test_whole_floats_give_the_same_digest_from_a_file_as_from_arrays(tmp_path):
    (tmp_path / "rows.csv").write_text("truth,pred\n1.0,1\n0.0,1\n", encoding="utf-8")
    of_file = mercalli.evaluate(tmp_path / "rows.csv", truth="truth", pred="pred")["pred"]
    assert of_file.digest == mercalli.evaluate(truth=[1.0, 0.0], pred=[1, 1])["pred"].digest


def test_inferred_classes_are_those_of_the_truth_with_numbers_in_numeric_order():
    assert list(supports(truth=["10", "9", "x"], pred=["9", "9", "a"])) == ["9", "10", "x"]


def test_inferred_classes_merge_spellings():
    assert supports(truth=["Fire", "fire", "flood"], pred=["fire"] * 3) == {"Fire": 2, "flood": 1}


def test_inferred_classes_are_only_those_that_occur():
    assert supports(truth=np.array([1, 5, 9]), pred=np.array([1, 5, 5])) == {"1": 1, "5": 1, "9": 1}


def test_codes_of_bytes_are_no_classes_unless_they_occur():
    assert supports(truth=np.array([2, 7, 7], np.uint8), pred=np.array([2, 7, 2], np.uint8)) == {"2": 1, "7": 2}


def test_truth_values_are_named_as_python_names_them():
    assert supports(truth=np.array([True, False, True]), pred=np.array([True, True, True])) == {"False": 1, "True": 2}


def test_a_declared_class_that_never_occurs_keeps_its_place():
    assert supports(truth=["b", "b"], pred=["b", "b"], classes=["a", "b", "c"]) == {"a": 0, "b": 2, "c": 0}


def test_a_dict_names_the_codes_of_the_data():
    assert supports(truth=[0, 1, 1], pred=[0, 1, 0], classes={0: "calm", 1: "urgent"}) == {"calm": 1, "urgent": 2}


def test_a_dict_may_give_two_codes_one_name():
    found = supports(truth=[0, 1, 2], pred=[0, 0, 0], classes={0: "calm", 1: "urgent", 2: "urgent"})
    assert found == {"calm": 1, "urgent": 2}


def test_a_dict_may_be_used_on_data_that_has_the_names_already():
    found = supports(truth=["calm", "Urgent"], pred=["calm"] * 2, classes={0: "calm", 1: "urgent"})
    assert found == {"calm": 1, "urgent": 1}


def test_a_dict_means_what_it_says_when_a_name_looks_like_another_code():
    assert supports(truth=[0, 1, 1], pred=[0, 1, 1], classes={0: "1", 1: "0"}) == {"1": 1, "0": 2}


def test_a_dict_whose_codes_cannot_be_told_apart_is_refused():
    with pytest.raises(ClassError):
        mercalli.evaluate(truth=["a", "A"], pred=["a", "A"], classes={"a": "calm", "A": "urgent"})


def test_a_dict_names_codes_by_the_classes_of_a_profile():
    names = {0: "Not humanitarian", 1: "requests_or_needs"}
    found = supports(truth=[0, 1, 1], pred=[0, 1, 0], classes=names, profile="humaid")
    assert found == {"not_humanitarian": 1, "requests_or_urgent_needs": 2}


def test_a_dict_with_blanks_around_a_name_names_the_class_of_a_profile():
    names = {0: " not_humanitarian", 1: "caution_and_advice "}
    found = supports(truth=[0, 1, 1], pred=[0, 1, 0], classes=names, profile="humaid")
    assert found == {"not_humanitarian": 1, "caution_and_advice": 2}


def test_two_names_of_one_class_of_a_profile_are_refused():
    with pytest.raises(ClassError):
        supports(
            truth=["requests_or_needs"],
            pred=["requests_or_needs"],
            classes=["requests_or_needs", "requests_or_urgent_needs"],
            profile="humaid",
        )


def test_two_classes_of_one_spelling_are_refused():
    with pytest.raises(ClassError, match="same after normalisation"):
        ClassList.check(["Fire", "fire."])


def test_a_very_long_run_of_quotes_is_matched_in_a_single_pass():
    assert normal('"' * 1_000_000 + "Fire" + ".'" * 500_000) == "fire"
