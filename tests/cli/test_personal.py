"""What commands write and print of texts is masked, what goes back in still fits, and no number changes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

PERSONAL = ("@anna_b", "917 532 0538", "anna@example.org", "10.3157")
TEXT = "@anna_b water rising, call +63 917 532 0538, anna@example.org, 10.3157, 123.8854"
MASKED = "[user] water rising, call [phone], [mail], [place]"
LABELS = ("flood", "fire")


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [(f"@{at}", f"{TEXT} {at}", LABELS[at % 2], LABELS[at % 3 % 2], LABELS[at // 2 % 2]) for at in range(40)]
    with Path("d.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("id", "text", "truth", "a", "b"), *rows])
    return "d.csv"


@pytest.fixture
def outputs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [(at, "flood", f"Class: flood, says @u{at} on 0917 532 {1000 + at}") for at in range(30)]
    with Path("o.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("id", "truth", "output"), *rows, (30, "fire", "fire or flood, asks @x")])
    return "o.csv"


def texts_in(folder):
    return {file.name: file.read_bytes().decode(errors="replace") for file in folder.iterdir() if file.suffix != ".png"}


def test_a_report_folder_holds_no_personal_data_but_ids(mercalli, table, tmp_path):
    mercalli("evaluate", table, "--pred", "a,b", "--out", "r", "--replicates", "0", "--profile", "generic")
    files = texts_in(tmp_path / "r")
    assert not [(name, each) for name, text in files.items() for each in PERSONAL if each in text]
    assert MASKED in files["index.html"]
    assert MASKED in files["a_detailed_predictions.csv"]
    assert ",'@0" in files["a_detailed_predictions.csv"]
    assert "are masked (" in files["report.md"]


def test_masks_change_no_number(mercalli, table, tmp_path):
    for name, more in {"r": (), "s": ("--show-personal",)}.items():
        mercalli("evaluate", table, "--pred", "a", "--out", name, "--replicates", "100", *more)
    one, two = (texts_in(tmp_path / name) for name in "rs")
    assert one.keys() == two.keys()
    same = {name for name in one if one[name] == two[name]}
    assert {"metrics.csv", "classes.csv", "confusions.csv", "standard_metrics_comparison.csv"} <= same
    assert all(each in two["a_detailed_predictions.csv"] for each in PERSONAL)
    record, shown = (json.loads(each["result.json"]) for each in (one, two))
    for each in record, shown:
        each["seal"] = ""
        for example in each["systems"][0]["examples"]:
            example["text"] = ""
    assert record == shown


def test_examples_without_texts_say_nothing_of_masks(mercalli, written):
    written("labels.csv", "truth,a,b\n" + "fire,fire,flood\nflood,flood,flood\nflood,fire,flood\n" * 10)
    for more in ([], ["--show-personal"]):
        said = mercalli(
            "compare", "labels.csv", "--pred", "a,b", "--examples", "3", "--replicates", "100", *more
        ).stdout
        assert "Items that one gets right and the other wrong" in said
        assert "masked" not in said


def test_examples_of_a_comparison_are_masked(mercalli, table):
    said = mercalli("compare", table, "--pred", "a,b", "--examples", "3", "--replicates", "100").stdout
    assert "[user] water rising" in said
    assert "--show-personal keeps them" in " ".join(said.split())
    assert "917" not in said
    kept = mercalli("compare", table, "--pred", "a,b", "--examples", "3", "--replicates", "100", "--show-personal")
    assert "917 532 0538" in " ".join(kept.stdout.split())


def test_a_masked_map_still_fits_and_gives_the_same_numbers(mercalli, outputs, tmp_path):
    call = ("answers", outputs, "--pred", "output", "--classes", "fire,flood", "--json")
    before = json.loads(mercalli(*call, "--out", "map.csv").stdout)
    text = (tmp_path / "map.csv").read_text()
    assert '"Class: flood, says [user] on [phone]",read,flood,statement,30' in text
    assert "@" not in text
    after = json.loads(mercalli(*call, "--answer-map", "map.csv").stdout)
    labels = [[(each["output"], each["label"]) for each in result["outputs"]] for result in (before, after)]
    assert labels[0] == labels[1]
    assert {each["how"] for each in after["outputs"]} == {"map"}


def test_a_sample_to_judge_keeps_its_texts_and_says_so(mercalli, outputs, tmp_path):
    said = mercalli(
        "answers", outputs, "--pred", "output", "--classes", "fire,flood", "--check", "5", "--sample", "s.csv"
    )
    assert "not masked" in " ".join(said.stdout.split())
    assert "0917 532 10" in (tmp_path / "s.csv").read_text()
    judged = mercalli("answers", outputs, "--pred", "output", "--classes", "fire,flood", "--judged", "s.csv")
    assert judged.returncode == 0


def test_predictions_keep_ids_and_mask_what_is_copied_beside_them(mercalli, table, tmp_path):
    mercalli("train", table, "--label", "truth", "--out", "m", "--replicates", "100")
    plain = mercalli("predict", "m", table, "--label", "truth", "--keep", "text", "--why", "2")
    assert f'@0,"{MASKED} 0"' in plain.stdout
    assert "--show-personal keeps them" in plain.stderr
    kept = mercalli("predict", "m", table, "--label", "truth", "--keep", "text", "--show-personal")
    assert "917 532 0538" in kept.stdout
    assert "masked" not in kept.stderr
    assert not [name for name, text in texts_in(tmp_path / "m").items() if any(each in text for each in PERSONAL)]


def test_feedback_is_compared_with_a_masked_test_as_with_the_exact_one(mercalli, table, tmp_path):
    reports = []
    for model, more in {"m": (), "s": ("--show-personal",)}.items():
        mercalli("train", table, "--label", "truth", "--out", model, "--replicates", "100", *more)
        mercalli(
            "feedback", "add", f"{model}.jsonl", "--model", model, "--from", table, "--label", "truth", "--who", "me"
        )
        report = json.loads(mercalli("feedback", "report", f"{model}.jsonl", "--model", model, "--json").stdout)
        reports.append((report["measures"], report["tested"], [each["recall"] for each in report["labels"]]))
    assert "[phone]" in (tmp_path / "m" / "test_predictions.csv").read_text()
    assert reports[0] == reports[1]


def test_advice_on_texts_is_masked_on_the_screen_and_in_json(mercalli, table):
    for more in ((), ("--json",)):
        said = mercalli("advise", table, "--label", "truth", *more).stdout
        assert "[user]" in said
        assert not any(each in said for each in PERSONAL)
