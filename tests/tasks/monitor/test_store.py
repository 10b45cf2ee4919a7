"""A watch on the disk: sealed, whole after a kill at any step, and one writer at a time."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from hashlib import sha256

import pytest

from mercalli import monitor_add, monitor_report, monitor_sample
from mercalli.errors import FileError
from mercalli.tasks.monitor.errors import WatchError
from tests.tasks.monitor.watches import DAY, told, watch_of

FORK = multiprocessing.get_context("fork")
SECONDS = 60
STEPS = ("fsync", "replace")


@pytest.fixture
def watch(tmp_path):
    """Ten predictions."""
    return watch_of(tmp_path / "watch", [("urgent", 4), ("other", 6)])


def _killed(folder, step, at):
    """Add predictions, and be killed at the nth call of a step of writing."""
    whole, calls = getattr(os, step), []

    def deadly(*arguments, **options):
        calls.append(step)
        if len(calls) == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(*arguments, **options)

    setattr(os, step, deadly)
    monitor_add(folder, {"id": ["a", "b"], "pred": ["urgent", "other"]}, when=DAY.format(2))


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("at", [1, 2])
def test_a_writer_that_is_killed_leaves_the_watch_as_it_was(step, at, watch):
    child = FORK.Process(target=_killed, args=(watch, step, at))
    child.start()
    child.join(SECONDS)
    assert child.exitcode == -signal.SIGKILL
    assert monitor_report(watch)["model"].n == 10
    monitor_add(watch, {"id": ["a"], "pred": ["urgent"]}, when=DAY.format(2))
    assert monitor_report(watch)["model"].n == 11
    assert {file.name.partition("-")[0] for file in watch.iterdir()} == {"watch.json", "ids", "lock"}


def _many(folder, name):
    for at in range(5):
        monitor_add(folder, {"id": [f"{name}{at}"], "pred": ["urgent"]}, when=DAY.format(2))


def test_two_writers_wait_for_each_other(watch):
    children = [FORK.Process(target=_many, args=(watch, name)) for name in "ab"]
    for child in children:
        child.start()
    for child in children:
        child.join(SECONDS)
    assert [child.exitcode for child in children] == [0, 0]
    assert monitor_report(watch)["model"].n == 20


@pytest.mark.parametrize("change", ['"count":[4', '"looks":90', '"value":0.5'])
def test_a_watch_edited_by_hand_is_refused(change, watch):
    file = watch / "watch.json"
    text = file.read_text()
    assert change in text
    file.write_text(text.replace(change, change[:-1] + "7"))
    with pytest.raises(WatchError, match="was changed after it was sealed"):
        monitor_report(watch)
    with pytest.raises(WatchError, match="was changed after it was sealed"):
        monitor_add(watch, {"id": ["a"], "pred": ["urgent"]})


def test_ids_edited_by_hand_are_refused(watch):
    (file,) = watch.glob("ids-*.json")
    file.write_text(file.read_text().replace('"3"', '"33"'))
    with pytest.raises(WatchError, match="its file of ids was changed"):
        told(watch, {"33": "urgent"}, 2)
    file.unlink()
    with pytest.raises(WatchError, match="its file of ids is not there"):
        told(watch, {"3": "urgent"}, 2)


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"mercalli_watch":1}', '{"mercalli_watch":2,"seal":""}', "{"])
def test_what_is_no_watch_is_refused(content, watch):
    (watch / "watch.json").write_text(content)
    with pytest.raises(WatchError, match="cannot be trusted"):
        monitor_report(watch)


def test_codes_that_stand_for_nothing_are_refused_under_any_seal(watch):
    content = json.loads((watch / "watch.json").read_text())
    content["cells"]["pred"][0] = 7
    del content["seal"]
    bare = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    content["seal"] = f"sha256:{sha256(bare.encode()).hexdigest()}"
    (watch / "watch.json").write_text(json.dumps(content))
    with pytest.raises(WatchError, match="stands for nothing"):
        monitor_report(watch)


def test_a_folder_that_is_none_is_told(tmp_path):
    for run in (monitor_report, lambda folder: monitor_sample(folder, 3), lambda folder: told(folder, {"1": "a"}, 2)):
        with pytest.raises(WatchError, match="is no watch"):
            run(tmp_path / "nothing")


def test_a_watch_is_never_replaced(watch):
    with pytest.raises(FileError, match="exists already"):
        watch_of(watch, [("urgent", 1)])
