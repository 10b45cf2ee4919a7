"""`mercalli rank` in a process of its own: screens, sealed results, folders, and what it refuses."""

import csv

import pytest

from mercalli import from_json, read_result
from tests.shell.screen import plain, refused
from tests.tasks.scores.test_threshold_command import FILES as SCORED
from tests.tasks.scores.test_threshold_command import classes, scored

ONE = ("rank", "scored.csv", "--score", "score_good")
LISTS = "truth,score,query,region\n" + "".join(
    f"{int(at % 7 == 0)},{(at * 37) % 50},{'abcdefghij'[at % 10]},{'xy'[at % 2]}\n" for at in range(120)
)
SAYS = {
    "one system": (
        (*ONE, "--k", "40", "--k", "10%", "--by", "plan"),
        "The first 40 (10%) of 400 hold 35 of 105 positives (33.3%)",
    ),
    "classes": (("rank", "classes.csv"), "classes.csv: 300 rows, 3 classes"),
    "lists": (("rank", "lists.csv", "--group", "query", "--k", "3"), "in 43% of 10 lists by 'query'"),
    "equal scores": (("rank", "ties.csv", "--k", "5"), "All scores are equal"),
    "no intervals": ((*ONE, "--k", "40", "--replicates", "0"), "40      35      0.875   0.333  3.33"),
}
FILES = {"scored.csv": scored(), "classes.csv": classes(), "lists.csv": LISTS, "ties.csv": SCORED["ties.csv"]}
REFUSALS = {
    "k of nothing": ("ties.csv", "--k", "0"),
    "k of everything in per cent": ("ties.csv", "--k", "100%"),
    "k that is no number": ("ties.csv", "--k", "ten"),
    "k beyond the rows": ("ties.csv", "--k", "41"),
    "k beyond the lists": ("lists.csv", "--k", "13", "--group", "query"),
    "unknown group": ("lists.csv", "--group", "qery"),
    "lists of several units": ("lists.csv", "--group", "region", "--unit", "query"),
    "row without a group": ("group.csv", "--group", "query", "--k", "1"),
}


@pytest.fixture
def ranking(mercalli, written):
    """The command in a folder of files of scores."""
    for name, content in FILES.items():
        written(name, content)
    written("group.csv", "truth,score,query\n1,0.9,a\n0,0.3,\n0,0.2,a\n")
    return mercalli


def test_a_screen_says_what_the_first_hold(ranking, snapshot):
    done = ranking("rank", "scored.csv", "--k", "40,10%")
    assert (done.returncode, done.stderr) == (0, "")
    assert plain(done.stdout) == snapshot("screen rank of several systems 80", plain(done.stdout))
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("scores", SAYS)
def test_a_screen_says_what_matters_of(scores, ranking):
    asked, says = SAYS[scores]
    assert says in ranking(*asked, width=120).stdout


@pytest.mark.parametrize("situation", REFUSALS)
def test_what_cannot_be_ranked_is_said_in_one_message(situation, ranking, snapshot):
    said = refused(ranking("rank", *REFUSALS[situation]))
    assert said == snapshot(f"refused {situation}", said)


def test_json_is_the_sealed_result(ranking):
    found = from_json(ranking(*ONE, "--k", "40", "--k", "10%", "--json").stdout)
    assert found.ks == (40, 0.1)


def test_the_same_file_and_seed_give_the_same_bytes(ranking):
    asked = (*ONE, "--k", "40", "--by", "plan", "--json")
    assert ranking(*asked).stdout == ranking(*asked, width=120).stdout


def test_several_files_are_several_systems(ranking, written):
    written("second.csv", scored(seed=3))
    done = ranking("rank", "scored.csv", "second.csv", "--score", "score_good", "--replicates", "0", "--json")
    assert [system.name for system in from_json(done.stdout).systems] == ["scored", "second"]


@pytest.fixture
def folder(ranking, tmp_path):
    """A report folder on two systems."""
    assert ranking("rank", "scored.csv", "--k", "40", "--by", "plan", "--out", "report").returncode == 0
    return tmp_path / "report"


def test_a_folder_holds_page_tables_and_picture(folder):
    names = {file.name for file in folder.iterdir()}
    assert names == {
        "result.json",
        "manifest.json",
        "metrics.json",
        "index.html",
        "report.md",
        "summary.html",
        "ranking.csv",
        "gains.csv",
        "gains.png",
    } | {
        "differences.csv",
        "rankings.csv",
    }
    assert (folder / "gains.png").read_bytes().startswith(b"\x89PNG")


def test_a_folder_is_made_again_from_its_result(folder, ranking, tmp_path):
    assert ranking("report", "report/result.json", "--out", "again").returncode == 0
    again = {file.name: file.read_bytes() for file in (tmp_path / "again").iterdir()}
    assert again == {file.name: file.read_bytes() for file in folder.iterdir()}


def test_the_curve_goes_through_k(folder):
    found = read_result(folder / "result.json")["score_good"].top(40)
    with (folder / "gains.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["system"] == "score_good"]
    below, above = (
        [row for row in rows if float(row["k"]) <= 40][-1],
        next(row for row in rows if float(row["k"]) > 40),
    )
    assert float(below["gain"]) <= found.measure("recall_at_k").value <= float(above["gain"])
    assert (float(rows[-1]["gain"]), float(rows[-1]["share"])) == (1.0, 1.0)


def test_the_table_has_every_k_of_every_slice(folder):
    with (folder / "ranking.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["slice"] for row in rows} == {"", "plan=monthly", "plan=yearly"}
    assert {row["metric"] for row in rows} == {
        f"{name}_at_k(k=40)" for name in ("precision", "recall", "hit_rate", "lift")
    }
    assert {row["k_used"] for row in rows} == {"40.0"}


def test_the_first_customers_of_a_real_list_come_out(shared, mercalli):
    file = shared / "binary_preds" / "telco_churn_oof_scores.csv"
    with file.open(encoding="utf-8") as rows:
        ranked = sorted(csv.DictReader(rows), key=lambda row: -float(row["score_hist_gbm"]))
    found = from_json(
        mercalli("rank", file, "--score", "score_hist_gbm", "--k", "200", "--replicates", "0", "--json").stdout
    )
    assert found.systems[0].top(200).hits == sum(int(row["y_true"]) for row in ranked[:200])
