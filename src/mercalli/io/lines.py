"""Lines and records of text files in any encoding, and the errors that tell at which line something is wrong."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path

from mercalli.errors import FileError
from mercalli.io.headers import OPEN_QUOTE, TOO_LONG, UTF8, head, header_of
from mercalli.io.layout import LONGEST_RECORD, Layout, Record
from mercalli.io.paths import BLOCK_BYTES, opened
from mercalli.text.words import counted

LONGEST_OBJECT = 1 << 24
MARK, MARKED = "\udcff", "mercalli.marked"
codecs.register_error(MARKED, lambda error: (MARK, error.end))  # type: ignore[attr-defined]


def usual_name(encoding: str) -> str:
    """An encoding under the name that Python knows it by.

    >>> usual_name("Latin1"), usual_name("UTF8"), usual_name("sjis")
    ('iso8859-1', 'utf-8', 'shift_jis')
    """
    try:
        "a".encode(encoding)
        name = codecs.lookup(encoding).name
        b"\xff".decode(name, MARKED)  # some encodings are for names of hosts, and cannot mark what is no text
    except (LookupError, ValueError):
        raise FileError.encoding(encoding) from None
    return UTF8 if name == "utf-8-sig" else name


def lines(file: Path, encoding: str, end: str, longest: int = LONGEST_RECORD) -> Iterator[str]:
    """The lines of a text; bytes that are no text are marked, and a line that is too long comes in pieces."""
    name = "utf-8-sig" if encoding == UTF8 else encoding
    with opened(file) as stream, TextIOWrapper(stream, name, MARKED, newline=end) as text:
        try:
            while line := text.readline(longest + 1):
                yield line
        except UnicodeError:  # UTF-16 without the mark at its beginning
            raise FileError.not_text(file.name, encoding, 1) from None


def blocks_of_lines(file: Path, end: str) -> Iterator[str]:
    """A UTF-8 text in blocks that end where a line does."""
    with opened(file) as stream, TextIOWrapper(stream, "utf-8-sig", MARKED, newline=end) as text:
        while block := text.read(BLOCK_BYTES):
            yield block + text.readline(LONGEST_RECORD)


def checked_lines(file: Path, encoding: str) -> Iterator[str]:
    """The lines of a text, or an error at the first that is none."""
    for number, line in enumerate(lines(file, encoding, "\n", LONGEST_OBJECT), 1):
        if MARK in line:
            raise FileError.not_text(file.name, encoding, number)
        yield line


def checked_records(file: Path, encoding: str, layout: Layout) -> Iterator[Record]:
    """The records of a text, or an error at the first that is none or has no end."""
    for record in layout.records(lines(file, encoding, layout.end)):
        if MARK in record.text:
            before = record.text[: record.text.index(MARK)].count(layout.end)
            raise FileError.not_text(file.name, encoding, record.line + before)
        if record.cut and len(record.text) > LONGEST_RECORD:
            raise FileError.at_line(file.name, record.line, TOO_LONG)
        if record.cut:
            raise FileError.at_line(file.name, record.line, OPEN_QUOTE)
        yield record


def check_records(files: Sequence[Path], encoding: str, *, headed: bool = True) -> None:
    """Find the row that an engine stumbled over; each engine numbers rows in its own way."""
    for file in files:
        header = header_of(file, encoding, headed=headed)
        for record in checked_records(file, encoding, header.layout):
            width = header.layout.width(record.text)
            if header.layout.body(record.text) and width != len(header.names):
                raise FileError.at_line(
                    file.name,
                    record.line,
                    f"has {counted(width, 'column')} where the first line has {len(header.names)}. "
                    f"Correct it: a value that holds the delimiter or a line break must be in quotes.",
                )
            if header.layout.goes_on(record.text):
                raise FileError.at_line(
                    file.name,
                    record.line,
                    "goes on after the closing quote of a value. "
                    "Remove what follows it, or double a quote that belongs to the value.",
                )


def check_objects(files: Sequence[Path], encoding: str) -> None:
    """Find the line of JSON that an engine stumbled over."""
    for file in files:
        head(file, encoding)
        for number, line in enumerate(checked_lines(file, encoding), 1):
            if len(line) > LONGEST_OBJECT:
                raise FileError.at_line(file.name, number, TOO_LONG)
            try:
                json.loads(line.strip() or "null")
            except (ValueError, RecursionError):
                raise _not_json(file.name, number) from None


def _not_json(name: str, line: int) -> FileError:
    """Where already the first line is no JSON, objects may go over several lines."""
    if line == 1:
        return FileError.named(
            name, "holds neither complete JSON objects nor one complete list of them. Make it again."
        )
    return FileError.at_line(name, line, "is not a complete JSON object. Correct or remove it.")
