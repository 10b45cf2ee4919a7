"""A file that one writer holds at a time; the others wait."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where appending in one go is all there is
    fcntl = None  # type: ignore[assignment]


@contextmanager
def locked(file: Path) -> Generator[tuple[int, int]]:
    """An open file that nobody else appends to meanwhile, and its size; the system lets go of it when a writer ends."""
    handle = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle, os.fstat(handle).st_size
    finally:
        os.close(handle)
