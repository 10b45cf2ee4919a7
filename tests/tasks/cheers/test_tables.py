"""Runs that strangers send: what a file may be, and that nothing large is read before it is refused."""

from __future__ import annotations

import gzip
import json
import time

import polars as pl
import pytest

import mercalli
from mercalli.errors import FileError
from mercalli.tasks.cheers.errors import RunError
from tests.tasks.cheers.cheers_files import HEADER, gold_text, run_text

AT_ONCE = 5.0  # seconds; DuckDB takes far longer over what is refused here


@pytest.fixture
def folder(tmp_path):
    """A folder with a gold file and a run."""
    (tmp_path / "gold.csv").write_text(gold_text(), encoding="utf-8")
    (tmp_path / "run.csv").write_text(run_text(), encoding="utf-8")
    return tmp_path


def found(folder, name="run.csv"):
    return mercalli.validate_cheers(folder / name, gold=folder / "gold.csv")


def said(folder, name="run.csv"):
    return [str(each) for each in found(folder, name).problems]


def test_a_run_in_parquet_is_refused_by_its_name_alone(folder):
    (folder / "run.parquet").write_bytes(b"never looked at")
    assert said(folder, "run.parquet")[0].startswith("'run.parquet' is Parquet, but a run is text.")
    with pytest.raises(RunError, match=r"'run.parquet' is Parquet"):
        mercalli.score_cheers(folder / "run.parquet", gold=folder / "gold.csv")


def test_a_run_of_json_lines_is_read(folder):
    pl.read_csv(folder / "run.csv").write_ndjson(folder / "run.jsonl")
    assert found(folder, "run.jsonl").valid


@pytest.mark.parametrize("packed", [False, True])
def test_a_glob_is_held_to_the_same_bounds(packed, folder):
    name, content = "part_1.csv", ("\n".join([HEADER] * 40_000)).encode()
    (folder / (f"{name}.gz" if packed else name)).write_bytes(gzip.compress(content) if packed else content)
    assert "more than 1,018 lines" in said(folder, "part_*")[0]


def test_very_many_columns_are_refused_before_they_are_a_table(folder):
    names = [f"c{at}" for at in range(100_000)]
    (folder / "wide.csv").write_text(f"{','.join(names)}\n{','.join('1' * len(names))}\n", encoding="utf-8")
    (folder / "wide.jsonl").write_text(json.dumps(dict.fromkeys(names[:70_000], 1)), encoding="utf-8")
    for name in ("wide.csv", "wide.jsonl"):
        before = time.process_time()
        assert "0,000 columns, and 10,000 are the most" in said(folder, name)[0]
        assert time.process_time() - before < AT_ONCE


def test_a_very_long_name_of_a_column_is_told_in_short(folder):
    (folder / "run.csv").write_text(f"{HEADER},{'x' * 100_000}\n", encoding="utf-8")
    assert len(said(folder)[0]) < 500


def test_very_long_values_are_told_in_short(folder):
    (folder / "run.csv").write_text(
        run_text() + f"{'x' * 100_000},{'y' * 100_000},{'z' * 100_000},1\n", encoding="utf-8"
    )
    assert all(len(each) < 400 for each in said(folder))


def test_every_line_of_another_length_is_listed(folder):
    lines = run_text().splitlines()
    lines[2], lines[4], lines[6] = "0,1,1,1,9", "1,0,1", '2,1,1,"7"x'
    (folder / "run.csv").write_text("\n".join(lines), encoding="utf-8")
    assert said(folder) == [
        "line 3: 5 values where the header has 4.",
        "line 5: 3 values where the header has 4.",
        "line 7: something follows the closing quote of a value.",
    ]
    with pytest.raises(RunError, match="3 problems"):
        mercalli.score_cheers(folder / "run.csv", gold=folder / "gold.csv")


def test_twenty_such_lines_are_listed_and_all_counted(folder):
    (folder / "run.csv").write_text(HEADER + "\n0,0" * 50, encoding="utf-8")
    assert (len(said(folder)), found(folder).found) == (20, 50)


def test_after_a_line_without_an_end_nothing_is_looked_at(folder):
    (folder / "run.csv").write_text(run_text() + '9,9\n9,9,"0,-1\n', encoding="utf-8")
    first, second = said(folder)
    assert first == "line 11: 2 values where the header has 4."
    assert second.endswith("The rest was not checked.")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00a", b"doc_id\n\xff\n", b"\0\0"])
def test_what_is_no_text_is_a_problem_of_the_run(content, folder):
    (folder / "run.csv").write_bytes(content)
    assert [each.rule for each in found(folder).problems] == ["file"]


def test_a_packed_run_that_is_cut_off_is_a_problem_of_the_run(folder):
    (folder / "run.csv.gz").write_bytes(gzip.compress(run_text().encode())[:-9])
    assert "cut off or damaged" in said(folder, "run.csv.gz")[0]


def test_a_run_that_is_not_there_is_no_problem_of_a_run(folder):
    with pytest.raises(FileError, match="No file matches"):
        found(folder, "ran.csv")
