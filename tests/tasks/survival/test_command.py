"""`mercalli survival` in a process of its own: screens, sealed results, folders, and what it refuses."""

import csv

import numpy as np
import pytest

from mercalli import from_json, read_result
from tests.shell.screen import plain, refused

PEOPLE = "people.csv"
WRITTEN = {
    *(
        "manifest.json",
        "result.json",
        "index.html",
        "report.md",
        "summary.html",
        "metrics.csv",
        "metrics.json",
        "concordance_curve.csv",
        "incidence.csv",
        "everyone.csv",
        "censoring.csv",
        "differences.csv",
    ),
    *("concordance.png", "incidence.png", "calibration.png", "everyone.png"),
}


def people(size=300, seed=0):
    """People with a risk, its opposite, a guess, chances by two times, and two causes, as CSV text."""
    rng = np.random.default_rng(seed)
    risk, guess = rng.normal(size=size).round(2), rng.normal(size=size).round(2)
    time = (rng.exponential(24 * np.exp(-risk)) + 0.1).round(1).clip(max=60)
    event = rng.choice([0, 1, 2], size, p=[0.3, 0.5, 0.2])
    chances = [(1 - np.exp(-month * np.exp(risk) / 40)).round(4) for month in (12, 24)]
    lines = [
        ",".join(map(str, row))
        for row in zip(time, event, risk, -risk, guess, *chances, np.arange(size) // 5, risk > 0, strict=True)
    ]
    return "time,event,risk,later,guess,cif_12,cif_24,clinic,old\n" + "\n".join(lines) + "\n"


FILES = {
    PEOPLE: people(),
    "five.csv": "time,event,risk\n1,1,5\n2,1,4\n2,1,1\n2,0,3\n3,0,2\n",
    "negative.csv": "time,event,risk\n1,1,5\n-2,1,4\n3,0,2\n",
    "half.csv": "time,event,risk\n1,1,5\n2,0.5,4\n3,0,2\n",
    "gaps.csv": "time,event,risk\n1,1,5\n,1,4\n3,0,2\n4,1,1\n",
    "nothing.csv": "time,event,risk\n1,0,5\n2,0,4\n",
    "alone.csv": "time,event,risk\n1,1,5\n",
    "short.csv": "time,event\n1,0\n2,0\n",
    "none.csv": "time,event\n0,0\n0,0\n",
    "falls.csv": "time,event,cif_1,cif_2\n1,1,0.5,0.4\n2,0,0.1,0.2\n",
    "beyond.csv": "time,event,cif_1,cif_2\n1,1,0.5,1.4\n2,0,0.1,0.2\n",
    "header.csv": "time,event,risk\n",
    "causes.csv": "time,event,cif_1_12,cif_2_12\n1,1,0.5,0.4\n2,0,0.1,0.2\n",
    "words.csv": "time,event,risk\n1,death,5\n2,0,4\n",
}
SEVERAL = ("survival", PEOPLE, "--risk", "risk,guess", "--cif", "cif_", "--by", "old")
SAYS = {
    "one risk": (("survival", PEOPLE, "--risk", "risk"), "risk ranks the one with the first event higher in"),
    "several causes": (
        (
            *("survival", PEOPLE, "--survival", "later", "--cause", "1,2", "--causes", "1=relapse,2=death"),
            *("--tau", "40", "--at", "12,24", "--unit", "clinic"),
        ),
        "with relapse",
    ),
    "five people": (("survival", "five.csv", "--risk", "risk"), "five.csv: 5 people"),
    "another program": (
        ("survival", PEOPLE, "--risk", "risk", "--like", "deephit", "--at", "24"),
        "like='deephit'",
    ),
    "one person": (("survival", "alone.csv", "--risk", "risk"), "alone.csv: 1 person"),
}
REFUSED = {
    "survival without a direction": (PEOPLE,),
    "survival with a negative time": ("negative.csv", "--risk", "risk"),
    "survival with half an event": ("half.csv", "--risk", "risk"),
    "survival with events in words": ("words.csv", "--risk", "risk"),
    "survival with gaps": ("gaps.csv", "--risk", "risk"),
    "survival without rows": ("header.csv", "--risk", "risk"),
    "survival without an event": ("nothing.csv", "--risk", "risk"),
    "survival of an undeclared cause": (PEOPLE, "--risk", "risk", "--causes", "1=relapse"),
    "survival of a cause that never happens": (PEOPLE, "--risk", "risk", "--cause", "3"),
    "survival of a cause that is none": (PEOPLE, "--risk", "risk", "--cause", "0"),
    "survival with names in place of codes": (PEOPLE, "--risk", "risk", "--causes", "a=1"),
    "survival with names without codes": (PEOPLE, "--risk", "risk", "--causes", "="),
    "survival with a cause before the time": ("causes.csv", "--cif", "cif_"),
    "survival at a time by which all were censored": (
        *(PEOPLE, "--risk", "risk", "--train", "short.csv", "--tau", "1", "--at", "30"),
    ),
    "survival with nobody seen for so long": (PEOPLE, "--risk", "risk", "--train", "short.csv", "--tau", "30"),
    "survival with nobody seen at all": (PEOPLE, "--risk", "risk", "--train", "none.csv"),
    "survival with chances that fall": ("falls.csv", "--cif", "cif_"),
    "survival with chances above one": ("beyond.csv", "--cif", "cif_"),
    "survival with a tau beyond the grid": (PEOPLE, "--cif", "cif_", "--tau", "36"),
    "survival at a time before the grid": (PEOPLE, "--cif", "cif_", "--at", "6"),
    "survival with no column of chances": (PEOPLE, "--cif", "chance_"),
    "survival of an unknown risk": (PEOPLE, "--risk", "rsk"),
    "survival of an unknown time": (PEOPLE, "--time", "tme", "--risk", "risk"),
    "survival at a time that nobody saw": (PEOPLE, "--risk", "risk", "--at", "1000"),
    "survival with its time as the risk": (PEOPLE, "--risk", "time"),
    "survival with its event as the time": (PEOPLE, "--time", "event", "--event", "event", "--risk", "risk"),
    "survival at no time": (PEOPLE, "--risk", "risk", "--at", "soon"),
    "survival with a negative tau": (PEOPLE, "--risk", "risk", "--tau", "-1"),
    "survival of an absent training file": (PEOPLE, "--risk", "risk", "--train", "absent.csv"),
    "survival as an unknown program": (PEOPLE, "--risk", "risk", "--like", "stata"),
}


@pytest.fixture
def survival(mercalli, written):
    """The command in a folder of people."""
    for name, content in FILES.items():
        written(name, content)
    return mercalli


def test_a_screen_says_what_was_found(survival, snapshot):
    done = survival(*SEVERAL)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == snapshot("screen survival of several systems 80", done.stdout)
    assert done.stdout == plain(done.stdout)
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("people", SAYS)
def test_a_screen_says_what_matters_of(people, survival):
    asked, says = SAYS[people]
    assert says in survival(*asked, width=120).stdout


@pytest.mark.parametrize("situation", REFUSED, ids=lambda name: name.replace(" ", "_"))
def test_what_is_wrong_is_said_in_one_message(situation, survival, snapshot):
    said = refused(survival("survival", *REFUSED[situation]))
    assert said == snapshot(f"refused {situation}", said)


def test_rows_with_gaps_are_left_out_if_asked(survival):
    done = survival("survival", "gaps.csv", "--risk", "risk", "--missing", "drop", "--json")
    assert (from_json(done.stdout).systems[0].n, from_json(done.stdout).systems[0].dropped) == (3, 1)


def test_json_is_sealed_and_the_same_bytes_again(survival):
    asked = ("survival", PEOPLE, "--risk", "risk", "--json")
    one, two = survival(*asked).stdout, survival(*asked).stdout
    assert one == two
    assert from_json(one).systems[0].name == "risk"


def test_a_folder_holds_the_result_the_tables_and_the_pictures(survival, tmp_path):
    done = survival("survival", PEOPLE, "--risk", "risk", "--cif", "cif_", "--out", "report")
    assert (done.returncode, done.stderr) == (0, "")
    assert {file.name for file in (tmp_path / "report").iterdir()} == WRITTEN
    with (tmp_path / "report" / "metrics.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    result = read_result(tmp_path / "report" / "result.json")
    assert float(rows[0]["value"]) == result.systems[0].measures[0].value
    assert "![Calibration at a horizon](calibration.png)" in (tmp_path / "report" / "report.md").read_text("utf-8")


def test_the_folder_comes_again_from_its_result(survival, tmp_path):
    survival("survival", PEOPLE, "--risk", "risk", "--cif", "cif_", "--out", "first")
    assert survival("report", "first/result.json", "--out", "second").returncode == 0
    for name in WRITTEN:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()


def test_rearrests_come_sooner_to_the_young(mercalli, shared):
    """432 people released from prison (Rossi 1980); Harrell's C of age alone."""
    file = shared / "survival" / "lifelines_rossi.csv"
    done = mercalli("survival", file, "--time", "week", "--event", "arrest", "--survival", "age", "--json")
    found = from_json(done.stdout).systems[0]
    assert found.measure("c_index").value == pytest.approx((24_580 + 3_100 / 2) / 42_582)
    assert (found.n, found.events, found.pairs.total) == (432, 114, 432 * 431 // 2)
