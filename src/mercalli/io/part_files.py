"""Files that are made part by part: a run that was stopped is continued from what it left in its hidden folder."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from mercalli.io.claims import Claim
from mercalli.io.whole_files import write_whole, writing

PART, NOTE = "part", "part.json"
NOT_THROUGH_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@dataclass
class PartFile:
    """A file in the making; `rows` are those done with: whole on disk, or `dropped` of them left out."""

    out: str | Path
    claim: Claim
    about: Mapping[str, object]
    rows: int
    dropped: int
    stream: IO[bytes]

    @property
    def written(self) -> int:
        """How many rows are on disk."""
        return self.rows - self.dropped

    @classmethod
    def open(cls, out: str | Path, claim: Claim, about: Mapping[str, object]) -> PartFile:
        """A new file, or one that was left off about the same: what stands beyond its note is cut off."""
        rows, dropped, size = _left_off(claim.place, about)
        with writing(out):
            stream = _opened(claim.place, anew=not rows)
            stream.truncate(size)
            stream.seek(size)
        return cls(out, claim, about, rows, dropped, stream)

    def add(self, text: str, rows: int, dropped: int = 0) -> None:
        """Write a part, and then note that it is whole."""
        with writing(self.out):
            self.stream.write(text.encode())
            self.stream.flush()
            os.fsync(self.stream.fileno())
        self.rows += rows
        self.dropped += dropped
        counts = {"rows": self.rows, "dropped": self.dropped, "bytes": self.stream.tell()}
        note = {"about": dict(self.about), **counts}
        write_whole(self.claim.place / NOTE, json.dumps(note), told=self.out)

    def finish(self) -> None:
        """It is whole: what was made under this claim."""
        self.stream.close()
        with writing(self.out):
            (self.claim.place / PART).rename(self.claim.new)
            (self.claim.place / NOTE).unlink(missing_ok=True)

    def discard(self) -> None:
        """Leave nothing behind, also where closing the file says once more that the disk is full."""
        with suppress(OSError):
            self.stream.close()
        _remove(self.claim.place)


def _opened(place: Path, *, anew: bool) -> IO[bytes]:
    """The file to add to; one that is begun anew never writes into what stood there."""
    if anew:
        _remove(place)
    how = os.O_RDWR | NOT_THROUGH_LINKS | (os.O_CREAT | os.O_EXCL if anew else 0)
    return os.fdopen(os.open(place / PART, how, 0o666), "r+b")


def _remove(place: Path) -> None:
    for name in (PART, NOTE):
        with suppress(OSError):
            (place / name).unlink()


def _left_off(place: Path, about: Mapping[str, object]) -> tuple[int, int, int]:
    """Rows, those dropped, and bytes that are whole of the same work; none of other work or by a broken note."""
    try:
        note = json.loads((place / NOTE).read_text(encoding="utf-8"))
        rows, dropped, size = (int(note[name]) for name in ("rows", "dropped", "bytes"))
        same = note["about"] == json.loads(json.dumps(dict(about))) and _is_own(place / PART, size)
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0, 0
    return (rows, dropped, size) if same else (0, 0, 0)


def _is_own(part: Path, size: int) -> bool:
    """Whether a part is a file with this name alone, and as long as its note says."""
    found = part.lstat()
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and found.st_size >= size
