"""`mercalli cheers` and `mercalli multilabel` in processes of their own: screens, folders, and what they refuse."""

import json
import re

import pytest

from mercalli import from_json
from tests.metrics.known_sets import FALSE_ALARM, GOLD, NOTHING, RUN
from tests.shell.screen import plain, refused
from tests.tasks.cheers.cheers_files import PAGE_RUN, gold_text, run_text

GOLD_FILE = ("--gold", "gold.csv")
FILES = {
    "gold.csv": gold_text(),
    "run.csv": run_text(RUN),
    "alarm.csv": run_text(FALSE_ALARM),
    "nothing.csv": run_text(NOTHING),
    "page.csv": PAGE_RUN,
    "broken.csv": run_text({**RUN, (0, 1): (1, 11), (2, 4): (0, 3)}).replace("2,3,1,3\n", "2,3,yes,3\n9,9,0,-1\n"),
    "bad_gold.csv": gold_text({**GOLD, (0, 1): (1, "[a]")}),
    "columns.csv": run_text(RUN).replace("sector_id", "sector"),
    "documents.csv": "doc_id,country_code\n0,SYR\n1,COL\n2,SYR\n",
    "bad_map.json": '{"Health": 1, "WASH": 1}',
    "sets.csv": "lang,truth,a,b\nen,fire;flood,fire,fire;flood\nfr,fire,,fire\nen,,flood,\n",
    "flags.csv": "t_fire,t_flood,p_fire,p_flood\n1,0,1,0\n1,1,0,1\n0,1,0,1\n",
    "odd_flags.csv": "t_fire,t_flood,p_fire,p_flood\n1,0,1,2\n",
}
SCREENS = {
    "cheers score": ("cheers", "score", "run.csv", *GOLD_FILE, "--documents", "documents.csv"),
    "cheers validate": ("cheers", "validate", "page.csv", *GOLD_FILE),
    "multilabel": ("multilabel", "sets.csv", "--truth", "truth", "--pred", "a,b", "--by", "lang"),
}
FLAGS = ("multilabel", "flags.csv", "--truth", "t_fire,t_flood", "--pred", "p_fire,p_flood")
REFUSALS = {
    "broken run": ("cheers", "validate", "broken.csv", *GOLD_FILE),
    "broken run scored": ("cheers", "score", "run.csv", "broken.csv", *GOLD_FILE),
    "strict run": ("cheers", "validate", "page.csv", *GOLD_FILE, "--strict"),
    "gold with a strange list": ("cheers", "score", "run.csv", "--gold", "bad_gold.csv"),
    "run with other columns": ("cheers", "validate", "columns.csv", *GOLD_FILE),
    "gold without sentences": ("cheers", "score", "run.csv", "--gold", "documents.csv"),
    "map with an id twice": ("cheers", "score", "run.csv", *GOLD_FILE, "--sectors", "bad_map.json"),
    "no such run": ("cheers", "score", "ran.csv", *GOLD_FILE),
    "the same run twice": ("cheers", "score", "run.csv", "run.csv", *GOLD_FILE),
    "no such slice of sentences": ("cheers", "score", "run.csv", *GOLD_FILE, "--by", "country"),
    "baseline that is there": (
        *("cheers", "baseline", "random", "--train", "gold.csv", "--eval", "gold.csv", "--out", "run.csv"),
    ),
    "too few made documents": ("cheers", "make-data", "--documents", "3"),
    "flags that are none": ("multilabel", "odd_flags.csv", "--truth", "t_fire,t_flood", "--pred", "p_fire,p_flood"),
    "metric that is none of sets": ("multilabel", "sets.csv", "--truth", "truth", "--pred", "a", "--metrics", "mcc"),
}


@pytest.fixture
def challenge(mercalli, written):
    """The command in a folder of runs."""
    for name, content in FILES.items():
        written(name, content)
    return mercalli


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_says_what_was_found(name, challenge, snapshot):
    done = challenge(*SCREENS[name])
    assert (done.returncode, done.stderr) == (0, "")
    assert plain(done.stdout) == snapshot(f"screen {name} 80", plain(done.stdout))


