"""`mercalli alerts` in a process of its own: screens, sealed results, folders, and what it refuses."""

import csv

import numpy as np
import pytest

from mercalli import from_json
from tests.shell.screen import plain, refused

KINDS = ("SearchAndRescue", "EmergingThreats", "News", "Sentiment")
TYPED = ("--types", "types", "--pred-types", "said", "--order", "time")


def stream(size=200, seed=0):
    """Items of three events with two scores, as CSV text."""
    rng = np.random.default_rng(seed)
    levels = np.array(["Low", "Medium", "High", "Critical"])
    lines = ["event,time,priority,types,score_good,score_poor,said"]
    for at in rng.permutation(size):
        level = rng.integers(0, 4)
        truth, said = (";".join(kind for kind in KINDS if rng.random() < 0.4) for _ in range(2))
        good, poor = round(level + rng.normal(), 2), round(rng.random(), 2)
        lines.append(f"{['quake', 'flood', 'storm'][at % 3]},{at},{levels[level]},{truth},{good},{poor},{said}")
    return "\n".join(lines) + "\n"


SAYS = {
    "without types": (("stream.csv", "--score", "score_good", "--k", "20"), "score_good sends 55"),
    "with gaps": (("gaps.csv", "--missing", "drop", "--k", "2"), "gaps.csv: 2 items, 1 system"),
    "of grades": (("grades.csv", "--k", "2", "--gain", "linear"), "ndcg_at_k(k=2)  0.926         0.574"),
}
REFUSALS = {
    "unknown priority": ("words.csv",),
    "urgent priority that is none": ("stream.csv", "--score", "score_good", "--urgent", "Severe"),
    "grade below zero": ("negative.csv",),
    "types on one side": ("stream.csv", "--score", "score_good", "--types", "types"),
    "types of some systems": (
        "stream.csv",
        "--score",
        "score_good,score_poor,time",
        "--types",
        "types",
        "--pred-types",
        "said,said",
    ),
    "alert threshold above one": ("stream.csv", "--score", "score_good", "--threshold", "7"),
    "item without a score": ("gap.csv",),
}
FILES = {
    "stream.csv": stream(),
    "grades.csv": "truth,score\n0,0.1\n3,0.9\n1,0.3\n2,0.3\n",
    "words.csv": "priority,score\nurgent,0.1\nLow,0.9\n",
    "negative.csv": "priority,score\n-1,0.1\n2,0.9\n",
    "gap.csv": "priority,score\nLow,0.1\nHigh,\n",
    "gaps.csv": "priority,score\nLow,0.1\nHigh,\n,0.3\nCritical,0.8\n",
}


@pytest.fixture
def alerting(mercalli, written):
    """The command in a folder of streams."""
    for name, content in FILES.items():
        written(name, content)
    return mercalli


def test_a_screen_says_what_alerts_are_worth(alerting, snapshot):
    done = alerting("alerts", "stream.csv", *TYPED, "--k", "20")
    assert (done.returncode, done.stderr) == (0, "")
    assert plain(done.stdout) == snapshot("screen alerts of several systems 80", plain(done.stdout))
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("stream", SAYS)
def test_a_screen_says_what_matters_of(stream, alerting):
    asked, says = SAYS[stream]
    assert says in alerting("alerts", *asked).stdout


@pytest.mark.parametrize("situation", REFUSALS)
def test_what_is_wrong_with_a_stream_is_said_in_one_message(situation, alerting, snapshot):
    said = refused(alerting("alerts", *REFUSALS[situation]))
    assert said == snapshot(f"refused {situation}", said)


def test_json_is_the_sealed_result(alerting):
    found = from_json(alerting("alerts", "stream.csv", *TYPED, "--json").stdout)
    assert [system.name for system in found.systems] == ["score_good", "score_poor"]
    assert found.provenance.roles["order"] == "time"


def test_a_folder_holds_a_page_and_a_table_and_is_made_again_from_its_result(alerting, tmp_path):
    assert alerting("alerts", "stream.csv", *TYPED, "--out", "report").returncode == 0
    assert alerting("report", "report/result.json", "--out", "again").returncode == 0
    first, second = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("report", "again")
    )
    assert first == second
    assert set(first) == {
        *("result.json", "metrics.json", "manifest.json", "index.html", "summary.html", "report.md"),
        *("alerts.csv", "alerts.png", "differences.csv", "rankings.csv"),
    }


def test_the_table_has_every_event(alerting, tmp_path):
    alerting("alerts", "stream.csv", *TYPED, "--out", "report", "--replicates", "0")
    with (tmp_path / "report" / "alerts.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["slice"] for row in rows} == {"", "quake", "flood", "storm"}
    assert sum(int(row["n"]) for row in rows if row["slice"] and row["metric"] == "high_alert_worth") == 2 * 200
