"""Tables of values with a small drawing beside each value, for tellings that have no columns of drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mercalli.estimates.measure import named_measure
from mercalli.results.measure import Measure
from mercalli.telling.article import Cell, Table
from mercalli.telling.svg.strip import Scale, Strip

VALUE, INTERVAL = "value", "interval"
NUMBER = r"(-?\d+(?:\.\d+)?)"
VALUES, ENDS = re.compile(NUMBER), re.compile(f"{NUMBER} to {NUMBER}")
SHARES = Scale(0.0, 1.0)


def with_bars(table: Table) -> Table:
    """The same in texts, each value with the drawing of its row; values and intervals from 0 to 1 are drawn as read."""
    plain = table.plain
    if VALUE not in plain.header:
        return table if any(_strip(row) for row in table.rows) else plain
    at = plain.header.index(VALUE)
    strips = [_strip(row) for row in table.rows]
    bars = strips if any(strips) else _of_shares(plain)
    rows = (
        (*row[:at], Cell(str(row[at]), strip=bar), *row[at + 1 :]) for row, bar in zip(plain.rows, bars, strict=True)
    )
    return replace(plain, rows=tuple(rows))


def _strip(row: Iterable[str | Cell]) -> Strip | None:
    """The first drawing of a row."""
    return next((each.strip for each in row if isinstance(each, Cell) and each.strip is not None), None)


def _of_shares(table: Table) -> Sequence[Strip | None]:
    """Drawings of rows that are all shares, so that they have one scale."""
    measures = [_measure(dict(zip(table.header, map(str, row), strict=True))) for row in table.rows]
    ends = [end for each in measures for end in (each.value, each.low, each.high) if end is not None]
    if not ends or min(ends) < 0 or max(ends) > 1:
        return [None] * len(measures)
    return [Strip(each, SHARES) for each in measures]


def _measure(cells: dict[str, str]) -> Measure:
    """The value and the interval that a row shows."""
    value = VALUES.fullmatch(cells[VALUE])
    found = (ENDS.fullmatch(text) for name, text in cells.items() if INTERVAL in name)
    ends = next((match for match in found if match), None)
    low, high = (None, None) if ends is None else map(float, ends.groups())
    return named_measure(VALUE, None if value is None else float(value[1]), low, high)
