"""A run as a table of a database, or what keeps its file from being one; strangers send such files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import FileError
from mercalli.io.headers import UTF8, header_of
from mercalli.io.lines import checked_records
from mercalli.io.origin import Origin
from mercalli.io.paths import CSV, PARQUET, TSV, files_of
from mercalli.io.tables import open_table
from mercalli.tasks.cheers.bounds import check_bounds
from mercalli.tasks.cheers.errors import RunError
from mercalli.tasks.cheers.tables import RUN, Loaded, keep
from mercalli.tasks.cheers.validation import MOST_LISTED, Problem, Validation
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import duckdb

    from mercalli.io.headers import Header
    from mercalli.io.layout import Record


def read_run(
    database: duckdb.DuckDBPyConnection, path: str | Path, ids: int, name: str, encoding: str = UTF8
) -> Loaded | Validation:
    """A run: one text file of exactly four columns, with no more lines or bytes than so many ids can need."""
    files, kind, called = files_of(path)
    if len(files) > 1:
        raise RunError.several_files(called)
    file = files[0]
    try:
        _check_size(file, kind, ids)
    except (FileError, RunError) as error:
        return _refused(file, [_whole(error)])
    try:
        opened = open_table(file, encoding=encoding, database=database, check=lambda names: _check(file, names))
        return keep(database, opened, name, RUN)
    except RunError as error:
        return _refused(file, [_whole(error)])
    except FileError as error:
        return _refused(file, _broken_lines(Origin.of(file, encoding)) or [_whole(error)])


def _check_size(file: Path, kind: str, ids: int) -> None:
    """Only of text can it be told how much it holds before it is read."""
    if kind == PARQUET:
        raise RunError.no_text(file.name, kind)
    check_bounds(file, ids)


def _check(file: Path, names: Sequence[str]) -> None:
    if set(names) != set(RUN):
        raise RunError.columns(file.name, RUN, names)


def _refused(file: Path, problems: Sequence[Problem]) -> Validation:
    return Validation(file.name, 0, tuple(problems[:MOST_LISTED]), len(problems))


def _whole(error: FileError | RunError) -> Problem:
    """A problem of the whole file, or the first that keeps it from being read on."""
    return Problem("file", None, None, None, None, f"{error} The rest was not looked at.")


def _broken_lines(origin: Origin) -> list[Problem]:
    """Every line that does not read as the header says, up to one that no line can be told after."""
    return list(_broken(origin.files[0], origin.encoding)) if origin.kind in (CSV, TSV) else []


def _broken(file: Path, encoding: str) -> Iterator[Problem]:
    try:
        header = header_of(file, encoding)
        for record in checked_records(file, encoding, header.layout):
            says = _fault(header, record)
            if says:
                yield Problem("line", record.line, None, None, None, says)
    except FileError as error:
        yield _whole(error)


def _fault(header: Header, record: Record) -> str | None:
    width = header.layout.width(record.text)
    if header.layout.body(record.text) and width != len(header.names):
        return f"{counted(width, 'value')} where the header has {len(header.names)}."
    if header.layout.goes_on(record.text):
        return "something follows the closing quote of a value."
    return None
