"""Scores of several teams, each in a file of its own: matched by their ids, and compared on the same rows."""

import json

import numpy as np
import pytest

from tests.shell.screen import plain, refused

PRICES = ("--cost-fp", "1", "--cost-fn", "10", "--replicates", "200")


@pytest.fixture
def teams(tmp_path):
    """Files of two teams in different orders, the second without the first rows, and both scores in one file."""
    rng = np.random.default_rng(0)
    truth = rng.random(300) < 0.3
    good, poor = (rng.normal(gap * truth, 1).round(3) for gap in (2.0, 0.5))
    rows = [(f"r{at}", int(y), a, b) for at, (y, a, b) in enumerate(zip(truth, good, poor, strict=True))]
    files = {
        "good": ["id,truth,score", *(f"{key},{y},{a}" for key, y, a, _ in rows)],
        "poor": ["id,truth,score", *(f"{key},{y},{b}" for key, y, _, b in rows[::-1])],
        "part": ["id,truth,score", *(f"{key},{y},{b}" for key, y, _, b in rows[100:])],
        "other": ["id,truth,score", *(f"x{key},{y},{b}" for key, y, _, b in rows)],
        "bare": ["truth,score", *(f"{y},{b}" for _, y, _, b in rows[100:])],
        "both": ["id,truth,score_good,score_poor", *(f"{key},{y},{a},{b}" for key, y, a, b in rows)],
    }
    for name, lines in files.items():
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n")
    return {name: str(tmp_path / f"{name}.csv") for name in files}


@pytest.mark.parametrize("call", [("threshold", *PRICES), ("rank", "--k", "10%", "--replicates", "200")])
def test_two_files_are_compared_as_two_columns_of_one_are(mercalli, teams, call):
    pairs = [
        json.loads(mercalli(*call, *files, "--json").stdout)["comparison"]["pairs"][0]["differences"][0]
        for files in ([teams["good"], teams["poor"]], [teams["both"]])
    ]
    assert [pairs[0][end] for end in ("difference", "low", "high")] == [
        pairs[1][end] for end in ("difference", "low", "high")
    ]


def test_the_screen_says_how_rows_were_matched_and_who_is_ahead(mercalli, teams):
    screen = plain(mercalli("threshold", teams["good"], teams["poor"], *PRICES).stdout)
    assert "items matched by 'id'" in screen
    assert "good is ahead" in screen


def test_files_with_other_rows_ask_which_to_take(mercalli, teams):
    files = teams["good"], teams["part"]
    assert "--items common" in refused(mercalli("threshold", *files, *PRICES))
    common = plain(mercalli("threshold", *files, *PRICES, "--items", "common").stdout)
    assert "The files share 200 items" in common


def test_ids_that_match_nowhere_are_refused_with_examples(mercalli, teams):
    said = refused(mercalli("rank", teams["good"], teams["other"]))
    assert "No 'id' of 'good.csv' is in 'other.csv'" in said


def test_files_that_cannot_be_matched_are_told_one_by_one(mercalli, teams):
    screen = plain(mercalli("threshold", teams["good"], teams["bare"], *PRICES).stdout)
    assert "not compared" in screen
    assert "Systems have different rows" in screen


def test_a_choice_of_items_needs_several_files(mercalli, teams):
    assert "--items is only for several files" in refused(mercalli("threshold", teams["good"], "--items", "common"))


def test_a_capacity_may_be_a_share_of_the_rows(mercalli, teams):
    share, number = (
        json.loads(mercalli("threshold", teams["good"], "--capacity", each, "--json").stdout) for each in ("29%", "87")
    )
    assert share["wish"] == number["wish"] == {"capacity": 87.0}
    assert share["systems"] == number["systems"]


def test_a_capacity_that_is_no_number_is_refused(mercalli, teams):
    assert "--capacity must be a whole number" in refused(mercalli("threshold", teams["good"], "--capacity", "many"))
