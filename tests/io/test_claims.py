"""One writer at a time, and a folder that is the old one or the new one whenever its writer is killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from mercalli.errors import FileError
from mercalli.io import claims
from mercalli.io.claims import claimed
from mercalli.io.folders import claimed_folder, write_folder
from mercalli.io.manifests import Manifest

OLD = {"result.json": '{"mercalli": "evaluation", "number": 1}', "report.md": "# Old"}
NEW = {"result.json": '{"mercalli": "evaluation", "number": 2}', "index.html": "<p>New"}
FILE_CALLS = ("open", "os.", "shutil.", "fcntl.", "ctypes.")
WRITER = """
import sys
from mercalli.io import claims
from mercalli.io.folders import write_folder
if sys.argv[2] == "two steps":
    claims.exchanged = lambda first, second: False
files = {"result.json": '{"mercalli": "evaluation", "number": 2}', "index.html": "<p>New"}
write_folder(sys.argv[1], files, overwrite=True)
"""
STEPS = ["one step", "two steps"]


@pytest.fixture(params=STEPS)
def steps(request, monkeypatch):
    """Where the system exchanges folders, and where it cannot."""
    if request.param == "two steps":
        monkeypatch.setattr(claims, "exchanged", lambda _first, _second: False)
    return request.param


def names_in(folder):
    return [each.name for each in folder.iterdir()]


def contents(folder):
    return {name: (folder / name).read_text() for name in Manifest.read(folder).files if name != "manifest.json"}


def killed_at(number, work):
    """Do it in a copy of this process that is killed before its n-th call to the system; whether it came so far."""
    child = os.fork()
    if not child:
        seen = 0

        def count(event, _arguments):
            nonlocal seen
            seen += event.startswith(FILE_CALLS)
            if seen == number:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        work()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def check_recovered(place, steps):
    """The folder is whole, or was only moved aside; the next run finds it, and leaves nothing else."""
    if steps == "one step":
        assert contents(place / "report") in (OLD, NEW)
    with claimed_folder(place / "report", overwrite=True):
        assert contents(place / "report") in (OLD, NEW)
    write_folder(place / "report", OLD, overwrite=True)
    assert contents(place / "report") == OLD
    assert names_in(place) == ["report"]


def test_a_writer_that_is_killed_at_any_call_leaves_the_old_folder_or_the_new_one(steps, tmp_path):
    write_folder(tmp_path / "report", OLD)
    number = 1
    while killed_at(number, lambda: write_folder(tmp_path / "report", NEW, overwrite=True)):
        check_recovered(tmp_path, steps)
        number += 1
    assert number > 20
    assert contents(tmp_path / "report") == NEW


def test_a_first_writer_that_is_killed_at_any_call_leaves_the_whole_folder_or_none(tmp_path):
    number = 1
    while killed_at(number, lambda: write_folder(tmp_path / "report", NEW)):
        assert not (tmp_path / "report").exists() or contents(tmp_path / "report") == NEW
        shutil.rmtree(tmp_path / "report", ignore_errors=True)
        write_folder(tmp_path / "report", OLD)
        assert names_in(tmp_path) == ["report"]
        shutil.rmtree(tmp_path / "report")
        number += 1
    assert contents(tmp_path / "report") == NEW


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed: it kills at a system call")
@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("call", ["mkdir", "rename", "renameat2", "unlinkat", "rmdir", "unlink", "flock"])
def test_a_process_that_the_system_kills_in_a_call_leaves_the_old_folder_or_the_new_one(call, steps, tmp_path):
    number, killed = 1, True
    while killed:
        write_folder(tmp_path / "report", OLD, overwrite=True)
        inject = f"inject={call}:signal=KILL:when={number}"
        command = ["strace", "-f", "-o", os.devnull, "-e", inject, sys.executable, "-B", "-c", WRITER]
        done = subprocess.run([*command, tmp_path / "report", steps], check=False, timeout=60)
        killed = done.returncode != 0
        check_recovered(tmp_path, steps)
        number += 1


@pytest.mark.parametrize("number", [1, 2])
def test_ctrl_c_between_the_two_renames_leaves_a_report(number, tmp_path, monkeypatch):
    write_folder(tmp_path / "report", OLD)
    monkeypatch.setattr(claims, "exchanged", lambda _first, _second: False)
    renames = 0

    def interrupted(event, _arguments):
        nonlocal renames
        renames += event == "os.rename"
        if event == "os.rename" and renames == number:
            os.kill(os.getpid(), signal.SIGINT)

    child = os.fork()
    if not child:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.addaudithook(interrupted)
        try:
            write_folder(tmp_path / "report", NEW, overwrite=True)
        except KeyboardInterrupt:
            os._exit(130)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    assert contents(tmp_path / "report") in (OLD, NEW)
    assert names_in(tmp_path) == ["report"]


def test_a_second_run_is_refused_from_the_beginning(tmp_path):
    with claimed(tmp_path / "report"), ThreadPoolExecutor(1) as another:
        told = another.submit(write_folder, tmp_path / "report", NEW).exception()
    assert isinstance(told, FileError)
    assert "is being written by another run" in str(told)
    assert names_in(tmp_path) == []


def test_a_name_that_appeared_meanwhile_is_left_alone(tmp_path):
    with claimed(tmp_path / "run.csv") as claim:
        claim.new.write_text("new")
        (tmp_path / "run.csv").write_text("of somebody else")
        with pytest.raises(FileExistsError):
            claims.move_new(claim.new, claim.target)
    assert (tmp_path / "run.csv").read_text() == "of somebody else"


def test_a_hidden_folder_that_is_a_link_is_not_used(tmp_path):
    (tmp_path / "mine" / "new").mkdir(parents=True)
    claims.Claim.of(tmp_path / "report").place.symlink_to(tmp_path / "mine")
    with pytest.raises(FileError, match="not a folder of yours"):
        write_folder(tmp_path / "report", NEW)
    assert (tmp_path / "mine" / "new").is_dir()
