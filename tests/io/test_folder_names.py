"""Columns from names of folders: never by themselves, and only clear ones where they are asked for."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from mercalli.errors import FileError, SettingError
from mercalli.io.folder_names import folder_columns
from mercalli.io.tables import open_table
from tests.shell.screen import refused

YEARS = "data/year=*/event=*/rows.csv"
ROWS = "truth,pred\nfire,fire\nflood,fire\n"


@pytest.fixture(autouse=True)
def years(tmp_path, monkeypatch):
    """Files in folders of years and events."""
    monkeypatch.chdir(tmp_path)
    for year, event in ((2024, "river%20rise"), (2025, "quake")):
        folder = Path(f"data/year={year}/event={event}")
        folder.mkdir(parents=True)
        (folder / "rows.csv").write_text(ROWS, encoding="utf-8")
        (folder / "breaks.csv").write_bytes(ROWS.replace("\n", "\r\n", 1).encode())
        (folder / "rows16.csv").write_bytes(ROWS.encode("utf-16"))
        (folder / "rows.jsonl").write_text('{"truth": "fire", "pred": "fire"}\n' * 2, encoding="utf-8")
        duckdb.sql(f"copy (select truth, pred from '{folder}/rows.csv') to '{folder}/rows.parquet'")  # noqa: S608 - names of our own


def opened(paths, **settings):
    with folder_columns([paths]):
        return open_table(paths, **settings)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("rows.csv", {}),
        ("rows.jsonl", {}),
        ("rows.parquet", {}),
        ("breaks.csv", {}),
        ("rows16.csv", {"encoding": "utf-16"}),
    ],
)
def test_folders_name_columns_of_every_kind_of_file_where_that_is_asked_for(name, settings):
    table = opened(f"data/year=*/event=*/{name}", **settings)
    assert sorted(table.columns) == ["event", "pred", "truth", "year"]
    found = table.relation.project("year, event").distinct().order("year").fetchall()
    assert found == [("2024", "river rise"), ("2025", "quake")]


def test_folders_name_no_columns_where_nobody_asked():
    assert open_table(YEARS).columns == ["truth", "pred"]


def test_a_column_that_a_file_has_too_is_refused():
    folder = Path("data/Truth=fire")
    folder.mkdir()
    (folder / "rows.csv").write_text(ROWS, encoding="utf-8")
    with pytest.raises(FileError, match="has a column 'Truth', and so has the name of its folder"):
        opened("data/Truth=fire/rows.csv")


def test_folders_that_name_different_columns_are_refused():
    Path("data/year=2026/place=x").mkdir(parents=True)
    Path("data/year=2026/place=x/rows.csv").write_text(ROWS, encoding="utf-8")
    with pytest.raises(FileError, match=r"name 'year', 'place'; those of .* name 'year', 'event'"):
        opened("data/*/*/rows.csv")


def test_folders_that_name_a_column_twice_are_refused():
    Path("data/year=1/year=2").mkdir(parents=True)
    Path("data/year=1/year=2/rows.csv").write_text(ROWS, encoding="utf-8")
    with pytest.raises(FileError, match="one column twice"):
        opened("data/year=1/year=2/rows.csv")


def test_files_in_plain_folders_are_refused_where_columns_were_asked_for():
    Path("plain.csv").write_text(ROWS, encoding="utf-8")
    with pytest.raises(SettingError, match="no file that you named is in such a folder"):
        opened("plain.csv")


def test_a_command_slices_by_the_names_of_folders_and_says_so(mercalli):
    done = mercalli("evaluate", YEARS, "--hive", "--by", "year,event", "--replicates", "0", "--json")
    found = json.loads(done.stdout)
    assert done.stderr == "2 columns come from folder names: year, event\n"
    assert {tuple(each["values"]) for each in found["systems"][0]["slices"]} >= {("2024",), ("2025",)}
    assert found["provenance"]["call"]["options"]["hive"] is True


def test_a_command_refuses_what_names_no_column(mercalli):
    Path("plain.csv").write_text(ROWS, encoding="utf-8")
    said = refused(mercalli("evaluate", "plain.csv", "--hive"))
    assert "--hive takes columns from folder names such as year=2024" in said
    assert "leave --hive out" in said
