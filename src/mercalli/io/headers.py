"""The first line of a delimited text: its columns, and how the text is laid out."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from mercalli.errors import FileError
from mercalli.io.layout import Layout
from mercalli.io.paths import BLOCK_BYTES, blocks, ending

UTF8 = "utf-8"
DELIMITERS = ",;\t|"
HEADER = re.compile(r'(?:[^"\r\n]|"[^"]*")*+')
SPREADSHEET_MARK = re.compile(r"sep=.?", re.IGNORECASE)
BREAK = re.compile(r"\r\n?|\n")
LINE_FEED = re.compile(r"\r*\n")
LONGEST_LINE = BLOCK_BYTES // 4  # letters of a block that is full; a letter has four bytes at most
LONGEST_NAMES = 100_000
MOST_COLUMNS = 10_000
TOO_LONG = "is too long. Check that every quote on it is closed."
OPEN_QUOTE = "opens a quote that is never closed. Close it, or double a quote that belongs to the value."
MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Header:
    """The names of the columns and the layout; `broken` is a first line that goes over several inside quotes."""

    names: tuple[str, ...]
    layout: Layout
    broken: bool = False


def common_header(files: Sequence[Path], encoding: str = UTF8, *, headed: bool = True) -> Header:
    """The header that all files have."""
    first = header_of(files[0], encoding, headed=headed)
    for file in files[1:]:
        other = header_of(file, encoding, headed=headed)
        if (other.names, other.layout.delimiter) != (first.names, first.layout.delimiter):
            raise FileError.no_header(file.name, f"they must be those of {files[0].name!r}: {', '.join(first.names)}.")
    return first


def header_of(file: Path, encoding: str = UTF8, *, headed: bool = True) -> Header:
    """What the first line shows; where it is a row already, columns are called by their places."""
    text = head(file, encoding)
    line = _first_line(file, text, headed=headed)
    delimiter = _delimiter(file, _unquoted(line)) if headed else _usual_delimiter(file, _unquoted(line))
    if headed:
        names = _names(file, line, delimiter)
        check_alike(file, names)
    else:
        names = [place_name(place) for place in range(1, Layout(delimiter).width(line) + 1)]
    rest = text[len(line) :]
    layout = Layout(delimiter, "\n" if not rest or LINE_FEED.match(rest) else "\r")
    return Header(tuple(names), layout, BREAK.search(line) is not None)


def _delimiter(file: Path, line: str) -> str:
    """A tab where the file's name says so and there is one; else what stands most often in the first line."""
    if SPREADSHEET_MARK.fullmatch(line):
        raise FileError.no_header(file.name, f"{line!r} is a mark for spreadsheets. Remove that line.")
    return "\t" if ending(file) == ".tsv" and "\t" in line else max(DELIMITERS, key=line.count)


def first_values(file: Path, encoding: str = UTF8) -> list[str]:
    """What stands in the first line, be it names or a row; nothing if it is too long to hold names."""
    line = _first_line(file, head(file, encoding), headed=False)
    if len(line) > LONGEST_NAMES:
        return []
    return _names(file, line, _usual_delimiter(file, _unquoted(line)))


def _usual_delimiter(file: Path, line: str) -> str:
    """What the file's name says, if it occurs: in a row, other signs may stand more often."""
    usual = "\t" if ending(file) == ".tsv" else ","
    return usual if usual in line else _delimiter(file, line)


def place_name(place: int) -> str:
    """What a column without a name is called, counted from 1."""
    return f"column {place}"


def _names(file: Path, line: str, delimiter: str) -> list[str]:
    """The names in the first line; a column without one, as of an index, is called by its place."""
    try:
        names = next(csv.reader(StringIO(line, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise FileError.no_header(file.name, f"{error}.") from None
    return [BREAK.sub("\n", name.strip()) or place_name(place) for place, name in enumerate(names, 1)]


def check_alike(file: Path, names: Sequence[str]) -> None:
    """DuckDB does not tell names apart that differ only in case, and takes its time over very many."""
    if len(names) > MOST_COLUMNS:
        raise FileError.named(
            file.name,
            f"has {len(names):,} columns, and {MOST_COLUMNS:,} are the most. Keep only those that are needed.",
        )
    seen: dict[str, str] = {}
    for name in names:
        if name.lower() in seen:
            raise FileError.alike(file.name, seen[name.lower()], name)
        seen[name.lower()] = name


def _unquoted(line: str) -> str:
    return "".join(line.split('"')[::2])


def _first_line(file: Path, text: str, *, headed: bool) -> str:
    """The header or the first row, which may go over several lines inside quotes."""
    match = HEADER.match(text)
    line = match[0] if match else ""
    if text[len(line) :].startswith('"'):
        too_long = not headed and len(text) >= LONGEST_LINE
        raise FileError.at_line(file.name, 1, TOO_LONG if too_long else OPEN_QUOTE)
    if headed and len(line) == len(text) >= LONGEST_LINE:
        raise FileError.no_header(file.name, "it is too long for that. Check what made the file.")
    if not line.strip():
        raise FileError.named(file.name, "has no header line. Its first line must name the columns, as in truth,pred.")
    return line


def head(file: Path, encoding: str = UTF8) -> str:
    """The first block as text; only where the file goes on may its end be the middle of a letter."""
    start = next(blocks(file), b"")
    if encoding == UTF8 and (b"\0" in start or start[:2] in MARKS):
        raise _not_utf8(file.name, start)
    try:
        errors = "strict" if len(start) < BLOCK_BYTES else "ignore"
        return start.decode("utf-8-sig" if encoding == UTF8 else encoding, errors).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise FileError.not_text(file.name, encoding, start[: error.start].count(b"\n") + 1) from None


def _not_utf8(name: str, start: bytes) -> FileError:
    wide = _wide(start)
    if wide is None:
        return FileError.unreadable(name, "text", "it holds binary data.")
    return FileError.named(name, f"looks like UTF-16 text. Say --encoding {wide} (encoding='{wide}' in Python).")


def _wide(start: bytes) -> str | None:
    """The encoding of text that has two bytes for a letter, by its mark or by where the zeros are."""
    if start[:2] in MARKS:
        return "utf-16"
    first, second = (start[at::2].count(0) * 4 > len(start) for at in (0, 1))
    return None if first == second else "utf-16-be" if first else "utf-16-le"
