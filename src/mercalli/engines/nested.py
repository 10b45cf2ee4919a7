"""Objects and lists in a column, written as JSON, so that they are counted and read as texts are."""

from __future__ import annotations

from typing import Any

import narwhals as nw

from mercalli.engines.json_texts import json_texts
from mercalli.io import sql


def unnested_frame(frame: Any, column: str) -> Any:  # noqa: ANN401 - eager or lazy
    """The same frame with JSON in place of the objects and lists of a column."""
    kind = frame.collect_schema()[column]
    if not (kind.is_nested() or kind == nw.Object):
        return frame
    implementation = frame.implementation
    if implementation.is_duckdb():
        name = sql.name(column)
        return nw.from_native(frame.to_native().project(f"* replace (cast(to_json({name}) as varchar) as {name})"))
    if implementation.is_pyspark() or implementation.is_pyspark_connect():
        from pyspark.sql import functions  # noqa: PLC0415 - an extra

        return nw.from_native(frame.to_native().withColumn(column, functions.to_json(column)))
    if isinstance(frame, nw.DataFrame):
        texts = json_texts(frame[column].to_list())
        return frame.with_columns(nw.new_series(column, texts, backend=implementation))
    return frame
