"""Folders that are complete or absent."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mercalli.errors import FileError
from mercalli.io.folders import check_free, claimed_folder, kept_predictions, page_of, write_folder
from mercalli.io.manifests import MANIFEST

RESULT = '{\n "mercalli": "evaluation"}'
REPORT = {"result.json": RESULT, "report.md": "# Fire"}


def names_in(folder):
    return sorted(each.name for each in folder.iterdir() if each.name != MANIFEST)


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
    (tmp_path / "photos" / "cat.png").write_bytes(b"")
    with pytest.raises(FileError, match="holds no Mercalli report"):
        write_folder(tmp_path / "photos", REPORT, overwrite=True)
    (tmp_path / "photos" / "result.json").write_text("{}")
    with pytest.raises(FileError, match="holds no Mercalli report"):
        write_folder(tmp_path / "photos", REPORT, overwrite=True)


@pytest.mark.parametrize("root", ["/", "//", "/.."])
def test_the_root_of_all_folders_is_no_place_for_a_report(root):
    with pytest.raises(FileError, match="the root of all folders"), claimed_folder(root, overwrite=True):
        pass


def test_a_pipe_in_the_place_of_a_manifest_is_not_waited_for(tmp_path):
    write_folder(tmp_path / "report", REPORT)
    (tmp_path / "report" / MANIFEST).unlink()
    os.mkfifo(tmp_path / "report" / MANIFEST)
    with pytest.raises(FileError, match=MANIFEST):
        write_folder(tmp_path / "report", REPORT, overwrite=True)


@pytest.mark.parametrize("overwrite", [False, True])
def test_an_empty_folder_is_as_good_as_none(overwrite, tmp_path):
    (tmp_path / "report").mkdir()
    write_folder(tmp_path / "report", REPORT, overwrite=overwrite)
    assert names_in(tmp_path / "report") == ["report.md", "result.json"]
    assert names_in(tmp_path) == ["report"]


def test_a_link_to_a_folder_stays_a_link_to_it(tmp_path):
    write_folder(tmp_path / "report", REPORT)
    (tmp_path / "latest").symlink_to("report")
    write_folder(tmp_path / "latest", {**REPORT, "index.html": "<p>"}, overwrite=True)
    assert (tmp_path / "latest").is_symlink()
    assert names_in(tmp_path / "report") == ["index.html", "report.md", "result.json"]
    assert names_in(tmp_path) == ["latest", "report"]


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


def test_files_may_be_text_bytes_or_written_in_their_place(tmp_path):
    files = {**REPORT, "metrics.csv": b"\xff", "a_detailed_predictions.csv": lambda path: path.write_text("a,b\n")}
    write_folder(tmp_path / "report", files)
    assert (tmp_path / "report" / "metrics.csv").read_bytes() == b"\xff"
    assert (tmp_path / "report" / "a_detailed_predictions.csv").read_text() == "a,b\n"


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt(), MemoryError()])
def test_a_fault_in_the_middle_leaves_nothing_and_the_older_folder_as_it_was(fault, tmp_path):
    def fail(path):
        path.write_text("half of it")
        raise fault

    write_folder(tmp_path / "old", REPORT)
    for folder in ("old", "new", "far/away/new"):
        with pytest.raises((FileError, KeyboardInterrupt, MemoryError)):
            write_folder(tmp_path / folder, {**REPORT, "index.html": fail}, overwrite=True)
    assert names_in(tmp_path) == ["old"]
    assert names_in(tmp_path / "old") == ["report.md", "result.json"]


def test_a_full_disk_is_told(tmp_path):
    def fill(_path):
        raise OSError(28, "No space left on device")

    with pytest.raises(FileError, match=r"'.*report' cannot be written: No space left on device"):
        write_folder(tmp_path / "report", {"result.json": fill})


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the administrator")
def test_a_place_that_may_not_be_written_to_is_refused_at_once(tmp_path):
    tmp_path.chmod(0o555)
    with pytest.raises(FileError, match="nothing may be written to"):
        check_free(tmp_path / "report", overwrite=False)
    tmp_path.chmod(0o755)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="only Linux has a file system that nobody may write to")
def test_a_file_system_that_takes_nothing_is_told():
    with pytest.raises(FileError, match="cannot be written"):
        write_folder("/proc/report", REPORT)


def test_predictions_of_any_system_may_be_replaced(tmp_path):
    write_folder(tmp_path / "report", {**REPORT, "my model_detailed_predictions.csv": "a"})
    write_folder(tmp_path / "report", REPORT, overwrite=True)
    assert names_in(tmp_path / "report") == ["report.md", "result.json"]


def test_predictions_of_the_same_result_can_be_taken_over(tmp_path):
    write_folder(tmp_path / "report", {**REPORT, "a_detailed_predictions.csv": "a,b\n"})
    kept = kept_predictions(tmp_path / "report", [RESULT])
    write_folder(tmp_path / "report", {**REPORT, **kept}, overwrite=True)
    assert (tmp_path / "report" / "a_detailed_predictions.csv").read_text() == "a,b\n"
    assert kept_predictions(tmp_path / "report", ["another"]) == {}
    assert kept_predictions(tmp_path / "nowhere", [RESULT]) == {}


def test_a_result_that_is_no_text_has_no_predictions_to_take_over(tmp_path):
    write_folder(tmp_path / "report", {**REPORT, "result.json": RESULT.encode() + b"\xff"})
    assert kept_predictions(tmp_path / "report", [RESULT]) == {}


def test_a_page_is_found_or_missed(tmp_path):
    write_folder(tmp_path / "report", {**REPORT, "index.html": "<p>"})
    assert page_of(tmp_path / "report") == (tmp_path / "report" / "index.html").resolve()
    with pytest.raises(FileError, match="There is no folder"):
        page_of(tmp_path / "reprot")
    with pytest.raises(FileError, match=r"holds no index\.html"):
        page_of(tmp_path)


def test_a_report_lists_its_files_and_only_these_are_replaced(tmp_path):
    write_folder(tmp_path / "report", {**REPORT, "toy.csv": ""})
    write_folder(tmp_path / "report", REPORT, overwrite=True)
    (tmp_path / "report" / "toy.csv").write_text("mine")
    with pytest.raises(FileError, match=r"also holds 'toy\.csv'"):
        write_folder(tmp_path / "report", REPORT, overwrite=True)


def test_a_report_of_an_older_version_without_a_manifest_can_be_replaced(tmp_path):
    write_folder(tmp_path / "report", REPORT)
    (tmp_path / "report" / MANIFEST).unlink()
    write_folder(tmp_path / "report", {"result.json": RESULT}, overwrite=True)
    assert names_in(tmp_path / "report") == ["result.json"]


def test_a_broken_manifest_is_taken_for_a_file_of_somebody_else(tmp_path):
    write_folder(tmp_path / "report", REPORT)
    (tmp_path / "report" / MANIFEST).write_text("{")
    with pytest.raises(FileError, match="also holds"):
        write_folder(tmp_path / "report", REPORT, overwrite=True)


def test_a_folder_that_is_no_report_has_no_manifest(tmp_path):
    write_folder(tmp_path / "data", {"rows.csv": "a"})
    assert not (tmp_path / "data" / MANIFEST).exists()


def test_a_folder_of_another_kind_is_not_replaced(tmp_path):
    write_folder(tmp_path / "report", {**REPORT, "model.skops": "m"}, kind="training")
    with pytest.raises(FileError, match=r"of another kind \(training, not evaluation\)"):
        write_folder(tmp_path / "report", REPORT, overwrite=True)
    (tmp_path / "report" / MANIFEST).unlink()  # as an older version left it
    with pytest.raises(FileError, match=r"of another kind \(training, not evaluation\)"):
        write_folder(tmp_path / "report", REPORT, overwrite=True)


def test_a_file_that_was_changed_since_is_not_replaced(tmp_path):
    write_folder(tmp_path / "report", REPORT)
    (tmp_path / "report" / "report.md").write_text("# my notes")
    with pytest.raises(FileError, match=r"holds 'report\.md', changed since"):
        write_folder(tmp_path / "report", REPORT, overwrite=True)


@pytest.mark.parametrize("read", ["report/result.json", "report/*.md", "report"])
def test_a_folder_that_holds_what_is_read_is_not_replaced(read, tmp_path):
    write_folder(tmp_path / "report", REPORT)
    with pytest.raises(FileError, match="which is read"):
        check_free(tmp_path / "report", overwrite=True, inputs=[str(tmp_path / read)])
