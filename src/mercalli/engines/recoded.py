"""A column of a data frame with other words in place of its values, put there by the engine that holds the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import narwhals as nw
import numpy as np

from mercalli.inputs.recoding import Words
from mercalli.io import sql

VALUE, WORD, BESIDE, OTHER_WORD = "value of the word", "word of the value", "value beside it", "word of both"
VIEWS = count()


def recoded_frame(frame: Any, column: str, words: Words) -> Any:  # noqa: ANN401 - eager or lazy
    """The same frame with words in a column."""
    if frame.implementation.is_duckdb():
        return nw.from_native(_in_duckdb(frame.to_native(), column, words))
    if frame.implementation.is_pandas() and not words.pairs:
        return nw.from_native(_in_pandas(frame.to_native(), column, words))
    frame = _joinable(frame, [column, *([words.beside] if words.beside and words.pairs else [])])
    listed = _listed(frame, {VALUE: list(words.words), WORD: list(words.words.values())})
    joined = frame.join(listed, left_on=column, right_on=VALUE, how="left")
    found = nw.col(WORD).fill_null(words.other)
    if not words.pairs:
        return joined.with_columns(found.alias(column)).drop(WORD)
    values, beside = zip(*words.pairs, strict=True)
    pairs = _listed(frame, {VALUE: list(values), BESIDE: list(beside), OTHER_WORD: list(words.pairs.values())})
    both = joined.join(pairs, left_on=[column, words.beside], right_on=[VALUE, BESIDE], how="left")
    first = nw.when(nw.col(OTHER_WORD).is_null()).then(found).otherwise(nw.col(OTHER_WORD))
    return both.with_columns(first.alias(column)).drop(WORD, OTHER_WORD)


def _joinable(frame: Any, columns: Sequence[str]) -> Any:  # noqa: ANN401 - eager or lazy
    """The same frame; of the two kinds of texts that pyarrow has, a join takes only the one that lists become."""
    if not frame.implementation.is_pyarrow():
        return frame
    texts = [column for column in columns if frame.collect_schema()[column] == nw.String]
    return frame.with_columns(*(nw.col(column).cast(nw.String) for column in texts))


def _in_duckdb(relation: Any, column: str, words: Words) -> Any:  # noqa: ANN401 - DuckDB's
    """A join in the database that the relation belongs to; the lists of words are found there by their names."""
    values, beside = zip(*words.pairs, strict=True) if words.pairs else ((), ())
    _listed_words = {"value": _objects(list(words.words)), "word": _objects(list(words.words.values()))}
    _listed_pairs = {  # the query names both
        "value": _objects(values),
        "beside": _objects(beside),
        "word": _objects(list(words.pairs.values())),
    }
    name, other = sql.name(column), sql.text(words.other)
    rows = f"rows_to_recode_{next(VIEWS)}"  # a view of its own: what is recoded twice must not name itself
    joins = [f"left join _listed_words on {rows}.{name} = _listed_words.value"]
    word = f"coalesce(_listed_words.word, {other})"
    if words.pairs:
        near = f"{rows}.{sql.name(words.beside or '')} = _listed_pairs.beside"
        joins.append(f"left join _listed_pairs on {rows}.{name} = _listed_pairs.value and {near}")
        word = f"coalesce(_listed_pairs.word, _listed_words.word, {other})"
    query = f"select {rows}.* replace ({word} as {name}) from {rows} {' '.join(joins)}"
    return relation.query(rows, query)


def _in_pandas(frame: Any, column: str, words: Words) -> Any:  # noqa: ANN401 - pandas'
    """Each value is looked up once; a join would look up every row, and copy all columns."""
    codes, values = frame[column].factorize()
    listed = _objects([*(words.words.get(value, words.other) for value in values), words.other])
    return frame.assign(**{column: listed[codes]})


def _objects(values: Sequence[object]) -> Any:  # noqa: ANN401 - an array of anything
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _listed(frame: Any, columns: Mapping[str, list[Any]]) -> Any:  # noqa: ANN401 - eager or lazy
    """Values and words as a frame of the same library; Spark sends it to every worker."""
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
