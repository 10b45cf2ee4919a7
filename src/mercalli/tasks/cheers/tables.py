"""Gold files and runs as tables of a database, each row with its place, values as text without blanks around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mercalli.io import sql
from mercalli.io.headers import UTF8, header_of
from mercalli.io.lines import checked_records
from mercalli.io.paths import CSV, TSV
from mercalli.io.tables import open_table
from mercalli.tasks.cheers.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    import duckdb

    from mercalli.io.tables import Table

IDS = ("doc_id", "sentence_id")
RUN = (*IDS, "is_relevant", "sector_id")
GOLD = (*IDS, "is_relevant", "sector_ids")


@dataclass(frozen=True)
class Loaded:
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
        wanted = set(rows)
        if self.source.files.kind not in (CSV, TSV) or not wanted:
            return {row: row for row in wanted}
        file, encoding = self.source.files.files[0], self.source.files.encoding
        layout = header_of(file, encoding).layout
        filled = (each for each in checked_records(file, encoding, layout) if layout.body(each.text))
        last, found = max(wanted), {}
        for row, record in enumerate(filled):
            if row in wanted:
                found[row] = record.line
            if row == last:
                break
        return found


def load_gold(
    database: duckdb.DuckDBPyConnection,
    path: str | Path,
    name: str,
    columns: Sequence[str] = GOLD,
    *,
    encoding: str = UTF8,
) -> Loaded:
    """A gold file, or only some of its columns; it may have others."""
    return keep(database, open_table(path, encoding=encoding, database=database), name, columns)


def told(column: str) -> str:
    """What a column is called that the data names: never as one of ours, such as the place of a row."""
    return f"by {column}"


def keep(
    database: duckdb.DuckDBPyConnection, table: Table, name: str, columns: Sequence[str], by: Sequence[str] = ()
) -> Loaded:
    """Some columns of a table that is open already, as text; what stands for nothing is null."""
    if len(table.files.files) > 1:
        raise RunError.several_files(table.origin)
    lacking = [column for column in columns if column not in table.relation.columns]
    if lacking:
        raise RunError.lacks(table.files.files[0].name, lacking, table.relation.columns)
    kept = [*((each, each) for each in columns), *((each, told(each)) for each in by)]
    texts = ", ".join(f"nullif(trim({sql.name(each)}::varchar), '') as {sql.name(called)}" for each, called in kept)
    with table.reading():
        table.relation.project(texts).create(f"{name}_rows")
        database.execute(f"create view {name} as select rowid + 1 as place, * from {name}_rows")
        rows: Any = database.sql(f"select count(*) from {sql.name(name)}").fetchone()
    return Loaded(database, name, table, int(rows[0]))
