"""Joins: the predictions of several files side by side on the same items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mercalli.errors import ColumnError, FileError, JoinError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from mercalli.io.tables import Table


@dataclass(frozen=True)
class Part:
    """One file's predictions: its table, and which columns hold truth and prediction."""

    name: str
    table: Table
    truth: str
    pred: str


@dataclass(frozen=True)
class Joined:
    """All columns of the first part, and the column of each system's predictions by name."""

    relation: duckdb.DuckDBPyRelation
    origin: str
    systems: dict[str, str]
    how: str


def joined(database: duckdb.DuckDBPyConnection, parts: Sequence[Part], key: str | None) -> Joined:
    """The parts matched by a key column, or row by row where their truths are the same."""
    for at, part in enumerate(parts):
        _check_columns(part, key)
        part.table.relation.create_view(f"part_{at}")
    for at, part in enumerate(parts[1:], 1):
        if key is None:
            _check_rows(database, parts[0], part, at)
        else:
            _check_keys(database, (parts[0], part), at, key)
    columns = {part.name: f"prediction of {part.name}" for part in parts}
    chosen = ", ".join(f"part_{at}.{_name(part.pred)} as {_name(columns[part.name])}" for at, part in enumerate(parts))
    matched = "".join(
        f" positional join part_{at}"
        if key is None
        else f" join part_{at} on {_text('part_0', key)} = {_text(f'part_{at}', key)}"
        for at in range(1, len(parts))
    )
    relation = database.sql(f"select part_0.*, {chosen} from part_0{matched}")
    origin = " and ".join(dict.fromkeys(part.table.origin for part in parts))
    return Joined(relation, origin, columns, "row by row" if key is None else f"by {key!r}")


def _check_columns(part: Part, key: str | None) -> None:
    columns = part.table.relation.columns
    for name in (part.truth, part.pred, key):
        if name is not None and name not in columns:
            raise ColumnError.unknown(name, columns, part.table.origin)


def _check_keys(database: duckdb.DuckDBPyConnection, pair: tuple[Part, Part], at: int, key: str) -> None:
    """Every key once in each, the same keys in both, the same truth for each."""
    for part, view in ((pair[0], "part_0"), (pair[1], f"part_{at}")):
        item = _text(view, key)
        twice = _rows(
            database, f"select {item} from {view} group by 1 having count(*) > 1 or {item} is null order by 1"
        )
        if twice:
            raise JoinError.repeated(part.table.origin, key, twice)
    for part, other, one, two in ((*pair, "part_0", f"part_{at}"), (*pair[::-1], f"part_{at}", "part_0")):
        item, found = _text(one, key), f"select {_text(two, key)} from {two}"
        alone = _rows(database, f"select {item} from {one} where {item} not in ({found}) order by 1")
        if alone:
            raise JoinError.unmatched(part.table.origin, other.table.origin, key, alone)
    item, same = _text("part_0", key), f"{_text('part_0', key)} = {_text(f'part_{at}', key)}"
    differing = _rows(
        database, f"select {item} from part_0 join part_{at} on {same} where {_differ(*pair, at)} order by 1"
    )
    if differing:
        raise JoinError.truths(pair[0].table.origin, pair[1].table.origin, key, differing)


def _check_rows(database: duckdb.DuckDBPyConnection, first: Part, other: Part, at: int) -> None:
    """As many rows in both, the same truth in each."""
    counts = [_rows(database, f"select count(*) from {view}")[0] for view in ("part_0", f"part_{at}")]
    differing = _rows(
        database, f"select count(*) from part_0 positional join part_{at} where {_differ(first, other, at)}"
    )
    if counts[0] != counts[1] or differing[0]:
        raise JoinError.by_row(first.table.origin, other.table.origin, counts, int(differing[0]))


def _rows(database: duckdb.DuckDBPyConnection, query: str) -> list[Any]:
    """The first column of the answer."""
    import duckdb  # noqa: PLC0415 - loaded by whoever made the database

    try:
        return [row[0] for row in database.sql(query).fetchall()]
    except duckdb.Error as error:
        raise FileError.engine("the files", "tables", str(error)) from None


def _differ(first: Part, other: Part, at: int) -> str:
    """Whether the truths of a row do not agree, as SQL asks it."""
    return f"{_text('part_0', first.truth)} is distinct from {_text(f'part_{at}', other.truth)}"


def _text(view: str, column: str) -> str:
    """A column as text: CSV and JSON hold 7 as text, Parquet as a number."""
    return f"cast({view}.{_name(column)} as varchar)"


def _name(column: str) -> str:
    """A column as SQL writes it."""
    return '"' + column.replace('"', '""') + '"'
