"""Reports: everything that a folder holds, made again from its result, and opened."""

import csv
import json
import subprocess

import pytest

from mercalli import diff, from_json, read_result, to_json
from tests.cli.test_results import contents
from tests.shell.command import surroundings

QUICK = ("--replicates", "100", "--metrics", "accuracy")
TEXTS = """\
id,text,truth,pred,a/b
1,calm,fire,fire,fire
2,=cmd(),flood,fire,flood
3,<script>x</script>,flood,fire,fire
4,"two
lines",fire,flood,fire
5,plain,flood,flood,fire
6,more,fire,fire,flood
"""
BOTH = ("--pred", "pred,a/b")
PREDICTIONS = "_detailed_predictions.csv"
MANIFEST = "manifest.json"
ENDED = """\
import os, signal
from mercalli.io import predictions
predictions._limit = lambda _: os.kill(os.getpid(), signal.SIGTERM)
"""


@pytest.fixture
def evaluated(mercalli, written, tmp_path):
    """Evaluates the texts into `report` and gives the folder."""
    written("texts.csv", TEXTS)

    def evaluate(*arguments, file="texts.csv"):
        done = mercalli("evaluate", file, "--out", "report", *QUICK, *arguments)
        assert done.returncode == 0, done.stderr
        return tmp_path / "report"

    return evaluate


def predictions(folder):
    return {name.removesuffix(PREDICTIONS) for name in contents(folder) if name.endswith(PREDICTIONS)}


def rows_of(file):
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_a_report_can_be_made_again_from_its_result_to_the_byte(evaluated, mercalli, tmp_path):
    folder = evaluated(*BOTH, "--latex")
    done = mercalli("report", "report/result.json", "--out", "again", "--latex")
    assert (done.returncode, done.stdout) == (0, "report: again\n")
    unsealed = (PREDICTIONS, MANIFEST)  # predictions are not in a result, and the manifest lists them
    first, second = (
        {name: data for name, data in contents(each).items() if not name.endswith(unsealed)}
        for each in (folder, tmp_path / "again")
    )
    assert first == second


def test_a_report_made_again_in_its_own_place_keeps_the_predictions(evaluated, mercalli):
    folder = evaluated(*BOTH)
    before = contents(folder)
    assert mercalli("report", "report/result.json", "--out", "report").returncode == 2
    assert mercalli("report", "report/result.json", "--out", "report", "--overwrite").returncode == 0
    assert contents(folder) == before


def test_a_comparison_can_be_made_again_from_its_result(mercalli, tmp_path):
    mercalli("compare", "rows.csv", "--pred", "pred,other", "--out", "report", "--latex", *QUICK)
    assert mercalli("report", "report/result.json", "--out", "again", "--latex").returncode == 0
    assert contents(tmp_path / "again") == contents(tmp_path / "report")


def test_a_result_that_was_changed_gives_no_report(mercalli, written, tmp_path):
    sealed = mercalli("evaluate", "rows.csv", "--json", *QUICK).stdout
    written("changed.json", sealed.replace('"n": 6', '"n": 7', 1))
    done = mercalli("report", "changed.json", "--out", "again")
    assert done.returncode == 2
    assert "was changed after it was sealed" in done.stderr
    assert not (tmp_path / "again").exists()


def test_worst_errors_are_part_of_the_result_with_their_texts_and_ids(evaluated):
    (system,) = read_result(evaluated() / "result.json").systems
    assert [(each.id, each.truth, each.pred, each.text) for each in system.examples] == [
        ("2", "flood", "fire", "=cmd()"),
        ("3", "flood", "fire", "<script>x</script>"),
        ("4", "fire", "flood", "two\nlines"),
    ]


def test_as_many_examples_are_kept_as_asked_for(evaluated):
    (system,) = read_result(evaluated("--examples", "1") / "result.json").systems
    assert [each.id for each in system.examples] == ["2"]


def test_without_texts_there_are_none_anywhere(evaluated):
    folder = evaluated("--no-text")
    assert read_result(folder / "result.json").systems[0].examples == ()
    assert all(b"cmd()" not in data for data in contents(folder).values())


def test_texts_can_be_asked_for_without_a_folder(mercalli, written):
    written("texts.csv", TEXTS)
    asked = ("evaluate", "texts.csv", "--json", *QUICK)
    assert from_json(mercalli(*asked).stdout).systems[0].examples == ()
    assert len(from_json(mercalli(*asked, "--text", "text").stdout).systems[0].examples) == 3


