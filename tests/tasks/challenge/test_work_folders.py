"""Folders to work in: nobody else can read them, and none is left by processes that were killed."""

import subprocess
import sys

from mercalli.tasks.challenge.doors.work_folders import WORK, work_folder

HOLD = """\
import sys
from pathlib import Path
from mercalli.tasks.challenge.doors.work_folders import work_folder
with work_folder(Path(sys.argv[1])) as place:
    (place / "run.csv").write_text("a run")
    print(place, flush=True)
    sys.stdin.read()
"""


def held(store):
    """A process that works in a folder until it is killed."""
    command = [sys.executable, "-c", HOLD, str(store)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def left(store):
    return sorted(str(place) for place in (store / WORK).iterdir())


def test_a_folder_goes_with_its_process_and_is_for_its_owner_alone(tmp_path):
    with work_folder(tmp_path) as place:
        assert (place.stat().st_mode & 0o777, place.parent.stat().st_mode & 0o777) == (0o700, 0o700)
        assert left(tmp_path) == [str(place)]
    assert left(tmp_path) == []


def test_what_a_killed_process_left_is_swept_by_the_next_and_what_others_use_is_not(tmp_path):
    with held(tmp_path) as victim, held(tmp_path) as other:
        lost, kept = (process.stdout.readline().strip() for process in (victim, other))
        victim.kill()
        victim.wait()
        assert left(tmp_path) == sorted([lost, kept])
        with work_folder(tmp_path) as place:
            assert left(tmp_path) == sorted([kept, str(place)])
        other.kill()
