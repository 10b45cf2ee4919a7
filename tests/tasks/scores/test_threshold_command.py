"""`mercalli threshold` in a process of its own: screens, sealed results, folders, and what it refuses."""

import csv
import json

import numpy as np
import pytest

from mercalli import from_json, read_result
from tests.shell.screen import plain, refused

PRICES = ("--value-tp", "100", "--cost-fp", "20", "--cost-fn", "40")
WRITTEN = {
    "result.json",
    "manifest.json",
    "metrics.json",
    "index.html",
    "report.md",
    "summary.html",
    "scores.csv",
    "operating_points.csv",
    "curves.png",
    "decisions.csv",
    "differences.csv",
    "rankings.csv",
}


def scored(size=400, seed=0):
    """Rows with two scores, as CSV text."""
    rng = np.random.default_rng(seed)
    churned = rng.random(size) < 0.3
    good, poor = (np.clip(rng.normal(0.35 + gap * churned, 0.2), 0, 1).round(3) for gap in (0.3, 0.1))
    plan = np.array(["monthly", "yearly"])[(rng.random(size) < 0.4).astype(int)]
    lines = [f"{int(y)},{a},{b},{p}" for y, a, b, p in zip(churned, good, poor, plan, strict=True)]
    return "truth,score_good,score_poor,plan\n" + "\n".join(lines) + "\n"


def classes():
    """Rows of three classes with a probability for each."""
    rng = np.random.default_rng(1)
    names = np.array(["fire", "flood", "quake"])
    truth = rng.integers(0, 3, 300)
    weights = rng.random((300, 3)) + 0.4 * np.eye(3)[truth]
    lines = [
        f"{names[t]},{','.join(f'{each:.3f}' for each in w / w.sum())}" for t, w in zip(truth, weights, strict=True)
    ]
    return "truth,prob_fire,prob_flood,prob_quake\n" + "\n".join(lines) + "\n"


ONE = ("threshold", "scored.csv", "--score", "score_good")
SCREEN = (*ONE, *PRICES, "--by", "plan")
# What other screens must say, whatever else they show.
SAID = {
    "several systems": (
        ("scored.csv", *PRICES),
        ("score_good is ahead: worth per 1,000 cases", "Best first by worth per 1,000 held-out cases"),
    ),
    "bounds": ((*ONE[1:], "--max-fpr", "0.1", "--capacity", "100"), ("Act on everything that scores", "fpr 0.0")),
    "bounds that nothing keeps": (
        (*ONE[1:], "--min-precision", "0.95", "--min-recall", "0.95"),
        ("! No threshold meets both bounds; the nearest (0.49) reaches precision 0.542",),
    ),
    "classes": (
        ("classes.csv", "--min-recall", "0.8"),
        ("mean of classes", "Mean of classes, 95% intervals over all classes together: roc_auc 0.855 to 0.907"),
    ),
    "no wish": ((*ONE[1:], "--replicates", "0"), ("No threshold was asked for. Say what outcomes are worth",)),
    "equal scores": (
        ("ties.csv", "--value-tp", "1", "--cost-fp", "2"),
        ("All scores are equal, so they rank nothing.", "Act on nothing"),
    ),
    "no probabilities": (("outside.csv", "--value-tp", "1"), ("Scores lie outside 0 to 1",)),
}
FILES = {
    "scored.csv": scored(),
    "classes.csv": classes(),
    "ties.csv": "truth,score\n" + "yes,0.5\nno,0.5\n" * 20,
    "outside.csv": "truth,score\n" + "yes,2.5\nno,-1\nyes,1.5\nno,1.7\n" * 10,
    "nan.csv": "truth,score\n1,0.9\n0,\n1,0.4\n0,0.2\n",
    "infinite.csv": "truth,score\n1,0.9\n0,inf\n1,0.4\n",
    "huge.csv": "truth,score\n1,1e308\n0,-1e308\n1,0.4\n",
    "one_class.csv": "truth,score\n1,0.9\n1,0.4\n",
    "text.csv": "truth,score\n1,0.9\n0,high\n1,0.4\n",
    "kinds.csv": "truth,score,prob\n1,0.9,0.8\n0,0.1,0.2\n",
    "unusual.csv": "truth,points\n1,0.9\n0,0.1\n",
    "pets.csv": "truth,score\ncat,0.9\ndog,0.1\n",
    "header.csv": "truth,score\n",
    "valued.csv": "truth,score,amount,note,gap,endless,loss\n1,0.9,5,a,1,1,1\n0,0.3,6,b,,inf,-2\n1,0.4,7,c,3,3,3\n",
}
REFUSALS = {
    "absent scores": ("nan.csv",),
    "infinite scores": ("infinite.csv",),
    "scores beyond all bounds": ("huge.csv",),
    "scores of one class": ("one_class.csv",),
    "scores that are text": ("text.csv",),
    "scores that are text in bins": ("text.csv", "--bins", "8"),
    "several kinds of scores": ("kinds.csv",),
    "no usual score": ("unusual.csv",),
    "unknown score": ("ties.csv", "--score", "scor"),
    "truth as score": ("ties.csv", "--truth", "truth", "--score", "truth"),
    "unknown positive": ("ties.csv", "--positive", "yess"),
    "no usual positive": ("pets.csv",),
    "scores without rows": ("header.csv",),
    "negative cost": ("ties.csv", "--cost-fp", "-3"),
    "price that is no number": ("ties.csv", "--value-tp", "nan"),
    "share above one": ("ties.csv", "--max-fpr", "5"),
    "unknown column of values": ("valued.csv", "--cost-fn", "amont"),
    "values that are text": ("valued.csv", "--cost-fn", "note"),
    "values that are absent": ("valued.csv", "--value-tp", "gap"),
    "values that are infinite": ("valued.csv", "--value-tp", "endless"),
    "price beyond all bounds": ("ties.csv", "--cost-fp", "1e308"),
    "costs below nothing": ("valued.csv", "--cost-fp", "loss"),
    "values of cases in bins": ("valued.csv", "--cost-fp", "amount", "--bins", "4"),
    "capacity of nothing": ("ties.csv", "--capacity", "0"),
    "negative bins": ("ties.csv", "--bins", "-2"),
    "metric that is none of scores": ("ties.csv", "--metrics", "f1"),
    "one file of scores twice": ("ties.csv", "ties.csv"),
}


