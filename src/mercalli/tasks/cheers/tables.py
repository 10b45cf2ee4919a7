"""Gold files and runs as tables of a database, each row with its place, values as text without blanks around.

Strangers send runs: what keeps such a file from being a table is a problem of the run, and is found before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mercalli.errors import FileError
from mercalli.io import sql
from mercalli.io.headers import UTF8, header_of
from mercalli.io.lines import checked_records, usual_name
from mercalli.io.paths import BOOK, CSV, PARQUET, TSV, blocks, files_of
from mercalli.io.tables import Table, open_table
from mercalli.tasks.cheers.errors import RunError
from mercalli.tasks.cheers.result import MOST_LISTED, Problem, Validation
from mercalli.text.words import counted, shown, suggestion

if TYPE_CHECKING:
    import duckdb


IDS = ("doc_id", "sentence_id")
RUN = (*IDS, "is_relevant", "sector_id")
GOLD = (*IDS, "is_relevant", "sector_ids")
SPARE_LINES = 1_000
SPARE_BYTES = 1 << 20
LONGEST_LINE = 1_000


@dataclass(frozen=True)
class FileTable:
    """A table of the database under a name, and the file it comes from."""

    database: duckdb.DuckDBPyConnection
    name: str
    source: Table
    rows: int

    @property
    def file(self) -> str:
        """The file's name."""
        return self.source.files.files[0].name

    def query(self, text: str) -> duckdb.DuckDBPyRelation:
        """SQL on the database."""
        return self.database.sql(text)

    def lines(self, rows: Iterable[int]) -> dict[int, int]:
        """The line of each row, counted from 1; in files that have no lines, the row itself."""
        places = set(rows)
        if self.source.files.kind not in (CSV, TSV) or not places:
            return {place: place for place in places}
        file, encoding = self.source.files.files[0], self.source.files.encoding
        layout = header_of(file, encoding).layout
        filled = (each for each in checked_records(file, encoding, layout) if layout.body(each.text))
        needed = enumerate(islice(filled, max(places) + 1))
        return {place: record.line for place, record in needed if place in places}


def load_gold(
    database: duckdb.DuckDBPyConnection,
    path: str | Path,
    name: str,
    columns: Sequence[str] = GOLD,
    *,
    encoding: str = UTF8,
) -> FileTable:
    """A gold file, or only some of its columns; it may have others."""
    return keep(database, open_table(path, encoding=encoding, database=database), name, columns)


def slice_column(column: str) -> str:
    """What a column is called that the data names: never as one of ours, such as the place of a row."""
    return f"by {column}"


def keep(
    database: duckdb.DuckDBPyConnection, table: Table, name: str, columns: Sequence[str], by: Sequence[str] = ()
) -> FileTable:
    """Some columns of a table that is open already, as text; what stands for nothing is null."""
    if len(table.files.files) > 1:
        raise RunError.several_files(table.origin)
    lacking = [column for column in columns if column not in table.columns]
    if lacking:
        raise RunError.file(
            table.files.files[0].name,
            f"has no column {', '.join(map(repr, lacking))}.{suggestion(lacking[0], table.columns)} "
            f"Its columns are: {shown(table.columns, limit=12)}.",
        )
    names = [*((each, each) for each in columns), *((each, slice_column(each)) for each in by)]
    texts = ", ".join(f"nullif(trim({sql.name(each)}::varchar), '') as {sql.name(called)}" for each, called in names)
    with table.reading():
        table.relation.project(texts).create(f"{name}_rows")
        database.execute(f"create view {name} as select rowid + 1 as place, * from {name}_rows")
        rows: Any = database.sql(f"select count(*) from {sql.name(name)}").fetchone()
    return FileTable(database, name, table, int(rows[0]))


def read_run(
    database: duckdb.DuckDBPyConnection, path: str | Path, ids: int, name: str, encoding: str = UTF8
) -> FileTable | Validation:
    """A run: one text file of exactly four columns, with no more lines or bytes than so many ids can need."""
    files, kind, called = files_of(path)
    if len(files) > 1:
        raise RunError.several_files(called)
    file = files[0]
    try:
        _check_size(file, kind, ids)
        opened = open_table(file, encoding=encoding, database=database, check=lambda names: _check(file, names))
        return keep(database, opened, name, RUN)
    except (RunError, FileError) as error:
        by_line = isinstance(error, FileError) and kind in (CSV, TSV)
        problems = list(_broken_lines(file, usual_name(encoding))) if by_line else []
        problems = problems or [_unread(error)]
        return Validation(file.name, 0, tuple(problems[:MOST_LISTED]), len(problems))


def _check(file: Path, names: Sequence[str]) -> None:
    if set(names) != set(RUN):
        raise RunError.columns(file.name, RUN, names)


def _unread(error: FileError | RunError) -> Problem:
    """A problem of the whole file, or the first that keeps it from being read on."""
    return Problem("file", None, None, None, None, f"{error} The rest was not checked.")


def _broken_lines(file: Path, encoding: str) -> Iterator[Problem]:
    """Every line that does not read as the header says, up to one that no line can be told after."""
    try:
        header = header_of(file, encoding)
        for record in checked_records(file, encoding, header.layout):
            width = header.layout.width(record.text)
            says = ""
            if header.layout.body(record.text) and width != len(header.names):
                says = f"{counted(width, 'value')} where the header has {len(header.names)}."
            elif header.layout.goes_on(record.text):
                says = "something follows the closing quote of a value."
            if says:
                yield Problem("line", record.line, None, None, None, says)
    except FileError as error:
        yield _unread(error)


def _check_size(file: Path, kind: str, ids: int) -> None:
    """Refuse a file with far more lines, or bytes once unpacked, than one line for each of so many ids can need.

    Only of text can it be told how much it holds before it is read.
    """
    if kind == BOOK:
        return  # its reader has a limit of its own
    if kind == PARQUET:
        raise RunError.file(
            file.name, f"is {kind}, but a run is text. Save it as CSV, TSV or JSON lines, with .gz if packed."
        )
    most_lines, most_bytes = 2 * ids + SPARE_LINES, LONGEST_LINE * ids + SPARE_BYTES
    lines = size = 0
    for block in blocks(file):
        lines += max(block.count(b"\n"), block.count(b"\r"))
        size += len(block)
        if size > most_bytes:
            raise RunError.file(
                file.name,
                f"holds more than {most_bytes:,} bytes (unpacked, if it is packed), more than such a run can need. "
                f"Give four short values on each line.",
            )
        if lines > most_lines:
            raise RunError.file(
                file.name,
                f"has more than {most_lines:,} lines where {counted(ids, 'sentence')} were asked for. "
                f"Give one line for each sentence.",
            )
