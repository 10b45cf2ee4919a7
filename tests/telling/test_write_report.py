"""The report folder of any result, from Python."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.errors import FileError, SettingError
from mercalli.telling.kinds import files_of

TRUTH = ["fire", "flood"] * 10


@pytest.fixture
def result():
    return mercalli.compare(truth=TRUTH, pred={"svm": TRUTH, "rules": ["fire"] * 20}, replicates=100)


def test_a_report_has_the_files_that_the_command_writes(result, tmp_path):
    report = mercalli.write_report(result, tmp_path / "report")
    assert report == tmp_path / "report"
    assert {file.name for file in report.iterdir()} == {*files_of(result), "manifest.json"}
    assert mercalli.read_result(report / "result.json") == result


def test_a_folder_may_be_named_by_a_text(result, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert (mercalli.write_report(result, "report") / "index.html").is_file()


def test_an_older_report_is_replaced_on_request_alone(result, tmp_path):
    mercalli.write_report(result, tmp_path / "report")
    with pytest.raises(FileError, match=r"exists already.*overwrite=True"):
        mercalli.write_report(result, tmp_path / "report")
    mercalli.write_report(result, tmp_path / "report", overwrite=True)


def test_a_folder_that_is_no_report_is_never_replaced(result, tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(FileError, match="not replaced"):
        mercalli.write_report(result, tmp_path, overwrite=True)


def test_only_results_are_reported_on(tmp_path):
    with pytest.raises(SettingError, match=r"`result` must be a result, as mercalli.evaluate returns it; found 'dict'"):
        mercalli.write_report({"accuracy": 1.0}, tmp_path / "report")
