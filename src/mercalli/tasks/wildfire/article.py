"""Undocumented."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.text.numbers import NOTHING

if TYPE_CHECKING:
    from mercalli.tasks.wildfire.table import FieldTable

WHOLE = 1e15


def plain_number(value: float | None) -> str:
    """Whole numbers as such, others with four decimals.

    >>> plain_number(1234.0), plain_number(0.25), plain_number(None)
    ('1,234', '0.2500', '-')
    """
    if value is None:
        return NOTHING
    return f"{value:,.0f}" if value == round(value) and abs(value) < WHOLE else f"{value:,.4f}"


def table_cells(table: FieldTable) -> list[list[str]]:
    """The rows of a table as text."""
    return [[plain_number(value) for value in row] for row in table.rows]