def test_columns_of_texts_and_ids_are_said(mercalli, written):
    written("texts.csv", TEXTS)
    assert "text: 'text', id: 'id'" in mercalli("evaluate", "texts.csv", "--out", "report", *QUICK).stdout


def test_every_prediction_is_written_for_every_system(evaluated):
    folder = evaluated(*BOTH)
    assert predictions(folder) == {"pred", "a_b"}
    rows = rows_of(folder / f"a_b{PREDICTIONS}")
    assert [row["id"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert [row["text"] for row in rows][1:4] == ["'=cmd()", "<script>x</script>", "two\nlines"]
    assert [row["correct"] for row in rows] == ["true", "true", "false", "true", "false", "false"]
    results = json.loads((folder / "comprehensive_evaluation_results.json").read_text(encoding="utf-8"))
    assert results["a/b"]["detailed_predictions"] == f"a_b{PREDICTIONS}"


def test_predictions_can_be_left_out(evaluated):
    assert predictions(evaluated(*BOTH, "--no-predictions")) == set()


def test_rows_that_were_dropped_are_not_among_the_predictions(evaluated, written):
    written("gaps.csv", "truth,pred,other\nfire,fire,fire\nflood,,flood\nflood,flood,\n,fire,fire\nfire,flood,fire\n")
    folder = evaluated("--pred", "pred,other", "--missing", "drop", file="gaps.csv")
    assert [system.n for system in read_result(folder / "result.json").systems] == [2, 2]
    assert [row["true_label"] for row in rows_of(folder / f"pred{PREDICTIONS}")] == ["fire", "fire"]


def test_predictions_outside_the_classes_have_no_class(evaluated, written):
    written("outside.csv", "truth,pred,text\nfire,smoke,x\nflood,flood,y\n")
    folder = evaluated("--classes", "fire,flood", "--invalid", "wrong", file="outside.csv")
    row = rows_of(folder / f"pred{PREDICTIONS}")[0]
    assert (row["predicted_label"], row["predicted_class"], row["correct"]) == ("smoke", "", "false")
    assert read_result(folder / "result.json").systems[0].examples[0].pred == "(outside the classes)"


def test_systems_of_one_file_are_compared(evaluated):
    result = read_result(evaluated(*BOTH) / "result.json")
    assert [(pair.first, pair.second) for pair in result.comparison.pairs] == [("pred", "a/b")]


def test_systems_of_files_on_the_same_items_are_compared(evaluated, mercalli, written, tmp_path):
    folder = evaluated()
    written("second.csv", TEXTS.replace("1,calm,fire,fire", "1,calm,fire,flood"))
    done = mercalli("evaluate", "texts.csv", "second.csv", "--out", "both", *QUICK)
    assert done.returncode == 0
    result = read_result(tmp_path / "both" / "result.json")
    assert [(pair.first, pair.second) for pair in result.comparison.pairs] == [("texts", "second")]
    assert predictions(tmp_path / "both") == {"texts", "second"}
    assert result.systems[0].examples == read_result(folder / "result.json").systems[0].examples


def test_systems_on_different_items_are_not_compared_and_it_says_why(mercalli, written, tmp_path):
    written("second.csv", "id,truth,pred\n77,fire,fire\n78,flood,fire\n")
    assert mercalli("evaluate", "rows.csv", "second.csv", "--out", "report", *QUICK).returncode == 0
    result = read_result(tmp_path / "report" / "result.json")
    assert result.comparison is None
    assert any("not compared" in note and "'rows.csv'" in note for note in result.notes)


def test_systems_are_not_compared_without_replicates_and_it_says_why(mercalli, tmp_path):
    mercalli("evaluate", "rows.csv", "--pred", "pred,other", "--replicates", "0", "--out", "report")
    result = read_result(tmp_path / "report" / "result.json")
    assert result.comparison is None
    assert "no replicates" in result.notes[0]


def test_many_systems_are_compared_with_the_best_alone(mercalli, written, tmp_path):
    names = [f"s{at}" for at in range(9)]
    lines = [",".join(["truth", *names]), *(",".join(["ab"[at % 2]] * 9 + ["a"]) for at in range(40))]
    written("many.csv", "\n".join(lines) + "\n")
    done = mercalli("evaluate", "many.csv", "--pred", ",".join(names), "--out", "report", "--no-predictions", *QUICK)
    assert done.returncode == 0, done.stderr
    result = read_result(tmp_path / "report" / "result.json")
    assert [(pair.first, pair.second) for pair in result.comparison.pairs] == [("s0", name) for name in names[1:]]
    assert "Of the 36 pairs of 9 systems only the 8 with s0" in result.notes[0]
    assert result.comparison.ranking("accuracy").groups[0][:2] == ("s0", "s1")


def test_a_command_that_is_ended_leaves_nothing(mercalli, written, tmp_path):
    written("sitecustomize.py", ENDED)
    done = mercalli("evaluate", "rows.csv", "--out", "report", *QUICK, PYTHONPATH=".")
    assert (done.returncode, done.stderr) == (130, "mercalli: stopped.\n")
    assert {file.name for file in tmp_path.iterdir()} <= {"rows.csv", "sitecustomize.py", "__pycache__"}


@pytest.mark.parametrize("blocks", [1, 900])
def test_a_full_disk_leaves_nothing(blocks, tmp_path, demo):
    file = demo / "mercalli-demo" / "predictions.csv"
    command = f"ulimit -f {blocks}; exec mercalli evaluate {file} --pred tfidf_logreg --out report --replicates 100"
    kept = surroundings(PYTHONDONTWRITEBYTECODE="1")  # compiled files would be cut off too, and stay
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, env=kept, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 2
    assert "'report' cannot be written" in done.stderr
    assert not (tmp_path / "report").exists()
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_a_page_is_opened_in_the_browser_there_is(evaluated, mercalli, tmp_path):
    folder = evaluated("--no-predictions")
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path / "opened"}\n', encoding="utf-8")
    browser.chmod(0o755)
    done = mercalli("view", "report", BROWSER=f"{browser} %s")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "opened").read_text(encoding="utf-8").strip() == (folder / "index.html").as_uri()


