"""Tables of counts, whose rows stand for several items each."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import CountError, SettingError
from tests.places import FIXTURES
from tests.shell.screen import refused
from tests.tasks.models.runs import RUNS, judged

FILE = FIXTURES / "llm_prompt_runs.csv"
ASKED = {"truth": "truth", "samples": {"one": RUNS}, "metrics": "accuracy", "profile": "humaid"}
COUNTS = {"truth": ["u", "c"], "one": ["u", "u"], "n": [3, 1]}
SMALL = {"truth": "truth", "pred": "one", "metrics": "accuracy", "replicates": 0}


def test_a_table_of_counts_gives_the_known_figures():
    one = mercalli.models(FILE, **ASKED, count="n", replicates=200)["one"]
    assert round(one.measures[0].value, 4) == 0.7690
    assert round(one.spreads[0].error, 5) == 0.00993


def test_counts_and_rows_written_out_are_the_same():
    counted = mercalli.models(FILE, **ASKED, count="n")
    assert counted.systems == judged(one=RUNS).systems


def test_without_counts_a_note_asks_whether_there_are_any():
    notes = mercalli.models(FILE, **ASKED, replicates=0).notes
    assert any("pass --count n" in note for note in notes)


@pytest.mark.parametrize("column", [{"n": [1, 1]}, {"n": ["x", "y"]}, {"n": [0.5, 3]}, {"other": [3, 1]}])
def test_other_columns_are_not_taken_for_counts(column):
    data = {"truth": ["u", "c"], "one": ["u", "u"], **column}
    assert not any("--count" in note for note in mercalli.models(data, **SMALL).notes)


@pytest.mark.parametrize("wrong", [-1, 1.5, np.nan, np.inf])
def test_a_count_must_be_a_whole_number(wrong):
    with pytest.raises(CountError, match="whole numbers, 0 or more; found"):
        mercalli.models({**COUNTS, "n": [3, wrong]}, **SMALL, count="n")


def test_more_items_than_fit_are_refused():
    with pytest.raises(CountError, match="adds up to 100,000,000,001 items"):
        mercalli.models({**COUNTS, "n": [1e11, 1]}, **SMALL, count="n")


def test_rows_with_ids_stand_for_one_item():
    with pytest.raises(SettingError, match="`count` says for how many items a row stands"):
        mercalli.models({**COUNTS, "id": [1, 2]}, **SMALL, count="n", item="id")


def test_a_count_from_the_shell_leaves_ids_aside(mercalli, tmp_path):
    (tmp_path / "counts.csv").write_text("id,truth,pred,n\n1,u,u,3\n2,c,u,1\n", encoding="utf-8")
    done = mercalli("models", "counts.csv", "--count", "n", "--replicates", "0", cwd=tmp_path)
    assert done.stdout.startswith("counts.csv: 4 items, 1 system")


def test_an_unknown_column_of_counts_is_refused(mercalli, tmp_path):
    (tmp_path / "counts.csv").write_text("truth,pred,n\nu,u,3\n", encoding="utf-8")
    assert "'m'" in refused(mercalli("models", "counts.csv", "--count", "m", cwd=tmp_path))
