"""Unread answers: left out, in gates, in the folder, and what they are called."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import mercalli as package
from tests.tasks.labels.test_outputs import TRUTH, A, B, evaluated
from tests.telling.screens import screen

HOSTILE = "<script>alert(1)</script> \x1b[31m I cannot help with that"


def written(folder: Path, pred: list[str | None], name: str = "data.csv") -> Path:
    with (folder / name).open("w", newline="") as file:
        csv.writer(file).writerows([["truth", "pred"], *zip(TRUTH, pred, strict=True)])
    return folder / name


def test_a_score_of_the_answered_says_so_beside_the_score_as_wrong() -> None:
    result = evaluated({"A": A, "B": B}, unread="exclude", metrics="accuracy")
    told = " ".join(screen(result).split())
    assert "accuracy of the answered 0.750" in told
    assert "With unread answers counted as wrong, accuracy is: A 0.600." in told
    assert result["A"].outputs.bounds[0].wrong == pytest.approx(0.6)
    assert json.loads(package.to_json(result))["systems"][0]["outputs"]["excluded"] is True


def test_outcomes_are_counted_although_they_are_left_out() -> None:
    outputs = evaluated({"A": A}, unread="exclude").systems[0].outputs
    assert (outputs.n, outputs.unread) == (10, 2)


GATES = ["accuracy<=0.7", "accuracy.robust>=0.6", "accuracy.robust<=0.7", "class:u.recall.robust<=0.6"]


def test_a_gate_shows_what_other_ways_to_count_would_find() -> None:
    gates = evaluated({"A": A}, gates=GATES).gates
    assert gates[0].bounds.ways == pytest.approx((0.6, 0.8, 0.75, 0.6))
    assert [gate.passed for gate in gates] == [True, True, False, False]
    assert [gate.value for gate in gates] == pytest.approx([0.6, 0.6, 0.8, 5 / 6])


def test_a_robust_gate_on_plain_labels_looks_at_the_value() -> None:
    (gate,) = evaluated({"B": B}, gates=["accuracy.robust>=0.7"]).gates
    assert (gate.value, gate.passed, gate.bounds) == (pytest.approx(0.7), True, None)


def test_robust_gates_look_at_slices_too() -> None:
    halves = ["one"] * 5 + ["two"] * 5
    gates = evaluated({"A": A}, by={"half": halves}, gates=["slice:half.accuracy.robust>=0.1"]).gates
    assert [(gate.place, gate.bounds.wrong) for gate in gates] == [("half=one", 0.6), ("half=two", 0.6)]


def test_the_command_tells_a_robust_gate_that_is_missed(mercalli, tmp_path: Path) -> None:
    written(tmp_path, A)
    done = mercalli("evaluate", "data.csv", "--replicates", "0", "--gate", "accuracy.robust<=0.7")
    assert done.returncode == 1
    assert "unread wrong 0.6000, right 0.8000, left out 0.7500, only whole answers 0.6000" in done.stderr


def test_the_map_of_a_report_gives_its_labels_again(mercalli, tmp_path: Path) -> None:
    written(tmp_path, A)
    assert mercalli("evaluate", "data.csv", "--out", "report", "--replicates", "0").returncode == 0
    done = mercalli("evaluate", "data.csv", "--answer-map", "report/answers.csv", "--replicates", "0", "--json")
    again, first = json.loads(done.stdout), json.loads((tmp_path / "report" / "result.json").read_text())
    assert again["systems"][0]["table"] == first["systems"][0]["table"]


def test_examples_are_on_the_page_as_text_and_not_in_the_sealed_result(mercalli, tmp_path: Path) -> None:
    written(tmp_path, [*A[:4], HOSTILE, *A[5:]])
    assert mercalli("evaluate", "data.csv", "--out", "report", "--replicates", "0").returncode == 0
    page = (tmp_path / "report" / "index.html").read_text()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "\x1b" not in page
    assert "alert(1)" not in (tmp_path / "report" / "result.json").read_text()


def test_without_texts_neither_examples_nor_a_map_are_written(mercalli, tmp_path: Path) -> None:
    written(tmp_path, [*A[:4], HOSTILE, *A[5:]])
    asked = ("evaluate", "data.csv", "--out", "report", "--replicates", "0", "--no-text")
    assert mercalli(*asked).returncode == 0
    assert not any("alert(1)" in file.read_text(errors="replace") for file in (tmp_path / "report").iterdir())
    predictions = (tmp_path / "report" / "pred_detailed_predictions.csv").read_text()
    assert "refused" in predictions
    assert "I cannot" not in predictions
    assert not (tmp_path / "report" / "answers.csv").exists()


def test_an_unread_answer_is_called_unread_in_tables_of_errors() -> None:
    system = evaluated({"A": A}).systems[0]
    assert {each.pred for each in system.confusions} == {"u", "c", "(unread)"}
    assert {each.pred for each in evaluated(["hail", *B[1:]]).systems[0].confusions} >= {"(outside the classes)"}


def test_the_work_for_people_is_counted() -> None:
    told = " ".join(screen(evaluated({"A": A})).split())
    assert "Work for people" in told
    assert "200.0" in told


def test_a_frequent_bare_answer_that_is_no_class_is_named() -> None:
    pred = ["Class: u"] * 8 + ["hail", "Hail"]
    outputs = evaluated(pred).systems[0].outputs
    assert [(each.label, each.count) for each in outputs.undeclared] == [("hail", 2)]
    assert "declare it if it is one" in " ".join(screen(evaluated(pred)).split())


def test_disagreements_of_outputs_say_unread(mercalli, written):
    rows = "truth,a,b\nfire,I can't assist with that.,fire\nfire,Class: fire,flood\nflood,flood,flood\n"
    said = mercalli("compare", written("rows.csv", rows), "--pred", "a,b", "--replicates", "100", "--json").stdout
    assert "(unread)" in said
    assert "(outside the classes)" not in said


def test_compare_does_not_read_copies_of_the_text(mercalli, written):
    text = "there is a large fire near the old harbour"
    rows = f"text,truth,a,b\n{text},flood,{text}. This is a flood.,fire\nx,fire,Class: fire,fire\ny,flood,flood,flood\n"
    asked = ("compare", written("rows.csv", rows), "--pred", "a,b", "--replicates", "100")
    assert "unread" in mercalli(*asked).stdout
    assert "unread" not in mercalli(*asked, "--text", "text").stdout


def test_each_pair_shows_its_differences_with_unread_answers_counted_in_other_ways():
    shown = screen(package.compare(truth=TRUTH, pred={"a": A, "b": B}, metrics=["accuracy"], replicates=100))

    assert "2 unread answers (a 2, b 0), counted in other ways" in shown
    assert "accuracy    -0.100    +0.000  -0.100   +0.100  depends on them" in shown
