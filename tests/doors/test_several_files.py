"""Several files at once, files of one name, and files that are stopped while they are read."""

import json

import pytest

ONE = "id,truth,pred\n1,fire,fire\n2,flood,fire\n3,flood,flood\n"
OTHER = "id,truth,pred\n1,Fire,flood\n2,FLOOD,flood\n3, flood ,flood\n"
QUICK = ("--metrics", "accuracy", "--replicates", "0")


def names(done):
    assert (done.returncode, done.stderr) == (0, "")
    return [system["name"] for system in json.loads(done.stdout)["systems"]]


@pytest.fixture
def folders(tmp_path, written):
    """Two folders that hold a file of the same name."""
    for folder, content in (("a", ONE), ("b", OTHER)):
        (tmp_path / folder).mkdir()
        written(f"{folder}/preds.csv", content)


@pytest.mark.usefixtures("folders")
def test_files_of_one_name_are_systems_called_by_their_folders(mercalli):
    assert names(mercalli("evaluate", "a/preds.csv", "b/preds.csv", *QUICK, "--json")) == ["a/preds", "b/preds"]


@pytest.mark.usefixtures("folders")
def test_files_of_one_name_are_compared_though_their_truths_are_spelt_differently(mercalli):
    done = mercalli("compare", "a/preds.csv", "b/preds.csv", "--metrics", "accuracy", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [(pair["first"], pair["second"]) for pair in json.loads(done.stdout)["pairs"]] == [("a/preds", "b/preds")]


@pytest.mark.usefixtures("folders")
def test_a_message_about_files_of_one_name_tells_which_is_meant(mercalli, written):
    written("b/preds.csv", "id,truth\n1,fire\n")
    said = mercalli("evaluate", "a/preds.csv", "b/preds.csv").stderr
    assert "'b/preds.csv' has no column with a usual name for predictions" in said


def test_files_whose_names_differ_only_in_their_ending_are_told_apart(mercalli, written):
    files = [written("preds.csv", ONE), written("preds.tsv", ONE.replace(",", "\t")), written("preds.v2.csv", ONE)]
    assert names(mercalli("evaluate", *files, *QUICK, "--json")) == ["preds.csv", "preds.tsv", "preds.v2"]


def test_systems_with_rows_of_their_own_are_shown_with_them_and_with_their_own_baselines(mercalli, written):
    files = [written("short.csv", ONE), written("long.csv", ONE + "4,fire,fire\n5,fire,fire\n")]
    title, *shown = mercalli("evaluate", *files, *QUICK).stdout.splitlines()
    assert title == "short.csv, long.csv: 3 to 5 rows, 2 classes, profile generic, 2 systems"
    rows = [
        line for line in map(str.split, shown) if line[:2] in (["short", "3"], ["long", "5"], ["majority", "class"])
    ]
    assert rows == [
        ["long", "5", "0.800", "0.750"],
        ["majority", "class", "0.600", "0.500"],
        ["short", "3", "0.667", "0.750"],
        ["majority", "class", "0.667", "0.500"],
    ]


def test_systems_of_one_file_share_one_baseline(mercalli):
    assert mercalli("evaluate", "rows.csv", "--pred", "pred,other", *QUICK).stdout.count("majority class") == 1


def test_rows_that_lack_an_answer_are_left_out_of_joined_files_and_counted(mercalli, written):
    files = [written("one.csv", ONE), written("gaps.csv", ONE.replace("2,flood,fire", "2,flood,"))]
    assert "'prediction of gaps'" in mercalli("compare", *files).stderr
    shown = mercalli("compare", *files, "--metrics", "accuracy", "--missing", "drop")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "left out" in shown.stdout


@pytest.mark.parametrize("how", ["raise KeyboardInterrupt", "raise RuntimeError('stopped') from KeyboardInterrupt()"])
def test_a_command_that_is_stopped_says_so_in_one_line_and_writes_nothing(how, mercalli, written, tmp_path):
    """DuckDB puts an error of its own around an interrupt."""
    written(
        "sitecustomize.py", f"import mercalli.io.tables as t\ndef stop(*_, **__):\n    {how}\nt.open_table = stop\n"
    )
    done = mercalli("evaluate", "rows.csv", "--out", "report", PYTHONPATH=".")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "mercalli: stopped.\n")
    assert not (tmp_path / "report").exists()
