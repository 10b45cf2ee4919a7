"""A column of a data frame with other words in place of its values, put there by the engine that holds the data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import narwhals as nw
import numpy as np

from mercalli.io import sql

VALUE, WORD = "value of the word", "word of the value"


def recoded_frame(frame: Any, column: str, words: Mapping[object, str], other: str) -> Any:  # noqa: ANN401 - eager or lazy
    """The same frame; what is not among the values, or missing, becomes `other`."""
    if frame.implementation.is_duckdb():
        return nw.from_native(_in_duckdb(frame.to_native(), column, words, other))
    listed = _listed(frame, words)
    joined = frame.join(listed, left_on=column, right_on=VALUE, how="left")
    return joined.with_columns(nw.col(WORD).fill_null(other).alias(column)).drop(WORD)


def _in_duckdb(relation: Any, column: str, words: Mapping[object, str], other: str) -> Any:  # noqa: ANN401 - DuckDB's
    """A join in the database that the relation belongs to; the list of words is found there by its name."""
    values = np.empty(len(words), object)
    values[:] = list(words)
    _listed_words = {"value": values, "word": np.array(list(words.values()), object)}  # the query names it
    name = sql.name(column)
    word = f"coalesce(_listed_words.word, {sql.text(other)})"
    view = f"rows_{uuid4().hex}"  # of its own: a second column is recoded in what the first view gives
    query = (
        f"select rows_to_recode.* replace ({word} as {name}) "
        f"from {view} as rows_to_recode left join _listed_words on rows_to_recode.{name} = _listed_words.value"
    )
    return relation.query(view, query)


def _listed(frame: Any, words: Mapping[object, str]) -> Any:  # noqa: ANN401 - eager or lazy
    """Values and words as a frame of the same library; Spark sends it to every worker."""
    columns = {VALUE: list(words), WORD: list(words.values())}
    implementation = frame.implementation
    if implementation.is_pyspark() or implementation.is_pyspark_connect():
        from pyspark.sql.functions import broadcast  # noqa: PLC0415 - an extra

        session = frame.to_native().sparkSession
        rows = list(zip(*columns.values(), strict=True))
        return nw.from_native(broadcast(session.createDataFrame(rows, list(columns))))
    if implementation.is_dask():
        return nw.from_dict(columns, backend="pandas").lazy(backend="dask")
    listed = nw.from_dict(columns, backend=implementation)
    return listed if isinstance(frame, nw.DataFrame) else listed.lazy()