@pytest.fixture
def deciding(mercalli, written):
    """The command in a folder of files of scores."""
    for name, content in FILES.items():
        written(name, content)
    return mercalli


def test_a_screen_says_what_to_decide(deciding, snapshot):
    done = deciding(*SCREEN, width=80)
    assert (done.returncode, done.stderr) == (0, "")
    assert plain(done.stdout) == snapshot("screen threshold with prices 80", plain(done.stdout))


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", SAID)
def test_other_screens_fit_and_say_what_matters(name, width, deciding):
    asked, sentences = SAID[name]
    done = deciding("threshold", *asked, width=width)
    assert (done.returncode, done.stderr) == (0, "")
    assert [each for each in sentences if each not in " ".join(plain(done.stdout).split())] == []
    assert max(map(len, done.stdout.splitlines())) <= width


@pytest.mark.parametrize("situation", REFUSALS)
def test_what_is_wrong_with_scores_is_said_in_one_message(situation, deciding, snapshot):
    said = refused(deciding("threshold", *REFUSALS[situation]))
    assert said == snapshot(f"refused {situation}", said)


def test_rows_without_a_score_are_left_out_when_asked(deciding):
    assert "left out: 1." in deciding("threshold", "nan.csv", "--missing", "drop", "--replicates", "0").stdout


def test_json_is_the_sealed_result(deciding):
    found = from_json(deciding(*ONE, *PRICES, "--json").stdout)
    assert found.wish == {"value_tp": 100, "cost_fp": 20, "cost_fn": 40}


def test_the_same_file_and_seed_give_the_same_bytes(deciding):
    asked = (*ONE, *PRICES, "--by", "plan", "--json")
    assert deciding(*asked).stdout == deciding(*asked, width=120).stdout


def test_a_slice_changes_nothing_about_the_whole(deciding):
    alone, sliced = (from_json(deciding(*ONE, *PRICES, *more, "--json").stdout) for more in ((), ("--by", "plan")))
    assert alone.systems[0].decision == sliced.systems[0].decision


def test_several_files_are_several_systems(deciding, written):
    written("second.csv", scored(seed=3))
    done = deciding("threshold", "scored.csv", "second.csv", "--score", "score_good", *PRICES, "--json")
    assert [system.name for system in from_json(done.stdout).systems] == ["scored", "second"]


