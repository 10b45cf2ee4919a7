"""Feedback to a file that only grows, and back."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mercalli.errors import FeedbackError, FileError
from mercalli.inputs.feedback import Feedback
from mercalli.io.paths import absent

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

try:
    import fcntl
except ImportError:  # Windows, where appending in one go is all there is
    fcntl = None  # type: ignore[assignment]

END = b"\n"


def append_feedback(path: str | Path, entries: Sequence[Feedback]) -> None:
    """Add entries at the end, a line of JSON each: all or none, on the disk when this returns, one writer at a time."""
    lines = [json.dumps(each.plain(), ensure_ascii=False, allow_nan=False) for each in entries]
    content = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
    try:
        with _locked(Path(path)) as (handle, size):
            _write(handle, content if _ends_whole(handle, size) else END + content, size)
    except OSError as error:
        raise FileError.unwritable(str(path), error) from None


@contextmanager
def _locked(file: Path) -> Generator[tuple[int, int]]:
    """An open file that nobody else appends to meanwhile, and its size."""
    handle = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle, os.fstat(handle).st_size
    finally:
        os.close(handle)


def _ends_whole(handle: int, size: int) -> bool:
    """Whether the last line is ended; one that was cut off stays a line of its own."""
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
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise absent(path) from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(file.name, "feedback", error) from None
    entries = [_entry(line, f"line {at:,} of {file.name!r}") for at, line in enumerate(text.split("\n"), 1) if line]
    if not entries:
        raise FeedbackError.none(repr(file.name))
    return entries


def _entry(line: str, place: str) -> Feedback:
    try:
        found: Any = json.loads(line)
    except (ValueError, RecursionError):
        raise FeedbackError.broken(place, "it is not whole JSON") from None
    if not isinstance(found, dict):
        raise FeedbackError.broken(place, "it is no object")
    return Feedback.check(found, place)
