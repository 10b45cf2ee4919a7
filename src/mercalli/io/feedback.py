"""Feedback to a file that only grows, and back."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from mercalli.errors import FeedbackError, FileError
from mercalli.inputs.feedback import Feedback
from mercalli.io.locks import locked
from mercalli.io.paths import absent, check_regular
from mercalli.io.whole_files import writing

START, END = b'{"format":', b"\n"
BLOCK = 65_536


def utc_now() -> datetime:
    """The clock, which only doors look at."""
    return datetime.now(UTC)


def append_feedback(path: str | Path, entries: Sequence[Feedback]) -> None:
    """Add entries at the end, a line of JSON each: all or none, on the disk when this returns, one writer at a time.

    A file that holds something else, or whose last entry was cut off, is left as it is, and told.
    """
    lines = [json.dumps(entry.plain(), ensure_ascii=False, allow_nan=False) for entry in entries]
    content = "".join(f"{line}\n" for line in lines).encode()
    check_regular(path)
    with writing(path), locked(Path(path)) as (handle, size):
        _check(handle, size, Path(path).name)
        _write(handle, content if _ends_whole(handle, size) else END + content, size)


def _check(handle: int, size: int, name: str) -> None:
    """That the first line and the last one are entries."""
    with open(handle, "rb", closefd=False) as file:
        first = next((line for line in file if line.strip()), b"")
        last = _last_line(file, size)
    if first and not first.startswith(START):
        raise FeedbackError.named(
            name,
            "is not a feedback file: its first line is not a record. Nothing was added to it. "
            "Name a file that mercalli feedback add wrote, or a new one.",
        )
    for line, place in ((first, "first"), (last, "last")) if first else ():
        _entry(line, f"the {place} line of {name!r}")


def _last_line(file: BinaryIO, size: int) -> bytes:
    """The last line with something in it, from the end."""
    held, start = b"", size
    while start and END not in held.rstrip(END):
        end, start = start, max(start - BLOCK, 0)
        file.seek(start)
        held = file.read(end - start) + held
    return held.rstrip(END).rpartition(END)[2]


def _ends_whole(handle: int, size: int) -> bool:
    """Whether the last line is ended."""
    if not size:
        return True
    os.lseek(handle, size - 1, os.SEEK_SET)
    return os.read(handle, 1) == END


def _write(handle: int, content: bytes, size: int) -> None:
    """Everything, or as if nothing had been tried."""
    try:
        left = memoryview(content)
        while left:
            left = left[os.write(handle, left) :]
        os.fsync(handle)
    except OSError:
        os.ftruncate(handle, size)
        raise


def read_feedback(path: str | Path) -> list[Feedback]:
    """All entries in the order in which they were added; an error tells the line that is none."""
    file = Path(path)
    check_regular(path)
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        raise absent(path) from None
    except OSError as error:
        raise FileError.unopened(file.name, "feedback", error) from None
    entries = [_entry(line, f"line {at:,} of {file.name!r}") for at, line in enumerate(content.split(END), 1) if line]
    if not entries:
        raise FeedbackError.named(file.name, "holds no feedback yet. Record some with mercalli feedback add.")
    return entries


def _entry(line: bytes, place: str) -> Feedback:
    try:
        entry: Any = json.loads(line.decode())
    except UnicodeDecodeError:
        raise FeedbackError.broken(place, "it is not UTF-8") from None
    except (ValueError, RecursionError):
        raise FeedbackError.broken(place, "it is not complete JSON") from None
    if not isinstance(entry, dict):
        raise FeedbackError.broken(place, "it is not an object")
    return Feedback.check(entry, place)
