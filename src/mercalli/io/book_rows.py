"""One sheet of a workbook as CSV: a program of its own, with a limit on its memory, that starts nothing else.

A small file can ask for a sheet of 17 billion cells. So the reader runs in a process that may not take more memory than
it is told; if it ends early, the one that started it says so. Formulas are not computed: what was stored is read.
It knows nothing of this package: it is started by its path, and says what it found as one line of JSON.
"""

from __future__ import annotations

import csv
import datetime as dt
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

MOST_ROWS = 1 << 20  # of a sheet; the reader cuts off what OpenDocument claims beyond them, and does not say so
MOST_EXACT = 10**15  # spreadsheets keep fifteen digits
LETTERS = 26
HOUR, MINUTE = 3600, 60


def limit_memory(most: int) -> None:
    """As far as the system can."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def written(cell: object) -> str:
    """A cell as text: whole numbers without a point, days and times as ISO 8601 says.

    >>> [written(cell) for cell in (3.0, 0.1, True, 1234567890123456789.0, dt.timedelta(hours=30))]
    ['3', '0.1', 'true', '1.234567890123457e+18', '30:00:00']
    """
    match cell:
        case bool():
            return str(cell).lower()
        case int() | float():
            return _number(cell)
        case dt.datetime():
            return cell.isoformat(sep=" ")
        case dt.date() | dt.time():
            return cell.isoformat()
        case dt.timedelta():
            return _duration(cell)
        case _:
            return str(cell)


def _number(cell: float) -> str:
    """Numbers of more digits than a spreadsheet keeps are written so that they can be told from ids."""
    if abs(cell) >= MOST_EXACT:
        return f"{cell:.15e}"
    return str(int(cell)) if cell == int(cell) else repr(cell)


def _duration(cell: dt.timedelta) -> str:
    hours, rest = divmod(round(cell.total_seconds()), HOUR)
    return f"{hours}:{rest // MINUTE:02}:{rest % MINUTE:02}"


def place(row: int, column: int) -> str:
    """What a spreadsheet calls a cell, both counted from 0.

    >>> place(0, 0), place(9, 27)
    ('A1', 'AB10')
    """
    letters, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, LETTERS)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"


def sheet_of(book: Any, asked: str | None) -> tuple[Any, dict[str, object]]:  # noqa: ANN401 - of calamine, which has no types
    """The sheet that is asked for, or the only one that anybody sees and that has cells; else what is wrong."""
    tables = [each for each in book.sheets_metadata if str(each.typ).endswith("WorkSheet")]
    if asked is not None:
        if asked not in [each.name for each in tables]:
            return None, {"fault": "unknown", "sheets": [each.name for each in tables]}
        return book.get_sheet_by_name(asked), {}
    shown = [book.get_sheet_by_name(each.name) for each in tables if str(each.visible).endswith(".Visible")]
    filled = [each for each in shown if each.start is not None]
    if len(filled) != 1:
        return None, {"fault": "several" if filled else "empty", "sheets": [each.name for each in filled]}
    return filled[0], {}


def faults(sheet: Any) -> dict[str, object]:  # noqa: ANN401 - as above
    """What keeps a sheet from being one table with its columns named."""
    if sheet.start is None:
        return {"fault": "empty"}
    merged = [each for each in sheet.merged_cell_ranges or () if each[1][0] >= sheet.start[0]]
    if merged:
        return {"fault": "merged", "at": ":".join(place(*corner) for corner in merged[0]), "sheet": sheet.name}
    header = next(_rows(sheet))
    odd = next((at for at, cell in enumerate(header) if not isinstance(cell, str)), None)
    if odd is not None:
        where = place(sheet.start[0], sheet.start[1] + odd)
        return {"fault": "header", "reason": f"{where} holds {written(header[odd])}."}
    named = sum(written(cell).strip() != "" for cell in header)
    if len(header) - named > max(1, named):
        return {"fault": "header", "reason": f"row {sheet.start[0] + 1} has {named} of {len(header)} names."}
    return {}


def _cut_off(sheet: Any, book: str) -> dict[str, object]:  # noqa: ANN401 - as above
    """Whether the sheet of an OpenDocument file fills the last row there is, behind which more may have stood."""
    full = sheet.end is not None and sheet.end[0] >= MOST_ROWS - 1
    return {"fault": "long", "most": f"{MOST_ROWS:,}"} if full and book.lower().endswith(".ods") else {}


def _rows(sheet: Any) -> Iterator[Sequence[object]]:  # noqa: ANN401 - as above
    """Rows in which anything stands."""
    return (row for row in sheet.iter_rows() if any(cell != "" for cell in row))


def write(sheet: Any, copy: str) -> None:  # noqa: ANN401 - as above
    """The sheet as CSV; names are quoted, so that their signs do not matter, and have one kind of line break."""
    rows = _rows(sheet)
    first = next(rows)
    with Path(copy).open("x", encoding="utf-8", newline="") as stream:
        names = ("\n".join(str(cell).splitlines()) for cell in first)
        csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow(names)
        csv.writer(stream, lineterminator="\n").writerows(map(written, row) for row in rows)


def convert(book: str, asked: str | None, copy: str) -> dict[str, object]:
    """Write the sheet, and say what it is called; or say what is wrong, and write nothing."""
    import python_calamine  # noqa: PLC0415 - an extra

    try:
        opened = python_calamine.CalamineWorkbook.from_path(book)
        sheet, fault = sheet_of(opened, asked)
        fault = fault or _cut_off(sheet, book) or faults(sheet)
        if not fault:
            write(sheet, copy)
    except python_calamine.PasswordError:
        return {"fault": "password"}
    except UnicodeError:
        return {"fault": "damaged", "reason": "a cell holds no text"}
    except Exception as error:  # noqa: BLE001 - the reader's own, of many kinds
        if isinstance(error, OSError) and error.errno is not None:
            return {"fault": "system", "reason": error.strerror}
        return {"fault": "damaged", "reason": str(error)}
    return fault or {"sheet": sheet.name}


if __name__ == "__main__":
    limit_memory(int(sys.argv[1]))
    sys.stdout.write(json.dumps(convert(sys.argv[2], sys.argv[3] or None, sys.argv[4])))
