"""Systems of several files side by side on the same items, matched by a column of ids or row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mercalli.engines.frames import FrameSource
from mercalli.engines.open import table_source
from mercalli.errors import FileError, SettingError
from mercalli.inputs.usual_names import KEY, usual_column
from mercalli.io.joins import ItemChoice, Part, joined
from mercalli.io.tables import Table
from mercalli.plan.columns import check_there
from mercalli.plan.systems import unique_systems
from mercalli.plan.tables import DUCKDB, OpenTable


@dataclass(frozen=True)
class Items:
    """The items that are compared: their relation, the systems' columns in it, and what names an item.

    `how` says how files were matched, `shared` how many items they share, where they need not have the same.
    """

    relation: Any
    truth: str
    systems: dict[str, str]
    key: str | None
    source: FrameSource
    how: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()


@dataclass(frozen=True)
class FileSystems:
    """A file, and its systems: their names and columns."""

    file: OpenTable
    systems: Sequence[tuple[str, str]]


def items_of(
    files: Sequence[OpenTable],
    key: str | None,
    database: Any,  # noqa: ANN401 - a DuckDB connection
    chosen: ItemChoice | None,
) -> Items:
    """The predictions of a file as they stand there, or those of several files on the same items."""
    key = common_key(files, key)
    if len(files) > 1:
        every = [FileSystems(each, each.systems("pred")) for each in files]
        return items_of_many(every, key, database, chosen, "prediction")
    if chosen is not None:
        raise SettingError.named("items", "is only for several files with ids. Leave `items` out for one file.")
    file, preds = files[0], files[0].columns["pred"]
    relation = None if file.table is None else file.table.relation  # only examples need it
    return Items(relation, file.truth, dict(zip(preds, preds, strict=True)), key, file.source)


def items_of_many(
    files: Sequence[FileSystems],
    key: str | None,
    database: Any,  # noqa: ANN401 - a DuckDB connection
    chosen: ItemChoice | None,
    word: str,
) -> Items:
    """The systems of all files on the same items; `word` is what a column of theirs holds."""
    unique_systems([system for each in files for system in each.systems])
    parts = [Part(name, _table(each.file), each.file.truth, column) for each in files for name, column in each.systems]
    join = joined(database, parts, key, chosen, word)
    how, shared = (f"items matched {join.how}",), () if join.shared is None else (join.shared,)
    return Items(join.relation, files[0].file.truth, join.systems, key, table_source(join), how, shared)


def common_key(files: Sequence[OpenTable], key: str | None) -> str | None:
    """The column of ids that was named, or one with a usual name that every file has."""
    for each in files:
        check_there(each.source, [key])
    shared = [column for column in files[0].source.columns if all(column in each.source.columns for each in files)]
    return usual_column(KEY, shared) if key is None else key


def _table(opened: OpenTable) -> Table:
    if opened.table is None:
        raise FileError.about(
            "files", f"are joined by {DUCKDB} only. Leave --engine out, or put the predictions into one file."
        )
    return opened.table