def test_a_page_is_named_where_nothing_shall_be_opened(evaluated, mercalli):
    folder = evaluated("--no-predictions")
    assert mercalli("view", "report", "--print-only", BROWSER="false %s").stdout == f"{folder / 'index.html'}\n"
    assert str(folder / "index.html") in mercalli("view", "report", BROWSER="false %s").stdout


def test_the_result_of_a_folder_is_what_is_printed(mercalli, written, tmp_path):
    written("texts.csv", TEXTS)
    done = mercalli("evaluate", "texts.csv", *BOTH, "--out", "report", "--json", *QUICK)
    assert to_json(read_result(tmp_path / "report" / "result.json")) == done.stdout


def test_a_title_is_in_the_folder_on_the_screen_and_in_the_sealed_result(mercalli, tmp_path):
    heading = ("--title", "Week <3>", "--author", "A. Ruiz")
    done = mercalli("evaluate", "rows.csv", *QUICK, "--pred", "pred", "--out", "titled", *heading)
    assert done.stdout.startswith("Week <3>\nA. Ruiz\nrows.csv: 6 rows")
    assert (tmp_path / "titled" / "report.md").read_text().startswith("# Week &lt;3&gt;: ")
    sealed = mercalli("evaluate", "rows.csv", *QUICK, "--pred", "pred", "--json", *heading)
    written = read_result(tmp_path / "titled" / "result.json")
    assert [each.path for each in diff(written, from_json(sealed.stdout))] == ["provenance.call.folder"]


def test_a_new_title_keeps_the_author_and_the_predictions(mercalli, tmp_path):
    mercalli("evaluate", "rows.csv", *QUICK, "--pred", "pred", "--out", "report", "--author", "A. Ruiz")
    mercalli("report", "report/result.json", "--out", "report", "--overwrite", "--title", "Week 3")
    assert (tmp_path / "report" / "report.md").read_text().startswith("# Week 3: how good")
    assert read_result(tmp_path / "report" / "result.json").provenance.heading.author == "A. Ruiz"
    assert (tmp_path / "report" / f"pred{PREDICTIONS}").is_file()


def test_a_title_that_is_too_long_is_refused_before_any_work(mercalli):
    done = mercalli("rank", "nowhere.csv", "--title", "a" * 10_000)
    assert (done.returncode, done.stderr) == (
        2,
        "mercalli: --title has 10,000 characters; at most 300 are shown. Shorten it.\n",
    )
