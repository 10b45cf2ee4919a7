"""Comma-separated text in which no cell is a formula to a spreadsheet: the one rule, for Python and for DuckDB."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

# What a spreadsheet takes for the start of a formula, also in full-width letters; a plain number is none.
FORMULA_START = "^[=+@\\t\\r\\n\uff1d\uff0b\uff0d\uff20-]"
STARTS = re.compile(FORMULA_START)
NUMBER = r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?"


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A header and rows as a file holds them; numbers in full, nothing where there is none."""
    return csv_rows([header]) + csv_rows(rows)


def csv_rows(rows: Iterable[Sequence[object]]) -> str:
    """Rows as a file holds them."""
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows([safe(cell) for cell in row] for row in rows)
    return written.getvalue()


def csv_columns(columns: Iterable[Sequence[object]]) -> str:
    """Columns as rows of a file: quicker where there are many rows. They are written as they are; see `safe`."""
    written = StringIO()
    csv.writer(written, lineterminator="\n").writerows(zip(*columns, strict=True))
    return written.getvalue()


def safe(cell: object) -> object:
    """Text that a spreadsheet would run gets an apostrophe in front.

    >>> safe("=1+1"), safe("-1"), safe(-1.5), safe("fire")
    ("'=1+1", '-1', -1.5, 'fire')
    """
    return f"'{cell}" if isinstance(cell, str) and _is_formula(cell) else cell


def as_written(cell: str) -> str:
    """A text as it was before `safe`.

    >>> as_written("'=1+1"), as_written("'tis"), as_written("fire")
    ('=1+1', "'tis", 'fire')
    """
    return cell[1:] if cell.startswith("'") and _is_formula(cell[1:]) else cell


def _is_formula(text: str) -> bool:
    return STARTS.match(text) is not None and re.fullmatch(NUMBER, text) is None


def safe_sql(expression: str) -> str:
    """The same for an expression of DuckDB that gives text."""
    starts = f"regexp_matches({expression}, '{FORMULA_START}') and not regexp_full_match({expression}, '{NUMBER}')"
    return f"case when {starts} then '''' || {expression} else {expression} end"
