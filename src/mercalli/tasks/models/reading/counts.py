"""Rows that stand for several items each, as a table of counts has them."""

from __future__ import annotations

from mercalli.engines.arrays import ArraySource
from mercalli.engines.counted import not_counts
from mercalli.errors import InputError
from mercalli.inputs.usual_names import usual_column
from mercalli.tasks.models.reading.roles import ModelRoles

COUNT = ("n", "count", "rows")


def likely_count(roles: ModelRoles, columns: list[str]) -> str | None:
    """A column that may say for how many items a row stands, where nobody said so and rows have no ids."""
    if roles.count is not None or roles.item is not None or roles.long:
        return None
    named = {*roles.columns, roles.truth, roles.unit}
    return usual_column(COUNT, [column for column in columns if column not in named])


def holds_counts(rows: ArraySource, column: str) -> bool:
    """Whether a column has nothing but whole numbers, and some are above 1."""
    try:
        numbers = rows.numbers(column)
    except InputError:
        return False
    return not not_counts(numbers).any() and bool((numbers > 1).any())
