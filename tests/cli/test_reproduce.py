"""`mercalli reproduce`: the same numbers from the same files, for every command that makes a result."""

from __future__ import annotations

import json

import pytest

from tests.frozen.calls import SEALED, run
from tests.results.mutations import sealed

COMMANDS = sorted(name for name in SEALED if "_command" in name)
QUICK = ("--replicates", "100", "--metrics", "accuracy,f1_macro")


@pytest.fixture
def made(mercalli, tmp_path):
    """Evaluates rows.csv into result.json and gives its content."""

    def make(*arguments, file="rows.csv", name="result.json"):
        done = mercalli("evaluate", file, "--pred", "pred", *QUICK, "--json", *arguments)
        assert done.returncode == 0, done.stderr
        (tmp_path / name).write_text(done.stdout, encoding="utf-8")
        return json.loads(done.stdout)

    return make


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_gives_the_same_numbers_again(name, mercalli, tmp_path):
    text = run(name, tmp_path)
    (tmp_path / "sealed.json").write_text(text, encoding="utf-8")
    call = json.loads(text)["provenance"]["call"]
    named = dict.fromkeys(each["given"] for each in call["files"])
    done = mercalli("reproduce", "sealed.json", *(word for each in named for word in ("--data", each)))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[:500]
    assert done.stdout.startswith("Same numbers: ")


def test_a_report_with_examples_is_made_again_and_nothing_is_written(mercalli, tmp_path):
    mercalli("evaluate", "rows.csv", "--pred", "pred,other", *QUICK, "--out", "report")
    before = sorted(tmp_path.rglob("*"))
    done = mercalli("reproduce", "report/result.json", "--data", "rows.csv")
    assert (done.returncode, done.stdout[:12]) == (0, "Same numbers")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_test_of_training_is_made_again(mercalli, tmp_path):
    rows = [f"{'fire smoke' if at % 2 else 'flood water'} {at},{'fire' if at % 2 else 'flood'}" for at in range(60)]
    (tmp_path / "texts.csv").write_text("text,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
    assert mercalli("train", "texts.csv", "--replicates", "100", "--out", "model").returncode == 0
    done = mercalli("reproduce", "model/result.json", "--data", "texts.csv")
    assert (done.returncode, done.stdout[:12]) == (0, "Same numbers")


def test_other_data_give_other_numbers_and_it_says_so(made, mercalli, written):
    made()
    written("other.csv", "truth,pred\nfire,fire\nflood,fire\nflood,flood\n")
    done = mercalli("reproduce", "result.json", "--data", "other.csv")
    assert done.returncode == 1
    assert "measures differ" in done.stdout.splitlines()[0]
    assert "the data are other (digest sha256:" in done.stdout.splitlines()[0]


def test_the_same_rows_in_another_dress_give_the_same_numbers(made, mercalli, written, tmp_path):
    made()
    written("again.tsv", (tmp_path / "rows.csv").read_text(encoding="utf-8").replace(",", "\t"))
    assert mercalli("reproduce", "result.json", "--data", "again.tsv").returncode == 0


def test_a_changed_profile_is_named(made, mercalli, written):
    profile = 'name = "own"\nheadline = ["accuracy"]\nclasses = ["fire", "flood", "quake"]\n'
    written("own.toml", profile)
    made("--profile", "own.toml")
    written("own.toml", profile.replace('"accuracy"', '"accuracy", "mcc"'))
    done = mercalli("reproduce", "result.json", "--data", "rows.csv", "--data", "own.toml")
    assert "the profile own has changed" in done.stdout.replace("\n", " ")


def test_a_result_made_in_python_says_why_it_cannot_be_run_again(mercalli, written):
    import mercalli as package  # noqa: PLC0415 - the fixture has its name

    written("python.json", package.to_json(package.evaluate(truth=["a", "b"], pred=["a", "a"], replicates=0)))
    done = mercalli("reproduce", "python.json", "--data", "rows.csv")
    assert done.returncode == 2
    assert "made from Python or by a version before 0.2.0" in done.stderr
    assert "mercalli diff OLD NEW" in done.stderr


def test_files_that_were_not_named_are_asked_for(made, mercalli):
    made()
    done = mercalli("reproduce", "result.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--data rows.csv" in done.stderr


@pytest.mark.parametrize(
    "change",
    [
        {"out": "stolen"},
        {"overwrite": True},
        {"spark_master": "spark://evil:7077"},
        {"profile": "secret.toml"},
        {"profile": "./secret.toml"},
        {"gate_file": "secret.toml"},
        {"truth_file": "*.toml"},
        {"replicates": "many"},
        {"nothing": "at all"},
        {"pred": ["--out=stolen"]},
    ],
    ids=str,
)
def test_a_stranger_chooses_neither_what_is_read_nor_what_is_written(change, made, mercalli, written, tmp_path):
    content = made()
    written("secret.toml", "gates = ['accuracy>=0']\n")
    content["provenance"]["call"]["options"].update(change)
    written("foreign.json", sealed(content))
    before = sorted(tmp_path.rglob("*"))
    done = mercalli("reproduce", "foreign.json", "--data", "rows.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("command", ["report", "predict", "feedback add", "demo", "cheers baseline", "", "evaluate x"])
def test_only_commands_that_make_results_are_run(command, made, mercalli, written):
    content = made()
    content["provenance"]["call"]["command"] = command
    written("foreign.json", sealed(content))
    done = mercalli("reproduce", "foreign.json", "--data", "rows.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no command of this version" in done.stderr or "is not a complete" in done.stderr


def test_a_forged_verdict_is_seen_when_the_numbers_are_made_again(made, mercalli, written):
    content = made()
    content["verdict"]["lines"][0]["text"] = "It never fails."
    written("forged.json", sealed(content))
    done = mercalli("reproduce", "forged.json", "--data", "rows.csv")
    assert done.returncode == 1
    assert "The verdict in the old result does not follow from its numbers" in done.stdout.splitlines()[0]
    report = mercalli("report", "forged.json", "--out", "report")
    assert report.returncode == 0
    assert "The verdict in the file is not the one that its numbers give." in report.stderr
