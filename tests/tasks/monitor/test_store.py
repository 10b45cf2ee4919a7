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
from mercalli.tasks.monitor.watch import KEYS
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


FORGED = {
    "a class that there is not": (("cells", "pred", 0), 7),
    "a time after the year 9999": (("cells", "bin", 0), 2**62),
    "half a look": (("cells", "bin", 0), 1.5),
    "a number beyond all integers": (("cells", "count", 0), 10**30),
    "fewer than no predictions": (("cells", "count", 0), -5),
    "none": (("cells", "count", 0), 0),
    "more than can be counted": (("cells", "count", 0), 2**62),
    "a truth before its prediction": (("cells", "arrival", 1), 1),
    "a review without a truth": (("cells", "truth", 1), 0),
    "a list that is none": (("cells", "bin"), "abc"),
    "a chance above 1": (("chances",), [0.0, 2.0]),
    "a chance where none was drawn": (("chances",), [0.5]),
    "no looks": (("terms", "looks"), 0),
    "no chance of an alarm": (("terms", "alpha"), 0.0),
    "a width that is none": (("terms", "look"), "1x"),
    "no width": (("terms", "look"), "0d"),
    "no classes": (("terms", "classes"), []),
    "a class twice": (("terms", "classes"), ["urgent", "urgent"]),
    "no promise": (("terms", "promises"), []),
    "bands without order": (("terms", "bands"), [0.5, 0.1]),
    "no metric": (("terms", "metrics"), []),
    "a promise of another metric": (("terms", "promises", 0, "metric"), "zzz"),
    "a promise that no model breaks": (("terms", "promises", 0, "value"), 1.0),
    "a promise beyond all numbers": (("terms", "promises", 0, "value"), 1e308),
    "a part above the whole": (("terms", "promises", 0, "above"), [[5, 5, 5], [5, 5, 5]]),
    "less than nothing": (("terms", "promises", 0, "below"), [[-5, 5, 5], [5, 5, 5]]),
    "a table of other classes": (("terms", "promises", 0, "below"), [[1, 1]]),
}


@pytest.mark.parametrize("situation", FORGED)
def test_what_cannot_be_is_refused_under_any_seal(situation, watch):
    told(watch, {"0": "urgent"}, 2)
    path, value = FORGED[situation]
    forged(watch, lambda content: put(content, path, value))
    for use in (monitor_report, lambda folder: told(folder, {"1": "other"}, 3)):
        with pytest.raises(WatchError, match="cannot be trusted"):
            use(watch)


FORGED_IDS = {
    "no ids": {},
    "a list": [1],
    "ids that are no list": {"id": 5, **{key: [1] for key in KEYS}},
    "fewer than were counted": {"id": ["a"], **{key: [1] for key in KEYS}},
    "codes that stand for nothing": {"id": ["a", "b", "c", "d"], **{key: [9] * 4 for key in KEYS}},
}


@pytest.mark.parametrize("situation", FORGED_IDS)
def test_ids_that_the_counts_were_not_made_of_are_refused_under_any_seal(situation, watch):
    text = bare(FORGED_IDS[situation])
    digest = sha256(text.encode()).hexdigest()
    (watch / f"ids-{digest[:16]}.json").write_text(text)
    forged(watch, lambda content: content.update(ids=f"sha256:{digest}"))
    for use in (lambda folder: told(folder, {"1": "other"}, 3), lambda folder: monitor_sample(folder, 1)):
        with pytest.raises(WatchError, match="is not what the counts were made of"):
            use(watch)


def forged(watch, change):
    """A watch that somebody edited, and sealed again."""
    content = json.loads((watch / "watch.json").read_text())
    del content["seal"]
    change(content)
    (watch / "watch.json").write_text(bare({**content, "seal": f"sha256:{sha256(bare(content).encode()).hexdigest()}"}))


def put(content, path, value):
    for part in path[:-1]:
        content = content[part]
    content[path[-1]] = value


def bare(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def test_a_folder_that_is_none_is_told(tmp_path):
    for run in (monitor_report, lambda folder: monitor_sample(folder, 3), lambda folder: told(folder, {"1": "a"}, 2)):
        with pytest.raises(WatchError, match="is no watch"):
            run(tmp_path / "nothing")


def test_a_watch_is_never_replaced(watch):
    with pytest.raises(FileError, match="exists already"):
        watch_of(watch, [("urgent", 1)])


@pytest.mark.parametrize("name", ["watch.json", "ids"])
def test_a_pipe_in_a_watch_is_refused_and_not_waited_for(name, watch):
    file = next(each for each in watch.iterdir() if each.name.startswith(name))
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(FileError, match="is not a regular file"):
        monitor_add(watch, {"id": ["a"], "pred": ["urgent"]}, when=DAY.format(2))


def test_a_watch_that_leads_to_a_device_is_refused(watch):
    (watch / "watch.json").unlink()
    (watch / "watch.json").symlink_to("/dev/zero")
    with pytest.raises(FileError, match="is not a regular file"):
        monitor_report(watch)
