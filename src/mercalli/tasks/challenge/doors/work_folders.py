"""Folders to work in: inside the store, for its owner alone. Those that killed processes left are swept by the next.

A folder is locked as long as its process lives, so that what nobody locks was left.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from mercalli.io.whole_files import writing

WORK = "work"


@contextmanager
def work_folder(store: Path) -> Generator[Path]:
    """A folder of this process alone, which goes with it; what others left goes first."""
    place = store / WORK
    with writing(place):
        place.mkdir(mode=0o700, exist_ok=True)
        with _locked(place):  # nobody sweeps between the making of a folder and its lock
            _sweep(place)
            folder = Path(tempfile.mkdtemp(dir=place))
            mine = _lock(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(mine)


def _sweep(place: Path) -> None:
    for folder in place.iterdir():
        try:
            lock = _lock(folder, fcntl.LOCK_NB)
        except BlockingIOError:  # its process lives
            continue
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _lock(folder: Path, how: int = 0) -> int:
    """Lock a folder until the handle is closed, or its process ends."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | how)
    except OSError:
        os.close(handle)
        raise
    return handle


@contextmanager
def _locked(folder: Path) -> Generator[None]:
    lock = _lock(folder)
    try:
        yield
    finally:
        os.close(lock)
