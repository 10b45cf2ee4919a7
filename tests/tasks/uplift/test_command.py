"""`mercalli uplift` in a process of its own: screens, sealed results, folders, and what it refuses."""

import csv
import json
import re

import numpy as np
import pytest

from mercalli import from_json, read_result
from tests.shell.screen import plain, refused

TRIAL = "trial.csv"
WRITTEN = {
    "result.json",
    "manifest.json",
    "index.html",
    "report.md",
    "summary.html",
    "metrics.csv",
    "metrics.json",
    "targets.csv",
    "uplift_curve.csv",
    "uplift.png",
}


def trial(size=400, seed=0):
    """People with two scores, as CSV text; treating those with a high uplift helps."""
    rng = np.random.default_rng(seed)
    uplift, chance = rng.normal(size=size).round(2), rng.random(size).round(3)
    treated = rng.random(size) < 0.5
    happened = rng.random(size) < 0.3 + 0.3 * treated * (uplift > 0)
    place = np.array(["north", "south"])[(rng.random(size) < 0.3).astype(int)]
    lines = [
        f"{int(y)},{int(t)},{u},{c},{p},{round(30 + 5 * u, 1)},0.5"
        for y, t, u, c, p in zip(happened, treated, uplift, chance, place, strict=True)
    ]
    return "outcome,treated,uplift,chance,place,gain,propensity\n" + "\n".join(lines) + "\n"


FILES = {
    TRIAL: trial(),
    "ties.csv": "y,w,score\n" + "1,1,0.5\n0,0,0.5\n0,1,0.5\n0,0,0.5\n" * 10,
    "nobody.csv": "y,w,score\n1,0,0.5\n0,0,0.2\n",
    "everybody.csv": "y,w,score\n1,1,0.5\n0,1,0.2\n",
    "arms.csv": "y,w,score\n1,0,0.5\n0,1,0.2\n1,2,0.3\n",
    "gaps.csv": "y,w,score\n1,0,0.5\n0,1,\n,1,0.3\n1,,0.1\n",
    "words.csv": "y,w,score\n1,0,0.5\n0,1,high\n1,1,0.3\n",
    "infinite.csv": "y,w,score\n1,0,0.5\n0,1,inf\n1,1,0.3\n",
    "header.csv": "y,w,score\n",
    "chances.csv": "y,w,score,p\n1,0,0.5,0.4\n0,1,0.2,1\n",
    "unusual.csv": "what,who,how\n1,0,0.5\n0,1,0.2\n",
    "two.csv": "y,w,score,uplift\n1,0,0.5,1\n0,1,0.2,2\n",
}
SEVERAL = ("uplift", TRIAL, "--score", "uplift,chance", "--by", "place", "--by-group")
SAYS = {
    "lower outcomes": (("uplift", TRIAL, "--lower-is-better", "--replicates", "0"), "Both arms; lower is better"),
    "one score": (
        ("uplift", TRIAL, "--k", "10%,50"),
        "Treating the first 10% = 40 by uplift gains +250.0 [-50.0 to +560.2]",
    ),
    "equal scores": (("uplift", "ties.csv", "--k", "10", "--replicates", "0"), "All scores are equal"),
    "another program": (("uplift", TRIAL, "--like", "causalml", "--replicates", "100", "--k", "3"), "causalml"),
}
REFUSED = {
    "trial of nobody treated": ("nobody.csv",),
    "trial of everybody treated": ("everybody.csv",),
    "trial of three arms": ("arms.csv",),
    "trial with gaps": ("gaps.csv",),
    "trial with scores that are words": ("words.csv",),
    "trial with an infinite score": ("infinite.csv",),
    "trial without rows": ("header.csv",),
    "propensity of one": ("chances.csv", "--propensity", "p"),
    "no usual treatment": ("unusual.csv",),
    "no usual outcome": ("unusual.csv", "--treatment", "who"),
    "two usual scores": ("two.csv",),
    "unknown outcome": (TRIAL, "--outcome", "outcom"),
    "unknown propensity": (TRIAL, "--propensity", "propensty"),
    "outcome as score": (TRIAL, "--outcome", "outcome", "--score", "outcome"),
    "k of nobody": (TRIAL, "--k", "0"),
    "k beyond the people": (TRIAL, "--k", "401"),
    "k beyond an arm": (TRIAL, "--k", "300", "--by-group"),
    "k of a trial that is no number": (TRIAL, "--k", "many"),
    "reading for outcomes of 0 and 1": (TRIAL, "--outcome", "gain", "--like", "sklift"),
    "unknown program": (TRIAL, "--like", "sklearn"),
}


