"""Copies of columns of a data frame; times as microseconds, which every engine can look up again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal

import narwhals as nw

from mercalli.io import sql

MICROSECONDS: Literal["us"] = "us"


def copied_frame(frame: Any, copies: Mapping[str, str], times: Collection[str]) -> tuple[Any, Mapping[str, str]]:  # noqa: ANN401 - eager or lazy
    """The frame with the copies, new name -> column, and which kind of times those have that are times."""
    schema = frame.collect_schema()
    kinds = {new: kind for new, old in copies.items() if new in times and (kind := _kind(schema[old]))}
    if frame.implementation.is_duckdb():
        return nw.from_native(_in_duckdb(frame.to_native(), copies, kinds)), kinds
    if frame.implementation.is_pyspark() or frame.implementation.is_pyspark_connect():
        return nw.from_native(_in_spark(frame.to_native(), copies, kinds)), kinds
    made = [_expression(old, kinds.get(new)).alias(new) for new, old in copies.items()]
    return frame.with_columns(*made), kinds


def _kind(dtype: object) -> str | None:
    if isinstance(dtype, nw.Datetime):
        return "naive" if dtype.time_zone is None else "aware"
    return "date" if isinstance(dtype, nw.Date) else None


def _expression(column: str, kind: str | None) -> nw.Expr:
    copy = nw.col(column)
    if kind is None:
        return copy
    return (copy.cast(nw.Datetime(MICROSECONDS)) if kind == "date" else copy).dt.timestamp(MICROSECONDS)


def _in_duckdb(relation: Any, copies: Mapping[str, str], kinds: Mapping[str, str]) -> Any:  # noqa: ANN401 - DuckDB's
    places = {column: f"#{at}" for at, column in enumerate(relation.columns, 1)}
    made = (
        f"{f'epoch_us({places[old]}::{_timestamp(kinds[new])})' if new in kinds else places[old]} as {sql.name(new)}"
        for new, old in copies.items()
    )
    return relation.project(f"*, {', '.join(made)}")


def _timestamp(kind: str) -> str:
    return "timestamptz" if kind == "aware" else "timestamp"


def _in_spark(frame: Any, copies: Mapping[str, str], kinds: Mapping[str, str]) -> Any:  # noqa: ANN401 - Spark's
    """Times without a zone are read as UTC, whatever the zone of the session."""
    for new, old in copies.items():
        name = f"`{old.replace('`', '``')}`"
        instant = name if kinds.get(new) == "aware" else f"cast(concat(cast({name} as string), 'Z') as timestamp)"
        from pyspark.sql.functions import expr  # noqa: PLC0415 - an extra

        frame = frame.withColumn(new, expr(f"unix_micros({instant})" if new in kinds else name))
    return frame
