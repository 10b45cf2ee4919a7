"""Rows that stand for several items each, as a table of counts has them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.errors import InputError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.usual_names import usual_column
from mercalli.tasks.models.errors import RepeatError
from mercalli.tasks.models.reading.roles import ModelRoles

COUNT = ("n", "count", "rows")
MOST_ITEMS = 10_000_000


def likely_count(roles: ModelRoles, columns: list[str]) -> str | None:
    """A column that may say for how many items a row stands, where nobody said so and rows have no ids."""
    if roles.count is not None or roles.item is not None or roles.long:
        return None
    named = {*roles.columns, roles.truth, roles.unit}
    return usual_column(COUNT, [column for column in columns if column not in named])


def holds_counts(rows: ArraySource, column: str) -> bool:
    """Whether a column has nothing but whole numbers of at least 1, and some are above that."""
    try:
        numbers = rows.numbers(column)
    except InputError:
        return False
    return not _wrong(numbers).any() and bool((numbers > 1).any())


def repeated(rows: ArraySource, column: str) -> ArraySource:
    """Every row as often as its count says."""
    numbers = rows.numbers(column)
    wrong = _wrong(numbers)
    if wrong.any():
        found = numbers[wrong][0]
        said = "none" if np.isnan(found) else f"{found:g}"
        raise RepeatError.no_count(column, said, rows.origin, rows.first(wrong))
    if numbers.sum() > MOST_ITEMS:
        raise RepeatError.too_many(column, float(numbers.sum()), MOST_ITEMS, rows.origin)
    times = numbers.astype(np.int64)
    return replace(rows, arrays={name: np.repeat(array, times) for name, array in rows.arrays.items()})


def _wrong(numbers: Floats) -> Bools:
    """Which numbers are no counts."""
    wrong: Bools = ~(np.isfinite(numbers) & (numbers >= 1) & (np.floor(numbers) == numbers))
    return wrong
