"""`mercalli models` in a process of its own: screens, sealed results, folders, and what it refuses."""

from __future__ import annotations

import csv

import pytest

from mercalli import from_json
from tests.shell.screen import plain, refused

TRUTH = ["fire", "flood", "calm", "fire"] * 10


@pytest.fixture
def choosing(mercalli, tmp_path):
    """The command in a folder of answers."""
    wide = [(at, truth, truth, "fire", truth if at % 3 else "calm") for at, truth in enumerate(TRUTH)]
    write(tmp_path / "wide.csv", ["id", "truth", "one", "two", "three"], wide)
    long = [
        (at, model, prompt, sample, f"Label: {truth}" if (at + sample) % 4 else "I cannot classify this.")
        for at, truth in enumerate(TRUTH)
        for model in ("big", "small")
        for prompt in ("p", "q")
        for sample in (1, 2)
    ]
    write(tmp_path / "long.csv", ["custom_id", "model", "prompt", "sample", "output"], long)
    write(tmp_path / "truth.csv", ["id", "gold"], list(enumerate(TRUTH)))
    few = [(1, "a", "a", "b", "c"), (2, "b", "b", "b", "c")]
    write(tmp_path / "few.csv", ["id", "truth", "one", "two", "three"], few)
    write(tmp_path / "no_ids.csv", ["truth", "one", "two"], [("a", "a", 1), ("b", "b", 1)])
    return mercalli


def write(path, header, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])


def test_the_screen_begins_with_the_verdict(choosing):
    done = choosing("models", "wide.csv", "--samples", "a=one,three", "--pred", "two")
    assert "a is ahead: accuracy" in plain(done.stdout)
    assert "Asked 2 times, a is right every time on" in plain(done.stdout)


def test_columns_that_make_systems_are_found_and_said(choosing):
    done = choosing("models", "long.csv", "--truth-file", "truth.csv", "--replicates", "100")
    assert "sample: 'sample', factors: 'model', 'prompt'" in plain(done.stdout).replace("\n", " ")
    assert "big / p" in done.stdout


def test_the_sealed_result_comes_back(choosing):
    done = choosing("models", "wide.csv", "--pred", "one,two", "--json")
    result = from_json(done.stdout)
    assert [each.name for each in result.systems] == ["one", "two"]


def test_a_folder_holds_a_page_and_tables_and_is_made_again_from_its_result(choosing, tmp_path):
    asked = ("wide.csv", "--samples", "a=one,three", "--pred", "two", "--replicates", "100")
    assert choosing("models", *asked, "--out", "report").returncode == 0
    assert choosing("report", "report/result.json", "--out", "again").returncode == 0
    first, second = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("report", "again")
    )
    assert first == second
    assert set(first) >= {"index.html", "models.csv", "agreement.csv", "errors.csv", "differences.csv", "models.png"}


REFUSALS = {
    "samples without a name": ("few.csv", "--samples", "one,two"),
    "samples of one name twice": ("few.csv", "--samples", "a=one", "--samples", "a=two"),
    "columns and systems": ("few.csv", "--pred", "one,two", "--system", "three"),
    "a sample twice": ("long.csv", "--truth-file", "truth.csv", "--system", "model", "--sample", "sample"),
    "samples without ids": ("no_ids.csv", "--pred", "one", "--sample", "two"),
}


@pytest.mark.parametrize("situation", REFUSALS)
def test_what_is_wrong_with_answers_is_said_in_one_message(situation, choosing, snapshot):
    said = refused(choosing("models", *REFUSALS[situation]))
    assert said == snapshot(f"refused {situation}", said)
