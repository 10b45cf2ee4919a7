"""Outputs that give any number of labels, as `multilabel` reads them."""

from __future__ import annotations

import csv

import pytest

import mercalli

ROWS = {
    "truth": ["fire;flood", "", "flood", "fire"],
    "pred": ["Labels: fire, flood", "none", '["flood"]', "fire, hail"],
}


def test_outputs_are_read_as_sets():
    found = mercalli.answers(ROWS, pred="pred", truth="truth", sets=True).outputs
    assert {each.output: (each.outcome, each.label) for each in found} == {
        "Labels: fire, flood": ("read", "fire; flood"),
        "none": ("read", ""),
        '["flood"]': ("read", "flood"),
        "fire, hail": ("unreadable", None),
    }


def test_the_map_of_sets_goes_back_to_multilabel(tmp_path):
    settings = mercalli.AnswerSettings(answer_map=str(tmp_path / "map.csv"))
    (tmp_path / "map.csv").write_text('output,outcome,label\n"fire, hail",read,fire\n', encoding="utf-8")
    found = mercalli.answers(ROWS, pred="pred", truth="truth", sets=True, answers=settings).outputs
    assert {each.output: each.label for each in found}["fire, hail"] == "fire"


def judged(path, **said):
    """A sample of all four outputs, and what a person says about them."""
    with (path / "data.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([ROWS, *zip(*ROWS.values(), strict=True)])
    known = {"Labels: fire, flood": "flood; fire", '["flood"]': "flood"}
    rows = [(output, 1, "", label) for output, label in {**known, **said}.items()]
    rows += [("none", 1, "read", ""), ("fire, hail", 1, "unreadable", "")]
    with (path / "check.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("output", "drawn", "person_outcome", "person_label"), *rows])
    return mercalli.answers(path / "data.csv", pred="pred", truth="truth", sets=True, judged=path / "check.csv").check


def test_a_person_who_writes_a_set_in_another_order_agrees_with_the_reader(tmp_path):
    assert judged(tmp_path).errors.value == 0


def test_a_set_with_a_label_too_many_is_a_wrong_one_and_none_is_invented(tmp_path):
    check = judged(tmp_path, **{"Labels: fire, flood": "fire"})
    assert check.errors.value == pytest.approx(1 / 4)
    assert check.invented.value == 0
    assert sum(each.wrong for each in check.stages) == 1


def test_a_label_that_is_no_class_in_a_judged_set_is_told_with_its_line(tmp_path):
    with pytest.raises(mercalli.MercalliError, match=r"^Line 3 of 'check\.csv' has the label 'flood; hail'"):
        judged(tmp_path, **{'["flood"]': "flood; hail"})