def test_flags_are_label_sets_too(challenge):
    assert "flags.csv: 3 items, 1 system" in challenge(*FLAGS).stdout


@pytest.mark.parametrize("situation", REFUSALS)
def test_what_is_wrong_is_said_with_exit_code_two(situation, challenge, snapshot):
    said = refused(challenge(*REFUSALS[situation]))
    assert said == snapshot(f"refused {situation}", said)


def test_the_first_lines_are_those_of_the_challenge(challenge):
    lines = challenge("cheers", "score", "run.csv", *GOLD_FILE, width=40).stdout.splitlines()
    assert lines[:3] == [
        "Macro-averaged F1 score for is_relevant variable is: 88.31",
        "Accuracy for sector_ids variable is: 80.00",
        "HumImpact Score is: 84.16",
    ]
    assert lines[3].startswith("{'relevance_f1_score_macro': 0.8831168831")


def test_the_lines_of_several_runs_stand_below_their_names(challenge):
    lines = challenge("cheers", "score", "run.csv", "nothing.csv", *GOLD_FILE).stdout.splitlines()
    assert [lines[0], lines[3], lines[6], lines[9]] == [
        *("run", "HumImpact Score is: 84.16"),
        *("nothing", "HumImpact Score is: undefined"),
    ]


def test_a_check_as_json_lists_problems_and_exits_with_two(challenge):
    done = challenge("cheers", "validate", "broken.csv", *GOLD_FILE, "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["valid"], found["found"]) == (2, False, 4)
    assert {"rule", "line", "doc_id", "sentence_id", "value", "says"} == found["problems"][0].keys()


def test_a_check_as_json_answers_whatever_the_file_is(challenge, written):
    for name, content in {"ragged.csv": "doc_id\n1,2\n", "columns.csv": FILES["columns.csv"]}.items():
        written(name, content)
        done = challenge("cheers", "validate", name, *GOLD_FILE, "--json")
        assert (done.returncode, json.loads(done.stdout)["valid"], done.stderr) == (2, False, "")


def test_a_participant_makes_data_trains_checks_scores_and_reads_the_report(mercalli, tmp_path):
    assert mercalli("cheers", "make-data", "--documents", "40", "--out", "data").returncode == 0
    sides = ("--train", "data/sentences_train_en.csv", "--eval", "data/sentences_val_en.csv")
    gold = ("--gold", "data/sentences_val_en.csv")
    for kind in ("random", "tfidf"):
        assert mercalli("cheers", "baseline", kind, *sides, "--out", f"{kind}.csv").returncode == 0
        assert mercalli("cheers", "validate", f"{kind}.csv", *gold, "--strict").returncode == 0
    asked = ("--documents", "data/documents_val_en.csv", "--out", "report")
    shown = mercalli("cheers", "score", "tfidf.csv", "random.csv", *gold, *asked).stdout
    assert re.search("tfidf is ahead: HumImpact [0-9.]+", shown)
    assert mercalli("report", "report/result.json", "--out", "again").returncode == 0
    first, second = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("report", "again")
    )
    assert first == second


def test_label_sets_have_a_folder_that_is_made_again_from_its_result(challenge, tmp_path):
    assert challenge(*SCREENS["multilabel"], "--out", "report").returncode == 0
    assert challenge("report", "report/result.json", "--out", "again").returncode == 0
    names = {file.name for file in (tmp_path / "again").iterdir()}
    tables = {"metrics.csv", "metrics.json", "labels.csv", "slices.csv", "differences.csv", "rankings.csv"}
    assert names == {"index.html", "summary.html", "result.json", "manifest.json", "report.md", *tables}
    sealed = challenge(*SCREENS["multilabel"], "--json").stdout
    assert from_json(sealed).systems[0].name == "a"


def test_free_text_in_place_of_a_sector_is_refused_by_name(challenge, written):
    written("free.csv", run_text({**RUN, (0, 1): (1, "the sector is Health")}))
    assert "sector_id" in refused(challenge("cheers", "score", "free.csv", *GOLD_FILE))
