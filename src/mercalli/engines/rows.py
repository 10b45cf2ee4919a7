"""Whole columns of a DuckDB relation as arrays, for statistics that no group-by makes smaller."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from string import whitespace
from typing import Any

import numpy as np

from mercalli.engines.arrays import ROW, ArraySource
from mercalli.errors import ColumnError
from mercalli.inputs.tally import MISSING_WORDS
from mercalli.io import sql

TEXT = "VARCHAR"
AS_THEY_ARE = ("BOOLEAN", "DOUBLE", "FLOAT", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", TEXT)
# An underscore, which DuckDB takes for a part of a number, is none.
NUMBER = (
    "coalesce(try_cast(replace({0}, '_', '?') as double), "
    "case lower(trim({0})) when 'true' then 1.0 when 'false' then 0.0 end)"
)


def said(column: str, words: Collection[str]) -> str:
    """SQL that is true where a text is neither blank nor one of the words for nothing.

    As an expression of Narwhals the same makes DuckDB import pandas, which takes longer than the query.
    """
    bare = f"lower(trim({column}, {sql.text(whitespace)}))"
    return f"({column} is not null and {bare} not in ({sql.listed(['', *sorted(words)])}))"


def fetched_rows(relation: Any, numbers: Sequence[str], keys: Sequence[str], origin: str) -> ArraySource:  # noqa: ANN401 - DuckDB's
    """Some columns: text cast to numbers where these are wanted, and what arrays cannot hold exactly to text."""
    place = {name: f"#{at}" for at, name in enumerate(relation.columns, 1)}
    kinds = {name: str(kind) for name, kind in zip(relation.columns, relation.types, strict=True)}
    texts = [name for name in numbers if kinds[name] == TEXT]
    expressions = {name: NUMBER.format(place[name]) if name in texts else place[name] for name in numbers}
    expressions |= {
        name: place[name] if kinds[name] in AS_THEY_ARE else f"{place[name]}::varchar"
        for name in keys
        if name not in expressions
    }
    listed = ", ".join(f"{how} as column_{at}" for at, how in enumerate(expressions.values()))
    fetched = relation.project(listed).fetchnumpy()
    columns = {name: _filled(fetched[f"column_{at}"]) for at, name in enumerate(expressions)}
    for name in texts:
        if np.isnan(columns[name]).any():
            _check_numbers(relation.project(f"{place[name]} as value"), name, origin)
    return replace(ArraySource.check(columns), origin=origin, counted=ROW)


def _filled(column: Any) -> Any:  # noqa: ANN401 - as DuckDB gives it
    """Numbers without a mask: NaN where one is missing."""
    masked = isinstance(column, np.ma.MaskedArray) and column.dtype.kind == "f"
    return column.filled(np.nan) if masked else column


def _check_numbers(relation: Any, name: str, origin: str) -> None:  # noqa: ANN401 - a DuckDB relation
    """Refuse text that is no number."""
    numbered = relation.project("row_number() over () as place, value")
    nothing = f"lower(trim(value)) in ({sql.listed(['', *sorted(MISSING_WORDS)])})"
    wrong = numbered.filter(f"not {nothing} and {NUMBER.format('value')} is null").limit(1).fetchall()
    for place, value in wrong:
        raise ColumnError.not_numeric(name, repr(value), f" (first at row {place})", origin)
