"""Streams of Arrow batches, and datasets of Hugging Face: read once, and kept by DuckDB."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from mercalli.errors import FileError, InputError
from mercalli.io import sql

if TYPE_CHECKING:
    import duckdb

DATASET, SPLITS, ITERABLE, ITERABLE_SPLITS = "Dataset", "DatasetDict", "IterableDataset", "IterableDatasetDict"
DATASETS = "datasets"
BATCH = 10_000


def is_dataset(data: object) -> bool:
    """Whether something comes from the library `datasets`."""
    return DATASETS in sys.modules and type(data).__module__.split(".")[0] == DATASETS


def kept_stream(data: object) -> tuple[duckdb.DuckDBPyRelation, str]:
    """The rows as a relation, and what to call them."""
    if not is_dataset(data):
        return _kept([data], "the stream"), "the stream"
    relation = _kept(_batches(data), "the dataset")
    return _with_names(relation, getattr(data, "features", None) or {}), "the dataset"


def _batches(data: Any) -> Iterable[object]:  # noqa: ANN401 - of a library that may not be there
    """Arrow tables of a dataset, with filter, shuffle and select applied."""
    kind = type(data).__name__
    if kind in (SPLITS, ITERABLE_SPLITS):
        splits = ", ".join(map(repr, data))
        raise InputError.about(
            "the data", f"is a {kind} with the splits {splits}. Pass one of them, as in data[{next(iter(data), '')!r}]."
        )
    if kind == DATASET:
        return [data.with_format("arrow")[:]]
    if kind == ITERABLE:
        batches: Iterable[object] = data.with_format("arrow").iter(batch_size=BATCH)
        return batches
    raise InputError.not_data(data)


def _kept(batches: Iterable[object], called: str) -> duckdb.DuckDBPyRelation:
    """All batches in a table of a database; one that breaks half-way leaves nothing."""
    from mercalli.io.tables import open_database  # noqa: PLC0415 - 100 ms, only where there is a stream

    database, name = open_database(), f"stream_{uuid4().hex}"
    try:
        for at, batch in enumerate(batches):
            rows = database.from_arrow(batch)
            rows.insert_into(name) if at else rows.create(name)
    except KeyboardInterrupt:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the far end raises
        said = str(error).partition("Detail:")[0].strip().rstrip(".") or type(error).__name__
        raise FileError.about(
            called, f"could not be read to its end: {said}. Nothing was counted. Open it again and pass it anew."
        ) from None
    if not database.execute("select 1 from duckdb_tables() where table_name = ?", [name]).fetchone():
        raise FileError.about(called, "holds no batches: nothing can be counted.")
    return database.table(name)


def _with_names(relation: duckdb.DuckDBPyRelation, features: Mapping[str, Any]) -> duckdb.DuckDBPyRelation:
    """The same with the names of classes in place of their numbers; -1 is a missing label there."""
    named = {column: each.names for column, each in features.items() if type(each).__name__ == "ClassLabel"}
    if not named:
        return relation
    parts = (
        f"list_extract([{sql.listed(names)}], {sql.name(column)} + 1) as {sql.name(column)}"
        for column, names in named.items()
    )
    return relation.project(f"* replace ({', '.join(parts)})")
