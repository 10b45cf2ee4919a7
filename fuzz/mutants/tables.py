"""Changes of tables, which stay tables: cells, columns and rows."""

from __future__ import annotations

import csv
import io
from random import Random

from fuzz.mutants import odd

MOST_ROWS = 5_000
Rows = list[list[str]]


def read(content: bytes) -> Rows:
    """The lines of a table, the first of which is its header."""
    text = content.decode("utf-8", "replace").replace("\0", "")
    csv.field_size_limit(1 << 24)
    return list(csv.reader(io.StringIO(text, newline=""))) or [[""]]


def written(rows: Rows, **style: object) -> bytes:
    """As CSV."""
    made = io.StringIO(newline="")
    csv.writer(made, **{"lineterminator": "\n", **style}).writerows(rows)  # type: ignore[arg-type]
    return made.getvalue().encode("utf-8", "replace")


def cells(rng: Random, content: bytes) -> bytes:
    """Odd values in some cells."""
    rows = read(content)
    for _ in range(rng.choice((1, 3, 20))):
        row = rng.choice(rows[1:] or rows)
        if row:
            row[rng.randrange(len(row))] = rng.choice(odd.ANY)
    return written(rows)


def column(rng: Random, content: bytes) -> bytes:
    """One value, or odd values, in all cells of a column."""
    rows = read(content)
    at = rng.randrange(len(rows[0]) or 1)
    some = rng.choice(((rng.choice(odd.ANY),), odd.NUMBERS, odd.ANY))
    return written([rows[0], *([*row[:at], rng.choice(some), *row[at + 1 :]] for row in rows[1:])])


def mixed(rng: Random, content: bytes) -> bytes:
    """The values of a column in another order."""
    rows = read(content)
    at = rng.randrange(len(rows[0]) or 1)
    values = [row[at] if at < len(row) else "" for row in rows[1:]]
    rng.shuffle(values)
    return written(
        [rows[0], *([*row[:at], value, *row[at + 1 :]] for row, value in zip(rows[1:], values, strict=True))]
    )


def renamed(rng: Random, content: bytes) -> bytes:
    """An odd name of a column, or that of another."""
    rows = read(content)
    if rows[0]:
        rows[0][rng.randrange(len(rows[0]))] = rng.choice((rng.choice(odd.ANY), rng.choice(rows[0])))
    return written(rows)


def fewer(rng: Random, content: bytes) -> bytes:
    """A few rows."""
    rows = read(content)
    return written([rows[0], *rng.sample(rows[1:], min(len(rows) - 1, rng.choice((0, 1, 2, 3, 7))))])


def more(rng: Random, content: bytes) -> bytes:
    """The same rows again and again."""
    rows = read(content)
    return written([rows[0], *(rows[1:] * rng.choice((2, 30)))[:MOST_ROWS]])


def sorted_by(rng: Random, content: bytes) -> bytes:
    """Rows in the order of a column."""
    rows = read(content)
    at = rng.randrange(len(rows[0]) or 1)
    return written([rows[0], *sorted(rows[1:], key=lambda row: row[at] if at < len(row) else "")])


ALL = (cells, cells, cells, column, column, mixed, renamed, fewer, more, sorted_by)
