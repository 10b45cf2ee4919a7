"""All tables of a result as one workbook: what to know first, then a sheet for each table, numbers as numbers."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

from mercalli.io.books import MADE_BY, WRITER, check_extra
from mercalli.io.sheets import Kind, Sheet
from mercalli.telling.article import Article, Notes, Verdicts
from mercalli.telling.page.computed import computed
from mercalli.text.words import capital, counted, cut

FIRST = "Read me"
LONGEST_CELL, LONGEST_NAME, MOST_ROWS = 32_767, 31, 1_048_575
NARROW, WIDE = 8, 60
EXACT, LARGE = 10**15, 1000  # spreadsheets keep fifteen digits
SMALL_VALUES, LARGE_VALUES, WHOLE = "0.0000", "#,##0.0", "#,##0"
PLAIN_TEXT = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
MADE = dt.datetime(1980, 1, 1)  # noqa: DTZ001 - no date, so that the same result gives the same bytes
BELOW = "Intervals, words and files are explained in the report folder (--out DIR)."


def workbook(article: Article, tables: Iterable[Sheet]) -> bytes:
    """The bytes of the file."""
    check_extra(WRITER)
    from xlsxwriter import Workbook  # noqa: PLC0415 - an extra

    filled = [table for table in tables if table.rows]
    made = BytesIO()
    with Workbook(made, {**PLAIN_TEXT, "in_memory": True}) as book:
        book.set_properties({"title": _text(article.top.title), "keywords": MADE_BY, "created": MADE})
        looks = {name: book.add_format(look) for name, look in LOOKS.items()}
        _write_first(book.add_worksheet(FIRST), article, filled, looks)
        for table in filled:
            _write_table(book.add_worksheet(sheet_name(table.name)), table, looks)
    return made.getvalue()


LOOKS: Mapping[str, Mapping[str, object]] = {
    "title": {"bold": True, "font_size": 14},
    "head": {"bold": True, "bottom": 1},
    "text": {"text_wrap": True, "valign": "top"},
    **{look: {"num_format": look} for look in (SMALL_VALUES, LARGE_VALUES, WHOLE)},
}


def sheet_name(name: str) -> str:
    """What a table is called at the foot of the workbook.

    >>> sheet_name("operating_points")
    'Operating points'
    """
    return capital(name.replace("_", " "))[:LONGEST_NAME]


def _write_first(page: Any, article: Article, tables: Sequence[Sheet], looks: Mapping[str, Any]) -> None:  # noqa: ANN401 - of xlsxwriter
    """What was asked, the answer, what to know, what the sheets hold, and how it was computed."""
    page.set_column(0, 0, WIDE / 2)
    page.set_column(1, 1, 2 * WIDE)
    page.write_string(0, 0, _text(article.top.title), looks["title"])
    for row, (left, right) in enumerate(_first_rows(article, tables), 1):
        page.write_string(row, 0, _text(left), looks["head" if left and not right else "text"])
        page.write_string(row, 1, _text(right), looks["text"])


def _first_rows(article: Article, tables: Sequence[Sheet]) -> Iterable[tuple[str, str]]:
    yield from ((text, "") for text in (article.top.byline,) if text)
    yield "", article.top.summary
    yield "", article.asks
    for title, texts in (("Verdict", _verdict(article)), ("Before you rely on it", _notes(article))):
        if texts:
            yield title, ""
            yield from (("", text) for text in texts)
    yield "Sheets", ""
    yield from ((sheet_name(table.name), counted(len(table.rows), "row")) for table in tables)
    yield "", BELOW
    yield "How it was computed", ""
    yield from ((term, said) for term, said in computed(article.provenance, article.digests))


def _verdict(article: Article) -> list[str]:
    blocks = (block for section in article.sections for block in section.blocks)
    first = next((block for block in blocks if isinstance(block, Verdicts)), Verdicts(()))
    return [line.text for line in first.lines]


def _notes(article: Article) -> list[str]:
    blocks = (block for section in article.sections for block in section.blocks)
    texts = dict.fromkeys(text for block in blocks if isinstance(block, Notes) for text in block.texts)
    return [text for text in texts if text not in _verdict(article)]


def _write_table(page: Any, table: Sheet, looks: Mapping[str, Any]) -> None:  # noqa: ANN401 - as above
    """A table under a header that stays, to be sorted and filtered."""
    page.freeze_panes(1, 0)
    page.autofilter(0, 0, min(len(table.rows), MOST_ROWS), len(table.header) - 1)
    for at, (name, (kind, cells)) in enumerate(table.columns.items()):
        page.write_string(0, at, _text(name), looks["head"])
        look = looks.get(_look(kind, cells))
        for row, cell in enumerate(cells[:MOST_ROWS], 1):
            _write_cell(page, row, at, cell, look)
        page.set_column(at, at, _width(name, cells))


def _write_cell(page: Any, row: int, at: int, cell: object, look: object) -> None:  # noqa: ANN401 - as above
    if isinstance(cell, bool):
        page.write_boolean(row, at, cell)
    elif isinstance(cell, int | float) and math.isfinite(cell) and (isinstance(cell, float) or abs(cell) < EXACT):
        page.write_number(row, at, cell, look)
    elif cell not in (None, ""):
        page.write_string(row, at, _text(cell))


def _look(kind: Kind, cells: Iterable[object]) -> str:
    """How numbers of a column are shown; all of their digits are kept."""
    numbers = [cell for cell in cells if isinstance(cell, int | float)]
    if kind not in (int, float):
        return ""
    if all(cell == int(cell) for cell in numbers if math.isfinite(cell)):
        return WHOLE
    return LARGE_VALUES if max(map(abs, numbers)) >= LARGE else SMALL_VALUES


def _width(name: str, cells: Iterable[object]) -> int:
    """As wide as its texts, within bounds."""
    texts = (len(cell) for cell in cells if isinstance(cell, str))
    return min(max(NARROW, len(name) + 3, *texts, 0), WIDE)


def _text(value: object) -> str:
    """A text as a cell can hold it."""
    return cut(str(value).encode("utf-8", "replace").decode(), LONGEST_CELL - 1)
