"""Screens without replicates have no columns of intervals; a K beyond a slice is not known."""

import csv
from io import StringIO

import numpy as np
import pytest

import mercalli
from mercalli.telling.kinds import files_of
from tests.telling.screens import screen

RNG = np.random.default_rng(4)
ROWS = {
    "truth": RNG.integers(0, 2, 200),
    "score": RNG.random(200),
    "other": RNG.random(200),
    "treated": np.arange(200) % 2,
    "place": np.where(np.arange(200) < 12, "small", "large"),
    "priority": RNG.choice(["Low", "Critical"], 200),
}


def ranked(**options):
    """What the first hold."""
    return mercalli.rank(ROWS, truth="truth", score="score", **{"k": 20, "replicates": 0, **options})


def uplifted(score):
    """A trial."""
    options = {"outcome": "truth", "treatment": "treated", "by": "place", "replicates": 0}
    return mercalli.uplift(ROWS, score=score, **options)


@pytest.mark.parametrize(
    "result",
    [
        ranked,
        lambda: ranked(group="place"),
        lambda: uplifted("score"),
        lambda: uplifted(["score", "other"]),
        lambda: mercalli.alerts(ROWS, truth="priority", score="score", replicates=0),
    ],
    ids=["rank", "rank of lists", "uplift", "uplift of several", "alerts"],
)
def test_without_replicates_no_column_is_about_intervals(result):
    assert "95%" not in screen(result())


def test_a_k_beyond_a_slice_is_not_known_and_says_why():
    result = ranked(by="place")
    small = next(part for part in result.systems[0].slices if part.name == "place=small")
    assert (small.tops[0].hits, small.tops[0].measures[0].undefined) == (None, "K is 0 or more than there are rows")
    (line,) = (line for line in screen(result).splitlines() if line.startswith("place=small"))
    assert line.split()[2:] == ["12", "20", "-", "-", "-", "-"]
    assert "1 slice of 2 with fewer rows than 20" in " ".join(result.systems[0].notes)
    rows = [row for row in csv.DictReader(StringIO(files_of(result)["ranking.csv"])) if row["slice"] == small.name]
    assert {(row["k_used"], row["value"]) for row in rows} == {("", "")}
