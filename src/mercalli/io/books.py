"""Workbooks (Excel, OpenDocument): one sheet becomes a plain table that every reader of tables takes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mercalli.errors import ExtraError, FileError
from mercalli.io import book_rows, sql
from mercalli.io.book_names import book_and_sheet
from mercalli.io.targets import FileKind
from mercalli.text.words import shown, suggestion

if TYPE_CHECKING:
    import duckdb

READER, WRITER, EXTRA = "python_calamine", "xlsxwriter", "excel"
MADE_BY = "mercalli report"
GIGABYTE = 1 << 30
MOST_UNPACKED, MOST_MEMORY = GIGABYTE, 3 * GIGABYTE
ROUNDED = r"-?\d\.\d{15}e\+\d+"
TOO_LONG = "numbers of more than 15 digits"
FAULTS = {
    "unknown": "has no sheet {asked}.{meant} Its sheets are: {sheets}.",
    "several": "has several sheets with data: {sheets}. Name one, as in {one}.",
    "empty": "holds no rows. The first row must name the columns, as in truth, pred.",
    "merged": "has merged cells ({at}), of which only the first has a value. Unmerge them, and fill in each cell.",
    "long": "has {most} rows or more: those after that many cannot be read. Save it as CSV, and give that file.",
    "password": "is protected by a password. Save it without one.",
    "system": "cannot be read: {reason}.",
}
SAVE_AS = "Save the sheet as CSV in the spreadsheet program, and give that file."


class OwnBook(FileKind):
    """A workbook of ours, told from those of other programs by its keywords."""

    def fits(self, file: Path) -> bool:
        """Whether a file is one; an empty one may become one."""
        try:
            with zipfile.ZipFile(file) as packed:
                return MADE_BY.encode() in packed.read("docProps/core.xml")
        except (zipfile.BadZipFile, KeyError, OSError, NotImplementedError):
            return file.stat().st_size == 0


OWN_BOOK = OwnBook("a workbook of Mercalli", re.compile(""))


def check_extra(package: str) -> None:
    """Refuse workbooks where nothing is installed for them."""
    if find_spec(package) is None:
        raise ExtraError.missing(package.replace("_", "-"), EXTRA)


def write_plain(file: Path, copy: Path) -> None:
    """The sheet that a path names, or the only one, as CSV."""
    check_extra(READER)
    book, asked = book_and_sheet(file)
    _check_size(Path(book))
    program = [sys.executable, "-I", str(book_rows.__file__), str(MOST_MEMORY), book, asked or "", str(copy)]
    ended = subprocess.run(program, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603 - our own program
    try:
        said = json.loads(ended.stdout)
    except ValueError:
        raise _too_much(Path(book).name) from None
    if "fault" in said:
        raise _fault(Path(book).name, asked, said)


def _check_size(book: Path) -> None:
    """Refuse a small file that says it unpacks to more than any sheet needs; older kinds are not packed."""
    try:
        with zipfile.ZipFile(book) as packed:
            size = sum(each.file_size for each in packed.infolist())
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError):
        return
    if size > MOST_UNPACKED:
        raise _too_much(book.name)


def _too_much(name: str) -> FileError:
    return FileError.named(name, f"is damaged, or needs more memory to be read than a table does. {SAVE_AS}")


def _fault(name: str, asked: str | None, said: dict[str, Any]) -> FileError:
    """What is wrong with a sheet, and what to do."""
    sheets = said.get("sheets", [])
    facts = {
        **said,
        "asked": repr(asked),
        "sheets": shown(sheets),
        "meant": suggestion(str(asked), sheets),
        "one": repr(f"{name}:{next(iter(sheets), '')}"),
    }
    if said["fault"] == "header":
        return FileError.no_header(name, f"{said['reason']} Names are text, one above each column.")
    if said["fault"] == "damaged":
        return FileError.damaged(name, f"it is no workbook that can be read ({said['reason']})")
    return FileError.named(name, FAULTS[said["fault"]].format_map(facts))


def with_rounded_refused(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """The same, but a column of numbers that a spreadsheet has rounded is an error as soon as it is asked for."""
    if not relation.columns:
        return relation
    tests = ", ".join(
        f"min({name}) filter (regexp_full_match({name}, '{ROUNDED}'))" for name in map(sql.name, relation.columns)
    )
    found: Any = relation.aggregate(tests).fetchone()
    bad = {name: value for name, value in zip(relation.columns, found, strict=True) if value is not None}
    if not bad:
        return relation
    parts = (
        f"case when {sql.name(name)} is not null then error({sql.text(_said(name, value))}) end as {sql.name(name)}"
        for name, value in bad.items()
    )
    return relation.project(f"* replace ({', '.join(parts)})")


def _said(column: str, value: str) -> str:
    return f"{TOO_LONG} in the column {column!r}, such as {value}"
