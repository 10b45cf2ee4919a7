"""Files that are whole or absent: read or written at once, or part by part under another name until they are whole."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from uuid import uuid4

from mercalli.errors import FileError
from mercalli.io.paths import absent, check_regular
from mercalli.io.renames import move_new

MOST_BYTES = 1 << 28
PARTIAL, NOTE = ".partial", ".partial.json"


def file_text(path: str | Path, kind: str, instead: str, encoding: str = "utf-8", most: int = MOST_BYTES) -> str:
    """The text of a file; an error says what `kind` of file it should be, or what to give `instead` of a folder."""
    try:
        return io.TextIOWrapper(io.BytesIO(file_bytes(path, kind, instead, most)), encoding=encoding).read()
    except ValueError as error:
        raise FileError.unopened(Path(path).name, kind, error) from None


def file_bytes(path: str | Path, kind: str, instead: str, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file, in the same way."""
    check_regular(path)
    try:
        if Path(path).stat().st_size > most:
            raise FileError.too_large(Path(path).name, most)
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise absent(path) from None
    except IsADirectoryError:
        raise FileError.folder(str(path), instead) from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(Path(path).name, kind, error) from None


@contextmanager
def writing(path: str | Path) -> Generator[None]:
    """What the system says while something is written is told in our words."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise FileError.unwritable(str(path), error) from None


def check_new(path: str | Path) -> None:
    """Refuse early what stands there already."""
    if os.path.lexists(path):
        raise FileError.named(str(path), "exists already and is not replaced. Give another name, or remove it first.")


def write_whole(path: str | Path, text: str) -> None:
    """Write a text whole or not at all."""
    target = Path(path)
    aside = target.parent / f".{uuid4().hex}"
    try:
        with writing(path):
            if target.is_dir():
                raise FileError.unwritable(str(path), "it is a folder")
            aside.write_text(text, encoding="utf-8", newline="")
            os.replace(aside, target)  # noqa: PTH105 - replaces an existing file on every system
    finally:
        with suppress(OSError, ValueError):
            aside.unlink()


@dataclass
class PartFile:
    """A file in the making; `rows` are those done with: whole on disk, or `dropped` of them left out."""

    target: Path
    about: Mapping[str, object]
    rows: int
    dropped: int
    stream: IO[bytes]

    @property
    def written(self) -> int:
        """How many rows are on disk."""
        return self.rows - self.dropped

    @classmethod
    def open(cls, target: str | Path, about: Mapping[str, object]) -> PartFile:
        """A new file, or one that was left off about the same: what stands beyond its note is cut off."""
        path = Path(target)
        rows, dropped, size = _left_off(path, about)
        with writing(target):
            stream = _partial(path).open("r+b" if rows else "wb")
            stream.truncate(size)
            stream.seek(size)
        return cls(path, about, rows, dropped, stream)

    def add(self, text: str, rows: int, dropped: int = 0) -> None:
        """Write a part, and then note that it is whole."""
        with writing(self.target):
            self.stream.write(text.encode())
            self.stream.flush()
            os.fsync(self.stream.fileno())
        self.rows += rows
        self.dropped += dropped
        counts = {"rows": self.rows, "dropped": self.dropped, "bytes": self.stream.tell()}
        note = {"about": dict(self.about), **counts}
        write_whole(_note(self.target), json.dumps(note))

    def finish(self, *, overwrite: bool = False) -> None:
        """Give it its name, which nothing has unless it may be replaced."""
        self.stream.close()
        with writing(self.target):
            if overwrite:
                os.replace(_partial(self.target), self.target)  # noqa: PTH105 - replaces a file on every system
            else:
                move_new(_partial(self.target), self.target)
        with suppress(OSError):
            _note(self.target).unlink()

    def discard(self) -> None:
        """Leave nothing behind."""
        self.stream.close()
        for file in (_partial(self.target), _note(self.target)):
            file.unlink(missing_ok=True)


def _partial(path: Path) -> Path:
    return path.with_name(path.name + PARTIAL)


def _note(path: Path) -> Path:
    return path.with_name(path.name + NOTE)


def _left_off(path: Path, about: Mapping[str, object]) -> tuple[int, int, int]:
    """Rows, those dropped, and bytes that are whole of the same work; none of other work or by a broken note."""
    try:
        note = json.loads(_note(path).read_text(encoding="utf-8"))
        rows, dropped, size = (int(note[name]) for name in ("rows", "dropped", "bytes"))
        same = note["about"] == json.loads(json.dumps(dict(about))) and _partial(path).stat().st_size >= size
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0, 0
    return (rows, dropped, size) if same else (0, 0, 0)