def test_the_positive_class_decides_which_probability_is_meant(deciding):
    done = deciding("threshold", "classes.csv", "--positive", "flood", "--replicates", "0", "--json")
    assert [(each.score, each.positive) for each in from_json(done.stdout).systems] == [("prob_flood", "flood")]


def test_of_two_probabilities_the_usual_positive_is_taken(deciding, written):
    written("both.csv", "y_true,prob_0,prob_1\n" + "1,0.2,0.8\n0,0.7,0.3\n" * 10)
    found = from_json(deciding("threshold", "both.csv", "--replicates", "0", "--json").stdout)
    assert [each.score for each in found.systems] == ["prob_1"]


@pytest.fixture
def folder(deciding, tmp_path):
    """A report folder on two systems."""
    assert deciding("threshold", "scored.csv", *PRICES, "--by", "plan", "--out", "report").returncode == 0
    return tmp_path / "report"


def test_a_folder_holds_page_tables_and_picture(folder):
    assert {file.name for file in folder.iterdir()} == WRITTEN
    assert read_result(folder / "result.json").systems[0].name == "score_good"
    assert (folder / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_a_folder_is_replaced_when_asked_with_the_same_bytes(folder, deciding):
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    done = deciding("threshold", "scored.csv", *PRICES, "--by", "plan", "--out", "report", "--overwrite")
    assert done.returncode == 0
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_the_chosen_threshold_is_a_row_of_the_operating_points(folder):
    decision = read_result(folder / "result.json")["score_good"].decision
    with (folder / "operating_points.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["system"] == "score_good"]
    chosen = next(row for row in rows if row["threshold"] == str(decision.threshold))
    assert (float(chosen["tp"]), float(chosen["fp"])) == (decision.chosen.tp, decision.chosen.fp)
    assert float(chosen["worth_per_1000"]) == max(float(row["worth_per_1000"]) for row in rows)


def test_published_areas_come_out(shared, mercalli):
    folder = shared / "binary_preds"
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    done = mercalli("threshold", folder / "telco_churn_oof_scores.csv", "--replicates", "0", "--json")
    for system in from_json(done.stdout).systems:
        known = card[system.name.replace("score_", "telco_")]
        assert system.measure("roc_auc").value == pytest.approx(known["auc"], abs=1e-4)
        assert system.measure("average_precision").value == pytest.approx(known["ap"], abs=1e-3)


def test_names_may_be_given_together_or_one_by_one(deciding):
    together = deciding(*ONE, "--by", "plan,truth", "--metrics", "roc_auc,brier", "--json")
    apart = deciding(
        *ONE, *("--by", "plan", "--by", "truth"), *("--metrics", "roc_auc", "--metrics", "brier"), "--json"
    )
    assert together.returncode == 0
    assert _beside_the_call(together.stdout) == _beside_the_call(apart.stdout)


def _beside_the_call(printed):
    """A result without the options as they were typed, and so without its seal."""
    found = json.loads(printed)
    del found["provenance"]["call"], found["seal"]
    return found


def test_means_over_classes_stand_in_every_file(deciding, tmp_path):
    assert deciding("threshold", "classes.csv", "--replicates", "0", "--out", "report").returncode == 0
    folder = tmp_path / "report"
    mean = json.loads((folder / "result.json").read_text())["macro"][0]["value"]
    page = (folder / "index.html").read_text()
    assert f"{mean:.3f}" in page.partition('<th scope="row">mean of classes')[2][:400]
    assert f"| {mean:.3f} |" in (folder / "report.md").read_text().partition("\nMean of classes:")[2][:400]
    rows = csv.DictReader((folder / "scores.csv").read_text().splitlines())
    assert float(next(row["value"] for row in rows if row["system"] == "mean of classes")) == mean


def test_columns_of_classes_that_are_named_are_told_as_classes(mercalli, written):
    """Each is the score of its own class: none of them is the positive one."""
    rows = "".join(f"{label},{0.5 + 0.1 * (label == 'fire')},{0.2},{0.3}\n" for label in ("fire", "flood", "quake") * 5)
    written("named.csv", f"truth,fire,flood,quake\n{rows}")
    said = mercalli("threshold", "named.csv", "--truth", "truth", "--score", "fire,flood,quake").stdout
    assert "each of 3 classes has a score: one against the rest" in said
    assert "positive:" not in said
