"""Files written part by part, that go on where they stopped: a partial file and a note of how much of it is whole."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from mercalli.errors import FileError
from mercalli.io.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

PARTIAL, NOTE = ".partial", ".partial.json"


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
        try:
            stream = _partial(path).open("r+b" if rows else "wb")
            stream.truncate(size)
            stream.seek(size)
        except OSError as error:
            raise FileError.unwritable(str(target), error) from None
        return cls(path, about, rows, dropped, stream)

    def add(self, text: str, rows: int, dropped: int = 0) -> None:
        """Write a part, and then note that it is whole."""
        try:
            self.stream.write(text.encode())
            self.stream.flush()
            os.fsync(self.stream.fileno())
        except OSError as error:
            raise FileError.unwritable(str(self.target), error) from None
        self.rows += rows
        self.dropped += dropped
        counts = {"rows": self.rows, "dropped": self.dropped, "bytes": self.stream.tell()}
        note = {"about": dict(self.about), **counts}
        write_whole(_note(self.target), json.dumps(note))

    def finish(self) -> None:
        """Give it its name."""
        self.stream.close()
        try:
            os.replace(_partial(self.target), self.target)  # noqa: PTH105 - replaces an existing file on every system
        except OSError as error:
            raise FileError.unwritable(str(self.target), error) from None
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