@pytest.fixture
def uplift(mercalli, written):
    """The command in a folder of trials."""
    for name, content in FILES.items():
        written(name, content)
    return mercalli


def test_a_screen_says_what_was_found(uplift, snapshot):
    done = uplift(*SEVERAL, width=80)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == snapshot("screen uplift of several systems 80", done.stdout)
    assert done.stdout == plain(done.stdout)
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("trial", SAYS)
def test_a_screen_says_what_matters_of(trial, uplift):
    asked, says = SAYS[trial]
    assert says in uplift(*asked, width=120).stdout


@pytest.mark.parametrize("situation", REFUSED, ids=lambda name: name.replace(" ", "_"))
def test_what_is_wrong_is_said_in_one_message(situation, uplift, snapshot):
    said = refused(uplift("uplift", *REFUSED[situation]))
    assert said == snapshot(f"refused {situation}", said)


def test_rows_with_gaps_are_left_out_if_asked(uplift):
    done = uplift("uplift", "gaps.csv", "--missing", "drop")
    assert "lacks" not in done.stderr
    assert refused(done).startswith("mercalli: Nobody in 'gaps.csv' was treated")


def test_json_is_sealed_and_the_same_bytes_again(uplift):
    asked = ("uplift", TRIAL, "--json", "--replicates", "100")
    one, two = uplift(*asked).stdout, uplift(*asked).stdout
    assert one == two
    assert from_json(one).systems[0].name == "uplift"


def test_a_folder_holds_the_result_the_tables_and_the_picture(uplift, tmp_path):
    done = uplift("uplift", TRIAL, "--score", "uplift,chance", "--out", "report", "--replicates", "100")
    assert done.returncode == 0
    assert {file.name for file in (tmp_path / "report").iterdir()} == WRITTEN | {"differences.csv", "rankings.csv"}
    assert read_result(tmp_path / "report" / "result.json").systems[1].name == "chance"
    with (tmp_path / "report" / "uplift_curve.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert (len(rows), float(rows[0]["uplift"]), float(rows[100]["share"])) == (202, 0.0, 1.0)
    assert (tmp_path / "report" / "uplift.png").read_bytes().startswith(b"\x89PNG")


def test_the_folder_comes_again_from_its_result(uplift, tmp_path):
    uplift("uplift", TRIAL, "--out", "first", "--replicates", "100")
    assert uplift("report", "first/result.json", "--out", "second").returncode == 0
    for name in WRITTEN:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()


def test_an_older_folder_is_replaced_only_if_asked(uplift):
    assert uplift("uplift", TRIAL, "--out", "report", "--replicates", "0").returncode == 0
    assert "exists already" in refused(uplift("uplift", TRIAL, "--out", "report", "--replicates", "0"))
    assert uplift("uplift", TRIAL, "--out", "report", "--overwrite", "--replicates", "0").returncode == 0


def test_the_same_trial_in_other_kinds_of_file_gives_the_same_numbers(uplift, written):
    header, *lines = trial().splitlines()
    names = header.split(",")
    numbered = [dict(zip(names, line.split(","), strict=True)) for line in lines]
    written("trial.jsonl", "".join(json.dumps(row) + "\n" for row in numbered))
    written("trial.tsv", trial().replace(",", "\t"))
    found = {
        re.sub(r"trial\.\w+", "trial", uplift("uplift", f"trial.{kind}", "--replicates", "100").stdout)
        for kind in ("csv", "tsv", "jsonl")
    }
    assert len(found) == 1


def test_actg175_gains_from_treatment(mercalli, shared):
    """A real trial of 2,139 people (Hammer 1996): the other drugs were better than zidovudine alone."""
    file = shared / "survival" / "lifelines_ACTG175.csv"
    done = mercalli("uplift", file, "--outcome", "cens", "--treatment", "treat", "--score", "cd40", "--json")
    effect = from_json(done.stdout).systems[0].measure("average_treatment_effect")
    assert effect.value == pytest.approx(-0.12865, abs=1e-4)  # fewer events among the treated
    assert effect.high < 0
