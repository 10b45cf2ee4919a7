"""The same columns in the hands of every engine."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import dask.dataframe as dd
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

Columns = dict[str, list[Any]]

ARRAY_ROLES = ("truth", "weight", "unit")


@dataclass(frozen=True)
class Engine:
    """Evaluates columns the way a user of one engine would; roles are column names."""

    name: str
    made: Callable[[Columns], object]

    def __call__(self, verb: Callable[..., Any], columns: Columns, **roles: Any) -> Any:
        return verb(self.made(columns), **roles)


class Lists(Engine):
    """No table at all: every role is a list."""

    def __call__(self, verb: Callable[..., Any], columns: Columns, **roles: Any) -> Any:
        given = {role: columns[roles.pop(role)] for role in ARRAY_ROLES if role in roles}
        for role in ("pred", "by"):
            if role in roles:
                names = roles.pop(role)
                given[role] = {name: columns[name] for name in ([names] if isinstance(names, str) else names)}
        return verb(**given, **roles)


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """One real Spark on one core, without its web pages."""
    if shutil.which("java") is None:
        pytest.skip("Java is not installed, so Spark cannot run (scripts/setup installs it)")
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed: pip install 'mercalli[spark]'")
    options = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.log.level": "OFF",
    }
    builder = sql.SparkSession.builder.master("local[1]").appName("mercalli")
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def as_arrays(columns: Columns) -> dict[str, np.ndarray]:
    return {name: np.array(values, object if None in values else None) for name, values in columns.items()}


def as_duckdb(columns: Columns) -> duckdb.DuckDBPyRelation:
    return duckdb.connect().from_arrow(pa.table(columns))


def written_csv(path: Path, columns: Columns, delimiter: str = ",") -> str:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter=delimiter)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    return str(path)


def written_json(path: Path, columns: Columns) -> str:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8") as stream:
        for row in zip(*columns.values(), strict=True):
            stream.write(json.dumps(dict(zip(columns, row, strict=True)), default=str) + "\n")
    return str(path)


def written_parquet(path: Path, columns: Columns) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


def written_parts(folder: Path, columns: Columns, parts: int = 3) -> str:
    for part in range(parts):
        written_csv(folder / f"part_{part}.csv", {name: values[part::parts] for name, values in columns.items()})
    return str(folder / "part_*.csv")


FRAMES: dict[str, Callable[[Columns], object]] = {
    "arrays": as_arrays,
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "polars lazy": pl.LazyFrame,
    "pyarrow": pa.table,
    "duckdb": as_duckdb,
    "dask": lambda columns: dd.from_pandas(pd.DataFrame(columns), npartitions=2),
}
FILES: dict[str, Callable[[Path, Columns], object]] = {
    "csv": lambda folder, columns: written_csv(folder / "rows.csv", columns),
    "tsv": lambda folder, columns: written_csv(folder / "rows.tsv", columns, "\t"),
    "semicolon csv": lambda folder, columns: written_csv(folder / "rows.csv", columns, ";"),
    "csv.gz": lambda folder, columns: written_csv(folder / "rows.csv.gz", columns),
    "parquet": lambda folder, columns: written_parquet(folder / "rows.parquet", columns),
    "json lines": lambda folder, columns: written_json(folder / "rows.jsonl", columns),
    "json lines.gz": lambda folder, columns: written_json(folder / "rows.jsonl.gz", columns),
    "glob of csv": written_parts,
}


@pytest.fixture(params=["lists", *FRAMES, *FILES, "spark"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine in turn."""
    name = request.param
    if name == "lists":
        return Lists(name, dict)
    if name == "spark":
        session = request.getfixturevalue("spark")
        return Engine(name, lambda columns: session.createDataFrame(pa.table(columns)))
    if name in FRAMES:
        return Engine(name, FRAMES[name])
    folder = request.getfixturevalue("tmp_path")
    return Engine(name, lambda columns: FILES[name](folder, columns))
