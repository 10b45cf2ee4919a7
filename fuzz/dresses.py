"""The same rows in another dress: other ends of lines, order of columns, packing, kind of file, place."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq

from fuzz.mutants.tables import Rows, read, written

MOST_DIGITS = 18  # that 64 bits hold
Dressed = tuple[str, bytes]  # where it stands, and what is in it
Dress = Callable[[Random, Rows], Dressed]


def plain(_rng: Random, rows: Rows) -> Dressed:
    """As the tests write tables."""
    return "given.csv", written(rows)


def windows(_rng: Random, rows: Rows) -> Dressed:
    """As a spreadsheet of another system writes it."""
    return "given.csv", b"\xef\xbb\xbf" + written(rows, lineterminator="\r\n")


def quoted(_rng: Random, rows: Rows) -> Dressed:
    """Every cell in quotes, and no end of the last line."""
    return "given.csv", written(rows, quoting=1).rstrip(b"\n")


def semicolons(_rng: Random, rows: Rows) -> Dressed:
    """Another sign between cells."""
    return "given.csv", written(rows, delimiter=";")


def tabs(_rng: Random, rows: Rows) -> Dressed:
    """The same under the name for it."""
    return "given.tsv", written(rows, delimiter="\t")


def other_order(rng: Random, rows: Rows) -> Dressed:
    """Columns in another order."""
    order = rng.sample(range(len(rows[0])), len(rows[0]))
    return "given.csv", written([[row[at] for at in order] for row in rows])


def packed(_rng: Random, rows: Rows) -> Dressed:
    """Packed."""
    return "given.csv.gz", gzip.compress(written(rows), mtime=0)


def elsewhere(rng: Random, rows: Rows) -> Dressed:
    """In a folder whose name says something else."""
    folder = rng.choice(
        (f"{rows[0][0]}=x", "with blank", "[a]", "~", "d\u00e9j\u00e0 vu", "a'b", "truth=fire/pred=calm")
    )
    return f"{folder}/given.csv", written(rows)


def lines(_rng: Random, rows: Rows) -> Dressed:
    """JSON lines of texts."""
    return "given.jsonl", _lines(rows, str)


def typed_lines(_rng: Random, rows: Rows) -> Dressed:
    """JSON lines in which numbers are numbers."""
    return "given.jsonl", _lines(rows, _number)


def parquet(_rng: Random, rows: Rows) -> Dressed:
    """Parquet of texts."""
    return "given.parquet", _parquet(rows, str)


def typed_parquet(_rng: Random, rows: Rows) -> Dressed:
    """Parquet in which columns of whole numbers are that."""
    return "given.parquet", _parquet(rows, _whole)


def _lines(rows: Rows, kind: Callable[[str], object]) -> bytes:
    objects = (dict(zip(rows[0], map(kind, row), strict=True)) for row in rows[1:])
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in objects).encode()


def _parquet(rows: Rows, kind: Callable[[str], object]) -> bytes:
    made = io.BytesIO()
    pq.write_table(pa.table(_columns(rows, kind)), made)
    return made.getvalue()


def columns_of(rows: Rows, *, typed: bool) -> dict[str, list[object]]:
    """The columns of rows: texts, or whole numbers where all of a column are."""
    return _columns(rows, _whole if typed else str)


def _columns(rows: Rows, kind: Callable[[str], object]) -> dict[str, list[object]]:
    columns = [[kind(row[at]) for row in rows[1:]] for at in range(len(rows[0]))]
    plain_columns = [each if len({*map(type, each)}) <= 1 else [*map(str, each)] for each in columns]
    return dict(zip(rows[0], plain_columns, strict=True))


def _number(text: str) -> object:
    """A number where its usual text is this one."""
    try:
        return next((each for each in (int(text), float(text)) if str(each) == text), text)
    except ValueError:
        return _decimal(text)


def _decimal(text: str) -> object:
    try:
        return float(text) if str(float(text)) == text else text
    except ValueError:
        return text


def _whole(text: str) -> object:
    usual = text.isascii() and text.isdigit() and len(text) < MOST_DIGITS and str(int(text)) == text
    return int(text) if usual else text


ALL: tuple[Dress, ...] = (
    *(windows, quoted, semicolons, tabs, other_order, packed, elsewhere),
    *(lines, typed_lines, parquet, typed_parquet),
)


def shuffled(rng: Random, text: str | bytes) -> Rows:
    """Some of the rows, with the values of a column exchanged: other numbers, of a table that is as good."""
    rows = read(text.encode() if isinstance(text, str) else text)
    kept = rng.sample(rows[1:], rng.randint(len(rows) // 2, len(rows) - 1))
    at = rng.randrange(len(rows[0]))
    values = rng.sample([row[at] for row in kept], len(kept))
    return [rows[0], *([*row[:at], value, *row[at + 1 :]] for row, value in zip(kept, values, strict=True))]
