"""Files of statistics and of keys: what is written is read back, and what is no such file is refused."""

from __future__ import annotations

import gzip

import pytest

import mercalli
from mercalli.errors import FileError, SettingError, StatisticError
from mercalli.io import statistics
from mercalli.io.statistics import read_key

COUNTED = mercalli.count(truth=["fire", "calm"], pred=["fire", "fire"], classes=["calm", "fire"], site="A")


@pytest.mark.parametrize("name", ["a.stat", "a.stat.gz", "A.STAT"])
def test_what_is_written_is_read_back(tmp_path, name):
    mercalli.write_statistic(COUNTED, tmp_path / name)
    assert mercalli.read_statistic(tmp_path / name) == COUNTED


@pytest.mark.parametrize("name", ["a.stat", "a.stat.gz"])
def test_the_same_counts_are_the_same_bytes(tmp_path, name):
    mercalli.write_statistic(COUNTED, tmp_path / name)
    before = (tmp_path / name).read_bytes()
    mercalli.write_statistic(COUNTED, tmp_path / name, overwrite=True)
    assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize(
    ("name", "said"),
    [("a.csv", "must end in .stat"), ("there.stat", "exists already"), ("none/a.stat.txt", "must end in .stat")],
)
def test_what_may_not_be_written_is_left_alone(tmp_path, name, said):
    (tmp_path / "there.stat").write_text("mine")
    with pytest.raises(FileError, match=said):
        mercalli.write_statistic(COUNTED, tmp_path / name)
    assert (tmp_path / "there.stat").read_text() == "mine"


@pytest.mark.parametrize("name", ["other.stat", "other.stat.gz"])
def test_another_file_is_not_replaced(tmp_path, name):
    (tmp_path / name).write_text("mine")
    with pytest.raises(FileError, match="is not a"):
        mercalli.write_statistic(COUNTED, tmp_path / name, overwrite=True)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.stat", b"truth,pred\n1,2\n", "first line must be a header"),
        ("a.stat", b"\xff\xfe", "UTF-8"),
        ("a.stat.gz", b"no gzip", "not gzip"),
        ("a.stat.gz", gzip.compress(COUNTED.text.encode())[:-9], "ends too early"),
        ("a.stat", COUNTED.text.replace("labels", "tables").encode(), "seal does not hold"),
    ],
)
def test_a_file_that_holds_none_is_refused(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises((FileError, StatisticError), match=said):
        mercalli.read_statistic(tmp_path / name)


@pytest.mark.parametrize("name", ["a.stat", "a.stat.gz"])
def test_a_file_that_is_too_large_is_not_read(tmp_path, name, monkeypatch):
    mercalli.write_statistic(COUNTED, tmp_path / name)
    monkeypatch.setattr(statistics, "MOST_BYTES", 100)
    with pytest.raises(FileError, match="larger than"):
        mercalli.read_statistic(tmp_path / name)


def test_a_folder_and_nothing_are_no_files(tmp_path):
    with pytest.raises(FileError, match="is a folder"):
        mercalli.read_statistic(tmp_path)
    with pytest.raises(FileError, match="No file matches"):
        mercalli.read_statistic(tmp_path / "none.stat")


def key(tmp_path, content, mode=0o600):
    file = tmp_path / "study.key"
    file.write_bytes(content)
    file.chmod(mode)
    return file


def test_a_key_is_its_text_without_the_blanks_around_it(tmp_path):
    assert read_key(key(tmp_path, b" " + b"k" * 32 + b"\r\n")) == b"k" * 32


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620])
def test_a_key_that_others_may_read_or_change_is_refused(tmp_path, mode):
    with pytest.raises(FileError, match="can be read by others"):
        read_key(key(tmp_path, b"k" * 32, mode))


def test_a_key_that_can_be_guessed_is_refused(tmp_path):
    with pytest.raises(SettingError, match="at least 32 characters; found 4"):
        read_key(key(tmp_path, b"weak"))
    with pytest.raises(FileError, match="larger than"):
        read_key(key(tmp_path, b"k" * 5000))
