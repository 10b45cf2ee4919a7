"""Outputs beside other columns: the item's text, which may be repeated, and why the output ended; and objects."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import mercalli

TEXT = "There is a wildfire near the school on the hill and we need help."
ECHO = f"You told me this. {TEXT} This message is about a flood."
TRUTH = ["flood", "flood", "fire"]
ITEMS = [TEXT, "something else that is long enough to be a copy", None]
CLASSES = ["flood", "fire", "wildfire"]


def frames() -> list[str]:
    return ["dict", "pandas", "polars", "pyarrow"]


def framed(kind: str, columns: dict[str, list[object]]) -> object:
    if kind == "pandas":
        return pytest.importorskip("pandas").DataFrame(columns)
    if kind == "polars":
        return pytest.importorskip("polars").DataFrame(columns)
    return columns if kind == "dict" else pytest.importorskip("pyarrow").table(columns)


def evaluated(data: object, **given: object) -> mercalli.Evaluation:
    return mercalli.evaluate(data, truth="truth", pred="pred", classes=CLASSES, replicates=0, **given)


@pytest.mark.parametrize("kind", frames())
def test_a_copy_of_the_item_is_not_read(kind: str) -> None:
    data = framed(kind, {"truth": TRUTH, "pred": [ECHO, ECHO, "fire"], "text": ITEMS})
    alone = evaluated(data, unread="wrong").systems[0].outputs
    beside = evaluated(data, answers=mercalli.AnswerSettings(text="text", unread="wrong")).systems[0]
    assert (alone.count("ambiguous"), beside.outputs.count("ambiguous")) == (2, 1)
    assert beside.table.cells[0][0] == 1


@pytest.mark.parametrize("kind", frames())
def test_what_was_cut_off_or_filtered_and_names_no_class_is_told_as_such(kind: str) -> None:
    pred = ["Class: flood", "I think that", None, None, "flood"]
    ends = ["length", "length", "content_filter", "stop", "content_filter"]
    data = framed(kind, {"truth": ["flood"] * 5, "pred": pred, "finish_reason": ends})
    outputs = evaluated(data, unread="wrong").systems[0].outputs
    assert [outputs.count(each) for each in ("read", "unreadable", "refused", "missing")] == [2, 1, 1, 1]


def test_why_outputs_ended_belongs_to_one_of_several_systems() -> None:
    data = {
        "truth": ["flood", "fire"],
        "a": ["Class: flood", None],
        "b": ["Class: flood", None],
        "b_finish_reason": ["stop", "content_filter"],
        "finish_reason": ["content_filter", "content_filter"],
    }
    result = mercalli.evaluate(data, truth="truth", pred=["a", "b"], classes=CLASSES, replicates=0)
    assert [system.outputs.count("refused") for system in result.systems] == [0, 1]


@pytest.mark.parametrize("kind", frames())
def test_objects_and_lists_are_outputs(kind: str) -> None:
    objects = [{"label": "flood", "reason": "fire"}, {"label": "fire", "reason": None}, {"label": None, "reason": "a"}]
    data = framed(kind, {"truth": TRUTH, "pred": objects})
    outputs = evaluated(data, unread="wrong").systems[0].outputs
    assert [(each.outcome, each.how, each.count) for each in outputs.counts] == [
        ("read", "json", 2),
        ("missing", "json", 1),
    ]


def test_every_prediction_is_written_with_what_the_other_columns_make_of_it(mercalli, tmp_path: Path) -> None:
    rows = zip(TRUTH, [ECHO, ECHO, ""], ITEMS, ["stop", "stop", "content_filter"], strict=True)
    with (tmp_path / "data.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["truth", "pred", "text", "finish_reason"], *rows])
    asked = ("evaluate", "data.csv", "--text", "text", "--classes", ",".join(CLASSES), "--out", "report")
    done = mercalli(*asked, "--unread", "wrong", "--replicates", "0")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "report" / "pred_detailed_predictions.csv").open(newline="") as file:
        found = [(row["outcome"], row["predicted_class"]) for row in csv.DictReader(file)]
    assert found == [("read", "flood"), ("ambiguous", ""), ("refused", "")]
