"""A table of a result as a data frame of the library that its reader works with."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from mercalli.errors import ExtraError, SettingError
from mercalli.io.sheets import Kind, Sheet

LIBRARIES = ("polars", "pandas", "pyarrow", "modin", "cudf")
# The first one that is there. Others import pandas and pyarrow without being asked; nobody does that with polars.
USUAL = ("polars", "pandas", "pyarrow")
DUCKDB = "duckdb"
# Libraries whose whole numbers cannot be missing.
NO_MISSING_INTEGERS = ("pandas", "modin")
SQL_TYPES: Mapping[Kind, str] = {bool: "BOOLEAN", int: "BIGINT", float: "DOUBLE", str: "VARCHAR"}


def frame(sheet: Sheet, backend: str | None = None) -> Any:  # noqa: ANN401 - a frame of any library
    """A frame of the library named, else of one that is imported already, else a relation of DuckDB."""
    if backend is not None and backend not in (*LIBRARIES, DUCKDB):
        raise SettingError.choice("backend", backend, (*LIBRARIES, DUCKDB))
    library = backend or next((name for name in USUAL if name in sys.modules), DUCKDB)
    return _relation(sheet) if library == DUCKDB else _frame(sheet, library)


def _frame(sheet: Sheet, library: str) -> Any:  # noqa: ANN401 - a frame of any library
    import narwhals as nw  # noqa: PLC0415 - 70 ms

    types = {bool: nw.Boolean, int: nw.Int64, float: nw.Float64, str: nw.String}
    columns = sheet.columns
    schema = {name: types[_kept_by(library, *column)] for name, column in columns.items()}
    data = {name: cells for name, (_, cells) in columns.items()}
    try:
        return nw.from_dict(data, schema, backend=library).to_native()  # type: ignore[arg-type]
    except ModuleNotFoundError:
        raise ExtraError.library(library) from None


def _kept_by(library: str, kind: Kind, cells: list[object]) -> Kind:
    """Numbers with gaps are no whole numbers in some libraries."""
    return float if kind is int and library in NO_MISSING_INTEGERS and None in cells else kind


def _relation(sheet: Sheet) -> Any:  # noqa: ANN401 - a relation of DuckDB
    """Written out as SQL: parameters would make DuckDB import pandas and pyarrow where they are installed."""
    import duckdb  # noqa: PLC0415 - 117 ms

    columns = sheet.columns
    names = ", ".join(f"{_name(name)} {SQL_TYPES[kind]}" for name, (kind, _) in columns.items())
    table = _name(sheet.name)
    database = duckdb.connect(":memory:")
    database.execute(f"create table {table} ({names})")
    rows = zip(*(cells for _, cells in columns.values()), strict=True)
    if values := ", ".join(f"({', '.join(map(_literal, row))})" for row in rows):
        database.execute(f"insert into {table} values {values}")  # noqa: S608 - names and texts are quoted
    return database.table(table)


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(cell: object) -> str:
    """A cell as SQL writes it; a text cannot hold the character 0 there, so it is put in by its number.

    >>> _literal("it's"), _literal(None), _literal(0.1), _literal(True)
    ("'it''s'", 'null', '0.1', 'True')
    """
    if cell is None:
        return "null"
    if not isinstance(cell, str):
        return str(cell)
    quoted = cell.replace("'", "''").replace("\0", "' || chr(0) || '")
    return f"'{quoted}'"
