"""Folders that are complete or absent."""

from __future__ import annotations

import pytest

from mercalli.errors import FileError
from mercalli.io.folders import check_free, write_folder

RESULT = '{\n "mercalli": "evaluation"}'
REPORT = {"result.json": RESULT, "report.md": "# Fire"}


def names_in(folder):
    return sorted(each.name for each in folder.iterdir())


def test_a_folder_is_written_with_all_its_files(tmp_path):
    write_folder(tmp_path / "new" / "report", REPORT)
    assert names_in(tmp_path / "new" / "report") == ["report.md", "result.json"]
    assert names_in(tmp_path / "new") == ["report"]


def test_an_older_report_is_replaced_only_if_asked(tmp_path):
    write_folder(tmp_path / "report", REPORT)
    with pytest.raises(FileError, match="exists already"):
        write_folder(tmp_path / "report", REPORT)
    write_folder(tmp_path / "report", {"result.json": RESULT}, overwrite=True)
    assert names_in(tmp_path / "report") == ["result.json"]
    assert names_in(tmp_path) == ["report"]


def test_a_folder_of_something_else_is_never_replaced(tmp_path):
    (tmp_path / "photos").mkdir()
    with pytest.raises(FileError, match="holds no report of ours"):
        write_folder(tmp_path / "photos", REPORT, overwrite=True)
    (tmp_path / "photos" / "result.json").write_text("{}")
    with pytest.raises(FileError, match="holds no report of ours"):
        write_folder(tmp_path / "photos", REPORT, overwrite=True)


def test_a_folder_that_cannot_be_written_whole_leaves_the_older_one(tmp_path):
    write_folder(tmp_path / "report", REPORT)
    with pytest.raises(FileError, match="cannot be written"):
        write_folder(tmp_path / "report", {"result.json": RESULT, "no/such/folder": ""}, overwrite=True)
    assert names_in(tmp_path / "report") == ["report.md", "result.json"]
    assert names_in(tmp_path) == ["report"]


def test_a_name_as_long_as_the_system_allows_can_be_written(tmp_path):
    write_folder(tmp_path / ("r" * 255), REPORT)
    assert names_in(tmp_path) == ["r" * 255]


@pytest.mark.parametrize("path", ["r" * 300, "notes.txt/report", "a\0b"])
def test_a_path_that_cannot_be_a_folder_is_a_file_error(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(FileError, match="cannot be written"):
        write_folder(path, REPORT)
    assert names_in(tmp_path) == ["notes.txt"]


@pytest.mark.parametrize("path", [".", "..", "../report"])
def test_the_folder_one_is_in_is_not_pulled_away(path, tmp_path, monkeypatch):
    write_folder(tmp_path / "report", REPORT)
    (tmp_path / "result.json").write_text(RESULT)
    monkeypatch.chdir(tmp_path / "report")
    with pytest.raises(FileError, match="you are in that folder"):
        check_free(path, overwrite=True)
