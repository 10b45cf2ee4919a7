"""Where a table comes from: files, what to call them, what to say if they cannot be read, and copies that can."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from mercalli.errors import FileError
from mercalli.io.books import write_plain
from mercalli.io.folder_names import folders_of
from mercalli.io.headers import BREAK, UTF8, header_of
from mercalli.io.layout import LONGEST_RECORD
from mercalli.io.lines import (
    blocks_of_lines,
    check_objects,
    check_records,
    checked_lines,
    checked_records,
    usual_name,
)
from mercalli.io.paths import BINARY, BOOK, JSON, blocks, check_whole, files_of, opened


@dataclass(frozen=True)
class Origin:
    """Files of one kind; `name` has quotes already."""

    files: Sequence[Path]
    kind: str
    name: str
    encoding: str
    headed: bool = True

    @classmethod
    def of(
        cls,
        paths: str | Path | Sequence[str | Path],
        encoding: str = UTF8,
        called: str | None = None,
        *,
        headed: bool = True,
    ) -> Origin:
        """The files that paths and globs mean, called by their names if not otherwise; `headed`, their columns too."""
        files, kind, name = files_of(paths)
        return cls(files, kind, called or name, usual_name(encoding), headed)

    def error(self, said: str) -> FileError:
        """What an engine said about the files, in our words, and with the line where it can be found."""
        return self.fault() or FileError.engine(self.name, self.kind, said)

    def fault(self) -> FileError | None:
        """The first thing that is wrong with the files, if they are text; it reads them to the end."""
        try:
            if self.kind == JSON:
                check_objects(self.files, self.encoding)
            elif self.kind not in BINARY:
                check_records(self.files, self.encoding, headed=self.headed)
        except FileError as fault:
            return fault
        return None


@contextmanager
def plain_files(origin: Origin) -> Generator[Sequence[Path]]:
    """The same files, each as itself if DuckDB can read it so, or else as a copy that is gone afterwards."""
    odd = {file for file in origin.files if not _is_plain(file, origin)}
    if not odd:
        yield origin.files
        return
    with _folder(origin) as folder:
        yield [
            _copy(file, origin, Path(folder) / str(at)) if file in odd else file for at, file in enumerate(origin.files)
        ]


def _folder(origin: Origin) -> TemporaryDirectory[str]:
    try:
        return TemporaryDirectory(prefix="mercalli-")
    except OSError as error:
        raise FileError.no_copy(origin.files[0].name, error) from None


def _is_plain(file: Path, origin: Origin) -> bool:
    """Whether a text is UTF-8 and its lines end alike."""
    if origin.kind == BOOK:
        return False
    if origin.kind == JSON:
        check_whole(file)
        return origin.encoding == UTF8
    if origin.encoding != UTF8:
        return False
    alike = _ends_alike(_raw(file, origin)) or _ends_alike(_bare(file, origin))
    return alike and not header_of(file, headed=origin.headed).broken


def _ends_alike(blocks: Iterable[str]) -> bool:
    """Whether there are only line feeds, only carriage returns, or only pairs of both."""
    feeds = returns = pairs = 0
    last = ""
    for block in blocks:
        feeds += block.count("\n")
        returns += block.count("\r")
        pairs += block.count("\r\n") + (last + block[:1] == "\r\n")
        last = block[-1:]
    return not returns or not feeds or feeds == returns == pairs


def _raw(file: Path, origin: Origin) -> Iterator[str]:
    """All bytes, each as a letter: quick, but breaks in quotes are among them.

    DuckDB drops a line that is longer than what it holds at a time, so that one is told here.
    """
    length = 0
    for block in blocks(file):
        text = block.decode("latin-1")
        first, last = text.find("\n"), max(text.rfind("\n"), text.rfind("\r"))
        length += len(text) if last < 0 else max(first, 0)
        if length > LONGEST_RECORD and (fault := origin.fault()):
            raise fault
        length = length if last < 0 else len(text) - last - 1
        yield text


def _bare(file: Path, origin: Origin) -> Iterator[str]:
    """What stands outside quotes."""
    layout = header_of(file, headed=origin.headed).layout
    return layout.bare_blocks(blocks_of_lines(file, layout.end))


def _copy(file: Path, origin: Origin, folder: Path) -> Path:
    """A copy in UTF-8 under the same name, in folders of the same names where they say something."""
    check_whole(file)
    copy = folder.joinpath(*folders_of(file), file.name)
    try:
        copy.parent.mkdir(parents=True)
        if origin.kind == BOOK:
            write_plain(file, copy)
            return copy
        with opened(copy, "wb") as stream, TextIOWrapper(stream, UTF8, newline="") as text:
            text.writelines(checked_lines(file, origin.encoding) if origin.kind == JSON else _records(file, origin))
    except OSError as error:
        raise FileError.no_copy(file.name, error) from None
    return copy


def _records(file: Path, origin: Origin) -> Iterator[str]:
    """Records that end in a line feed; DuckDB takes a break in the first one for what ends lines."""
    layout = header_of(file, origin.encoding, headed=origin.headed).layout
    records = (layout.plain(record.text) for record in checked_records(file, origin.encoding, layout))
    return chain([BREAK.sub("\n", next(records, ""))], records)
