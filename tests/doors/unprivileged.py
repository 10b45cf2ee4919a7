"""Every command on a file that may not be read, in a process that gives up the rights of root: JSON of what it says."""

from __future__ import annotations

import json
import os
import sys
from contextlib import chdir, contextmanager
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from tests.doors.calls import CALLS
from tests.doors.test_bad_files import _run

NOBODY = 65_534  # no rights to anything that others may not read


def call(command: str, file: str) -> tuple[int, str, str]:
    """Exit code and streams of a good call of a command on a file."""
    done = _run(*(each.format(file=file) for each in CALLS[command].arguments))
    return done.returncode, done.stdout, done.stderr


def refusals() -> dict[str, tuple[int, str, str]]:
    """What each command says of a file in this folder that it may not read."""
    closed = {command: f"{at}_closed.csv" for at, command in enumerate(CALLS)}
    for command, name in closed.items():
        Path(name).write_text(CALLS[command].table.splitlines()[0])
        call(command, name)  # refused as well, but all that it needs to read is imported while it may be
        Path(name).chmod(0)
    with unprivileged():
        return {command: call(command, name) for command, name in closed.items()}


@contextmanager
def unprivileged():
    """As nobody, where the tests run as root."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    yield
    os.seteuid(before)


def main(ready: str) -> None:
    """In a copy of the folder that everybody may enter and write to."""
    with TemporaryDirectory() as place:
        copytree(ready, place, symlinks=True, dirs_exist_ok=True)
        Path(place).chmod(0o777)
        with chdir(place):
            sys.stdout.write(json.dumps(refusals()))


if __name__ == "__main__":
    main(sys.argv[1])
