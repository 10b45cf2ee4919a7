"""Names of workbooks, and of the sheets in them: `predictions.xlsx:Sheet`."""

from __future__ import annotations

import re
from pathlib import Path

WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
NAMED = re.compile(rf"(.*(?:{'|'.join(map(re.escape, WORKBOOKS))})):([^/\\]+)", re.IGNORECASE | re.DOTALL)


def book_and_sheet(path: str | Path) -> tuple[str, str | None]:
    """The file that a path means, and the sheet in it that it names, if it is one of a workbook.

    >>> book_and_sheet("runs/May.XLSX:all rows"), book_and_sheet("rows.csv"), book_and_sheet("a.xlsx")
    (('runs/May.XLSX', 'all rows'), ('rows.csv', None), ('a.xlsx', None))
    """
    text = str(path)
    found = NAMED.fullmatch(text)
    return (text, None) if found is None or Path(text).exists() else (found[1], found[2])


def book_of(path: str | Path) -> str:
    """The file alone."""
    return book_and_sheet(path)[0]
