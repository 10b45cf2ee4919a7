"""What is read in outputs, told; the map that is passed back; the sample that a person judges."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import mercalli as package
from mercalli.errors import FileError, InputError
from tests.telling.screens import screen

CLASSES = ["flood", "fire", "storm"]
OUTPUTS = [
    *["flood"] * 40,
    *["Class: fire"] * 30,
    *["**storm**"] * 10,
    *["I would say that this is flood."] * 8,
    *["I'm sorry, but I can't assist with that."] * 4,
    *["hail"] * 4,
    "=1+1 is fire?",
    " 'fire' \r\n",
    '{"label": "storm"}',
    "",
]
TRUTH = ["flood", "fire", "storm", "fire"] * 25


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with (tmp_path / "data.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["truth", "pred"], *zip(TRUTH, OUTPUTS, strict=True)])
    return tmp_path / "data.csv"


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path: Path, content: list[dict[str, str]]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(content[0]))
        writer.writeheader()
        writer.writerows(content)


def test_the_most_frequent_outputs_come_first_with_what_was_read() -> None:
    report = package.answers(pred=OUTPUTS, classes=CLASSES)
    first = report.outputs[:3]
    assert [(each.output, each.label, each.how, each.count) for each in first] == [
        ("flood", "flood", "exact", 40),
        ("Class: fire", "fire", "prefix", 30),
        ("**storm**", "storm", "wrapped", 10),
    ]
    assert sum(each.count for each in report.counts) == report.n == 100


def test_the_verdict_says_how_much_is_read_and_what_to_do() -> None:
    lines = [line for line in screen(package.answers(pred=OUTPUTS, classes=CLASSES)).splitlines() if line.strip()]
    assert "of 100 outputs are read" in lines[2]
    assert "is no class: declare it" in " ".join(lines[3:8])


def test_a_frequent_bare_answer_is_told_to_be_declared() -> None:
    found, *_ = package.answers(pred=OUTPUTS, classes=CLASSES).undeclared
    assert (found.label, found.count) == ("hail", 4)


def test_nothing_is_refused_because_it_is_unread() -> None:
    report = package.answers(pred=["whatever you say, my friend"] * 9 + ["Class: fire"], classes=CLASSES)
    assert "More than half" in screen(report)


def test_classes_are_needed_from_somewhere() -> None:
    with pytest.raises(InputError, match=r"Name a profile .* the classes .* or the column of true classes"):
        package.answers({"pred": OUTPUTS}, pred="pred")


@pytest.mark.parametrize("mode", ["usual", "strict"])
def test_the_map_that_was_written_gives_the_same_labels_in_any_mode(mercalli, data: Path, mode: str) -> None:
    assert mercalli("answers", "data.csv", "--pred", "pred", "--out", "answers.csv").returncode == 0
    classes, one = {"truth": TRUTH, "pred": OUTPUTS}, {"truth": "truth", "pred": "pred", "replicates": 0}
    plain = package.evaluate(classes, **one).systems[0]
    settings = package.AnswerSettings(mode, answer_map=data.parent / "answers.csv")
    mapped = package.evaluate(classes, **one, answers=settings).systems[0]
    assert mapped.table == plain.table
    assert {each.how for each in mapped.outputs.counts} == {"map"}


def test_a_map_is_corrected_and_passed_back(mercalli, data: Path) -> None:
    assert mercalli("answers", "data.csv", "--out", "answers.csv", "--most", "0").returncode == 0
    corrected = [
        {**row, "outcome": "read", "label": "storm"} if row["output"] == "hail" else row
        for row in rows(data.parent / "answers.csv")
    ]
    write_rows(data.parent / "answers.csv", corrected)
    done = mercalli("answers", "data.csv", "--answer-map", "answers.csv", "--json")
    found = {each["output"]: each["label"] for each in json.loads(done.stdout)["outputs"]}
    assert found["hail"] == "storm"


def judge(path: Path, **other: tuple[str, str]) -> None:
    """What a person says: as the reader does, with some differences."""
    known = {row["output"]: (row["outcome"], row["label"]) for row in rows(path.parent / "answers.csv")}
    judged = rows(path)
    for row in judged:
        row["person_outcome"], row["person_label"] = {**known, **other}[row["output"]]
    write_rows(path, judged)


def drawn(mercalli, *more: str) -> None:
    asked = ("answers", "data.csv", "--out", "answers.csv", "--check", "60", "--sample", "check.csv", *more)
    done = mercalli(*asked)
    assert done.returncode == 0, done.stderr


def test_a_reader_without_errors_has_an_interval_all_the_same(mercalli, data: Path) -> None:
    drawn(mercalli)
    judge(data.parent / "check.csv")
    report = package.answers(data, pred="pred", truth="truth", judged=data.parent / "check.csv")
    errors = report.check.errors
    assert (errors.value, errors.low) == (0.0, 0.0)
    assert 0 < errors.high < 0.2
    assert "No label was invented" in screen(report)


def test_invented_labels_are_told_first_and_weigh_as_their_stage_does(mercalli, data: Path) -> None:
    drawn(mercalli)
    said = {"I would say that this is flood.": ("unreadable", "")}
    judge(data.parent / "check.csv", **said)
    report = package.answers(data, pred="pred", truth="truth", judged=data.parent / "check.csv")
    stage = next(each for each in report.check.stages if each.invented)
    assert stage.invented == stage.judged
    assert report.check.errors.value == pytest.approx(stage.items / 100)
    assert "The reader invented labels" in screen(report).split("read (")[0]


def test_the_same_seed_draws_the_same_sample(mercalli, data: Path) -> None:
    drawn(mercalli)
    first = (data.parent / "check.csv").read_bytes()
    drawn(mercalli, "--overwrite")
    assert (data.parent / "check.csv").read_bytes() == first


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"output": "never said"}, "line 2 of 'check.csv' judges 'never said', which is no output of the data"),
        ({"person_outcome": "readd"}, "has the outcome 'readd'. Did you mean 'read'?"),
        ({"person_label": "hail"}, "has the label 'hail', which is no class"),
        ({"drawn": "0"}, "needs a whole number of at least 1 as 'drawn'"),
        ({"drawn": "4000"}, "says that 4,000 items were drawn"),
    ],
)
def test_a_mistake_in_a_judged_sample_is_told_with_its_line(mercalli, data: Path, change, said: str) -> None:
    drawn(mercalli)
    judge(data.parent / "check.csv")
    first, *others = rows(data.parent / "check.csv")
    first = {**first, "person_outcome": "read", "person_label": "fire", **change}
    write_rows(data.parent / "check.csv", [first, *others])
    with pytest.raises(FileError) as refused:
        package.answers(data, pred="pred", truth="truth", judged=data.parent / "check.csv")
    assert said.lower() in str(refused.value).lower()


def test_what_was_left_blank_is_counted_and_nothing_is_made_up(mercalli, data: Path) -> None:
    drawn(mercalli)
    report = package.answers(data, pred="pred", truth="truth", judged=data.parent / "check.csv")
    assert report.check.errors.value is None
    assert "cannot be said" in screen(report)


@pytest.mark.parametrize(
    "asked", [("--check", "5"), ("--sample", "check.csv"), ("--out", "data.csv"), ("--options", "A"), ("--pred", "x")]
)
def test_what_cannot_be_done_is_refused_in_words(mercalli, data: Path, asked: tuple[str, ...]) -> None:
    done = mercalli("answers", data.name, *asked)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr


def test_a_report_survives_being_sealed(tmp_path: Path) -> None:
    report = package.answers(pred=OUTPUTS, classes=CLASSES)
    package.write_result(report, tmp_path / "result.json")
    assert package.read_result(tmp_path / "result.json") == report
