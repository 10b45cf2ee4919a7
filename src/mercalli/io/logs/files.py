"""The objects of log files, one after the other: lines, entries of a document, members of a zip file."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import IO, Any

from mercalli.errors import FileError
from mercalli.io.headers import TOO_LONG, UTF8, head
from mercalli.io.lines import LONGEST_OBJECT, checked_lines
from mercalli.io.logs.documents import CutOffError, Document
from mercalli.io.logs.inspect_ai import HEADER
from mercalli.io.logs.rows import LogRow
from mercalli.io.logs.shapes import INSPECT, SHAPES, Shape, shape_of
from mercalli.io.paths import EVAL, kind_of, opened
from mercalli.text.words import shown

MOST_LOOKED_AT = 1 << 26
HEADERS = ("header.json", "_journal/start.json", "start.json")
SAMPLES = "samples/"


@dataclass(frozen=True)
class LogFile:
    """A file of one shape."""

    file: Path
    encoding: str
    shape: Shape

    def rows(self, memory: dict[str, Any]) -> Iterator[LogRow]:
        """All answers; an object of another shape is an error with its place."""
        for place, entry in self._entries(memory):
            if not isinstance(entry, dict) or not self.shape.fits(entry):
                raise self._other(place, entry)
            yield from self.shape.rows(entry, memory)

    def _entries(self, memory: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """Each object with the words for its place."""
        if kind_of(self.file) == EVAL:
            return self._members(memory)
        form = _form(self.file, self.encoding)
        if form == LINES or (form == OBJECT and not self.shape.path):
            return ((f"line {number}", entry) for number, entry in _lines(self.file, self.encoding))
        return self._of_document(memory, () if form == LIST else self.shape.path)

    def _of_document(self, memory: dict[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        count = 0
        with _text(self.file, self.encoding) as stream:
            try:
                for entry in Document(stream).elements(path, memory):
                    count += 1
                    yield f"{self.shape.entry} {count}", entry
            except CutOffError:
                after = f"after {self.shape.entry} {count:,}" if count else "before the first " + self.shape.entry
                raise FileError.damaged(self.file.name, f"it is no complete JSON document {after}") from None

    def _members(self, memory: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        with _unzipped(self.file) as folder:
            names = folder.namelist()
            header = next((name for name in HEADERS if name in names), None)
            said = None if header is None else _member(folder, header, self.file)
            memory.update({HEADER: said.get(HEADER)} if isinstance(said, dict) else {})
            for name in names:
                if name.startswith(SAMPLES) and name.endswith(".json"):
                    yield f"member {name!r}", _member(folder, name, self.file)

    def _other(self, place: str, entry: object) -> FileError:
        keys = f"an object with the keys {shown(list(entry), limit=8)}" if isinstance(entry, dict) else "no object"
        return FileError(
            f"{place.capitalize()} of {self.file.name!r} is not a {self.shape.entry} of {self.shape.called}, as "
            f"the file was read: it is {keys}. Remove it, or give each kind of log in a file of its own."
        )


LINES, LIST, OBJECT = "lines", "list", "object"


def found_shape(file: Path, encoding: str) -> Shape | None:
    """The shape of a file, by its first object; none if that is a row of a plain table, or cannot be read."""
    if kind_of(file) == EVAL:
        return INSPECT
    head(file, encoding)  # text in another encoding is told from here
    form = _form(file, encoding)
    if form == LINES:
        return shape_of(next((entry for _, entry in _lines(file, encoding)), None))
    paths = [((), None)] if form == LIST else [(shape.path, shape) for shape in SHAPES if shape.path]
    return next((shape for shape in (_of_first(file, encoding, *each) for each in paths) if shape), None)


def _of_first(file: Path, encoding: str, path: tuple[str, ...], marked: Shape | None) -> Shape | None:
    """The shape of the first object at a path, or that of a document which has the marks of a shape and no object."""
    before: dict[str, Any] = {}
    with _text(file, encoding) as stream:
        try:
            first = next(Document(stream, MOST_LOOKED_AT).elements(path, before), None)
        except CutOffError:
            first = None
    if first is None and marked is not None and marked.marks and marked.marks.issubset(before):
        return marked
    return shape_of(first)


def _form(file: Path, encoding: str) -> str:
    """Whether a file has an object on each line, or is one list or one object over all of them."""
    some = islice((line.strip() for line in checked_lines(file, encoding) if line.strip()), 2)
    first, *more = [*some] or [""]
    if first.startswith("["):
        return LIST
    try:
        entry = json.loads(first)
    except (ValueError, RecursionError):
        return OBJECT
    return LINES if more or shape_of(entry) else OBJECT


def _lines(file: Path, encoding: str) -> Iterator[tuple[int, Any]]:
    """What stands on each line, with its number; lines of nothing but blanks are none."""
    for number, line in enumerate(checked_lines(file, encoding), 1):
        if len(line) > LONGEST_OBJECT:
            raise FileError.at_line(file.name, number, TOO_LONG)
        if line.strip():
            try:
                entry = json.loads(line)
            except (ValueError, RecursionError):
                raise _incomplete(file, number, line) from None
            yield number, entry


def _incomplete(file: Path, number: int, line: str) -> FileError:
    """A last line without its end is what a download leaves that was cut off."""
    if not line.endswith("\n"):
        return FileError.at_line(
            file.name,
            number,
            "is not a complete JSON object, and it is the last line: the file was cut off. Fetch it again, or "
            "remove this line; its item is then one without an answer.",
        )
    return FileError.at_line(file.name, number, "is not a complete JSON object. Correct or remove it.")


@contextmanager
def _text(file: Path, encoding: str) -> Generator[IO[str]]:
    """The text of a file, unpacked."""
    name = "utf-8-sig" if encoding == UTF8 else encoding
    try:
        with opened(file) as stream, TextIOWrapper(stream, name) as text:
            yield text
    except UnicodeDecodeError as error:
        raise FileError.unopened(file.name, "JSON", error) from None


@contextmanager
def _unzipped(file: Path) -> Generator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as folder:
            yield folder
    except zipfile.BadZipFile:
        raise FileError.damaged(file.name, "it is not a zip file from start to end") from None
    except NotImplementedError:
        raise FileError.named(
            file.name,
            "is packed in a way that this Python does not know. Convert it with `inspect log convert --to json`.",
        ) from None


def _member(folder: zipfile.ZipFile, name: str, file: Path) -> Any:  # noqa: ANN401 - whatever JSON holds
    if folder.getinfo(name).file_size > LONGEST_OBJECT:
        raise FileError.damaged(file.name, f"its member {name!r} is larger than any sample")
    try:
        return json.loads(folder.read(name))
    except NotImplementedError:
        raise
    except (ValueError, RecursionError, RuntimeError, EOFError, zlib.error):  # RuntimeError: it has a password
        raise FileError.damaged(file.name, f"its member {name!r} is not JSON") from None
