"""Gates as programs that check every change see them: files, notes and exit codes of the command."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.places import ROOT
from tests.shell.command import ROWS, surroundings

QUICK = ("evaluate", "rows.csv", "--metrics", "accuracy", "--replicates", "0")
MISSED = (*QUICK, "--gate", "accuracy>=0.9")


def test_a_summary_is_appended_to_what_is_there(mercalli, tmp_path):
    (tmp_path / "summary.md").write_text("# Before\n", encoding="utf-8")
    assert mercalli(*MISSED, "--summary", "summary.md").returncode == 1
    text = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("# Before\n# rows.csv: ")
    assert "accuracy&gt;=0.9" in text


def test_a_summary_needs_no_gates(mercalli, tmp_path):
    assert mercalli(*QUICK, "--summary", "summary.md").returncode == 0
    assert "## Verdict" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_notes_and_json_do_not_mix(mercalli):
    done = mercalli(*MISSED, "--annotate", "github", "--json")
    assert json.loads(done.stdout)["gates"][0]["passed"] is False
    assert done.stderr.splitlines()[0] == "::error title=gate missed::accuracy>=0.9: pred is 0.6667"


def test_a_junit_report_is_written_again_but_replaces_nothing_else(mercalli, tmp_path):
    for _ in range(2):
        assert mercalli(*MISSED, "--junit", "gates.xml").returncode == 1
    assert '<testsuites name="mercalli" tests="1" failures="1">' in (tmp_path / "gates.xml").read_text(encoding="utf-8")
    (tmp_path / "thesis.xml").write_text("<thesis/>", encoding="utf-8")
    done = mercalli(*MISSED, "--junit", "thesis.xml")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert (tmp_path / "thesis.xml").read_text(encoding="utf-8") == "<thesis/>"


WRONG = {
    "no gates for a report": (
        (*QUICK, "--junit", "gates.xml"),
        "--junit is about gates, and there are none. Give --gate or --gate-file, or leave --junit out.",
    ),
    "no gates to note": ((*QUICK, "--annotate", "github"), "--annotate is about gates, and there are none."),
    "a folder that is not there": ((*QUICK, "--summary", "none/s.md"), "its folder does not exist"),
    "a folder": ((*QUICK, "--summary", "."), "it is a folder"),
    "the file that is read": ((*QUICK, "--summary", "rows.csv"), "is a file that is read"),
    "a report over the file that is read": ((*MISSED, "--junit", "rows.csv"), "is the file that is read"),
    "a summary without room": ((*QUICK, "--summary", "full.md"), "holds 1,048,000 bytes already"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_written_is_refused_before_any_work(case, mercalli, tmp_path):
    (tmp_path / "full.md").write_bytes(b"x" * 1_048_000)
    arguments, says = WRONG[case]
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    done = mercalli(*arguments, "--out", "report")
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("gates", "code"), [("accuracy>=0.5\n\n  error_rate<=0.5\n", 0), ("accuracy>=0.9", 1), ("", 0)]
)
def test_the_action_writes_summary_notes_and_report(gates, code, tmp_path):
    (tmp_path / "rows.csv").write_text(ROWS, encoding="utf-8")
    given = {"DATA": "rows.csv", "PRED": "pred", "GATES": gates, "REPORT": "report"}
    done = subprocess.run(
        [ROOT / "scripts" / "action"],
        cwd=tmp_path,
        env=surroundings(**given, GITHUB_STEP_SUMMARY="summary.md"),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == code, done.stderr
    assert (tmp_path / "report" / "index.html").is_file()
    assert (tmp_path / "report.xml").is_file() == bool(gates)
    assert "## Verdict" in (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert ("::error" in done.stderr) == bool(code)
