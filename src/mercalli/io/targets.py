"""Single files that a command writes: one rule for what may be replaced, and one door."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mercalli.errors import FileError
from mercalli.io.claims import Claim, claimed
from mercalli.io.manifests import Manifest, report_around
from mercalli.io.paths import is_among, meant
from mercalli.io.renames import move_new
from mercalli.io.whole_files import check_new, writing

HEAD_BYTES = 1 << 16
ANOTHER = "Give another name to write to."


@dataclass(frozen=True)
class FileKind:
    """What a command writes, told from other files by how it begins; some may stand `beside` the files of a report."""

    name: str
    head: re.Pattern[str]
    beside: bool = False

    @classmethod
    def table(cls, name: str, columns: Sequence[str]) -> FileKind:
        """A CSV file that has these columns one after the other."""
        return cls(name, re.compile(rf"(?:[^\n]*,)?{re.escape(','.join(columns))}(?:[,\r\n]|$)"))

    def fits(self, file: Path) -> bool:
        """Whether a file is of this kind; an empty one may become of any kind."""
        with file.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
        text = head.decode("utf-8-sig", errors="replace").replace('"', "")
        return not head or self.head.match(text) is not None


@dataclass(frozen=True)
class Target:
    """A file to write: new, or with `overwrite` in the place of one of the same kind; `inputs` are never replaced."""

    path: str | Path
    kind: FileKind | None = None
    overwrite: bool = False
    inputs: Sequence[str | Path] = ()

    def check(self) -> None:
        """Refuse what may not be written or replaced."""
        with writing(self.path):
            if is_among(self.path, [file for each in self.inputs for file in meant(str(each))]):
                raise self._refused("is the file that is read, so it is not replaced.")
            if not self.overwrite:
                check_new(self.path)
            self._check_report()
            if os.path.lexists(self.path):
                self._check_older(Path(self.path))

    @contextmanager
    def claimed(self) -> Generator[Claim]:
        """The file is written by this run alone from here on; refused if it may not be."""
        self.check()
        with claimed(self.path) as claim:
            self.check()
            yield claim

    def write(self, content: str | bytes) -> None:
        """Write a text, or bytes, whole or not at all."""
        with self.claimed() as claim:
            with writing(self.path), claim.new.open("xb") as stream:
                stream.write(content.encode() if isinstance(content, str) else content)
            self.put(claim)

    def put(self, claim: Claim) -> None:
        """What was made takes its place, unless something else came to stand there meanwhile."""
        self.check()
        with writing(self.path):
            if os.path.lexists(claim.target):
                claim.put()
            else:
                move_new(claim.new, claim.target)

    def _check_older(self, older: Path) -> None:
        mode = older.lstat().st_mode
        if stat.S_ISLNK(mode):
            raise self._refused("is a link, which is not replaced and not followed.")
        if stat.S_ISDIR(mode):
            raise FileError.unwritable(str(self.path), "it is a folder")
        if not stat.S_ISREG(mode):
            raise self._refused("is a pipe, a device or a socket, which is not replaced.")
        if self.kind is None or not self.kind.fits(older):
            kind = "a file of this command" if self.kind is None else self.kind.name
            raise self._refused(f"is not {kind}, so it is not replaced.")

    def _check_report(self) -> None:
        """A folder with a manifest holds what one command wrote."""
        report = report_around(Path(self.path))
        if report is None:
            return
        beside = self.kind is not None and self.kind.beside
        if not beside or Path(self.path).name in Manifest.read(report).files:
            raise self._refused(f"is in the report folder {report.name!r}, whose files belong together.")

    def _refused(self, why: str) -> FileError:
        return FileError.named(str(self.path), f"{why} {ANOTHER}")


def check_apart(first: str | Path, second: str | Path) -> None:
    """Refuse two outputs of which one would take the place of the other."""
    with writing(second):
        places = [Path(os.path.realpath(path)) for path in (first, second)]
        same = places[0].is_relative_to(places[1]) or places[1].is_relative_to(places[0])
        if same or is_among(first, [Path(second)]):
            raise FileError.named(str(second), f"and {str(first)!r} are both to be written there. Give two names.")
