"""Entries of a statistic: combinations of texts with counts, which add up with those of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal, localcontext
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import StatisticError
from mercalli.errors.statistics import LONGEST
from mercalli.inputs.arrays import LARGEST_WEIGHT, Ints, distinct_rows
from mercalli.inputs.tally import Column, Tally
from mercalli.text.words import cut

MOST_ENTRIES = 5_000_000
MOST_ROWS = 10**15  # whole numbers of this size are added up without loss
ROWS, WEIGHT, WEIGHT_SQ = "rows", "weight", "weight_sq"
INSIDE, INSIDE_SQ = "inside", "inside_sq"  # of scores: where they lie in their bins
DIGITS = Context(prec=1_000)  # sums of weights are exact, so that the order in which parts come does not matter
Decimals: TypeAlias = NDArray[Any]


ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
MEANT = {"\\": "\\", "t": "\t", "n": "\n", "r": "\r"}
TO_ESCAPE = str.maketrans(ESCAPES)
LONGEST_NUMBER = 400
SLACK, TINY = 1 + 1e-9, 1e-280  # sums of floats are rounded, and squares of tiny weights are 0
DECIMAL = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


@dataclass(frozen=True)
class Entries:
    """Every combination of the columns once and in order, with its rows and, if they have any, sums of numbers.

    Values are texts, or missing.
    """

    columns: Mapping[str, Column]
    rows: Ints
    sums: Mapping[str, Decimals] = field(default_factory=dict[str, Decimals])

    @classmethod
    def of(cls, columns: Mapping[str, Column], rows: Ints, sums: Mapping[str, Decimals] | None = None) -> Entries:
        """The same combinations added up, so that the same counts are the same entries.

        >>> Entries.of({"truth": Column.of(["flood", "fire", "flood"])}, np.array([1, 2, 3])).rows
        array([2, 4])
        """
        ordered = {name: _in_order(column) for name, column in columns.items()}
        sizes = [len(column.values) + 1 for column in ordered.values()]
        codes, position = distinct_rows([column.codes + 1 for column in ordered.values()], sizes)
        size = len(codes[0])
        if size > MOST_ENTRIES:
            raise StatisticError.too_many(size, MOST_ENTRIES, _largest(ordered))
        added = np.zeros(size, np.int64)
        np.add.at(added, position, rows)
        named = zip(ordered.items(), codes, strict=True)
        return cls(
            {name: Column(column.values, each - 1) for (name, column), each in named},
            added,
            {name: _added(values, position, size) for name, values in (sums or {}).items()},
        )

    @classmethod
    def joined(cls, several: Sequence[Entries]) -> Entries:
        """Those of several statistics, added up."""
        first = several[0]
        columns = {name: _joined([each.columns[name] for each in several]) for name in first.columns}
        sums = {name: np.concatenate([each.sums[name] for each in several]) for name in first.sums}
        return cls.of(columns, np.concatenate([each.rows for each in several]), sums)

    @property
    def total(self) -> int:
        """How many rows there are."""
        return int(self.rows.sum())

    @property
    def names(self) -> list[str]:
        """What its columns are called in a file."""
        return [*self.columns, ROWS, *self.sums]

    @property
    def text(self) -> str:
        """A line for every entry; what is missing is empty."""
        columns = [
            *map(_cells, self.columns.values()),
            map(str, self.rows.tolist()),
            *(map(_plain, values) for values in self.sums.values()),
        ]
        lines = [*map("\t".join, zip(*columns, strict=True)), ""]
        return "\n".join(lines)

    @property
    def named(self) -> list[str]:
        """What each entry is of, as its line begins."""
        return list(map("\t".join, zip(*map(_cells, self.columns.values()), strict=True)))

    def with_rows(self, rows: Ints) -> Entries:
        """The same with other numbers of rows, without those that have none."""
        there = rows > 0
        return Entries.of({name: column.take(there) for name, column in self.columns.items()}, rows[there])

    @classmethod
    def read(cls, text: str, columns: Sequence[str], sums: Sequence[str], origin: str) -> Entries:
        """The entries of a text, checked."""
        cells = text.removesuffix("\n").replace("\n", "\t").split("\t") if text else []
        width, lines = len(columns) + 1 + len(sums), text.count("\n")
        if len(cells) != width * lines:
            found = f"its {lines:,} entries have {len(cells):,} values"
            raise StatisticError.broken(origin, f"{found}, and its header names {width} columns")
        values = {name: _texts(cells[at::width]) for at, name in enumerate(columns)}
        rows = _counts(cells[len(columns) :: width], origin)
        numbers = {name: _decimals(cells[len(columns) + 1 + at :: width], name, origin) for at, name in enumerate(sums)}
        if WEIGHT in numbers:
            _check_weights(rows, numbers[WEIGHT], numbers[WEIGHT_SQ], origin)
        return cls.of(values, rows, numbers)

    def tally(self, names: Mapping[str, str], origin: str) -> Tally:
        """As an engine hands it over, with columns under other names."""
        columns = {new: self.columns[old] for new, old in names.items()}
        weights = [self.sums[name].astype(np.float64) for name in (WEIGHT, WEIGHT_SQ) if name in self.sums]
        return Tally.of(columns, self.rows, origin, (weights[0], weights[1]) if weights else None)


def exact(sums: NDArray[np.float64]) -> Decimals:
    """Sums as decimals, which add up without loss.

    >>> print(exact(np.array([0.1])) + exact(np.array([0.2])))
    [Decimal('0.3')]
    """
    found: Decimals = np.array([Decimal(repr(float(each))) for each in sums], object)
    return found


def _in_order(column: Column) -> Column:
    """The same with its values sorted, each once, and only those that occur."""
    used = column.occurring()
    values = tuple(sorted(set(map(str, used.values))))
    place = {value: code for code, value in enumerate(values)}
    return Column(values, np.array([*(place[str(value)] for value in used.values), -1], np.int64)[used.codes])


def _joined(columns: Sequence[Column]) -> Column:
    """Several columns one after the other."""
    values = tuple(dict.fromkeys(value for column in columns for value in column.values))
    place = {value: code for code, value in enumerate(values)}
    tables = (np.array([*map(place.__getitem__, column.values), -1], np.int64)[column.codes] for column in columns)
    return Column(values, np.concatenate(list(tables)))


def _added(values: Decimals, position: Ints, size: int) -> Decimals:
    totals: Decimals = np.full(size, Decimal(0), object)
    with localcontext(DIGITS):
        np.add.at(totals, position, values)
    return totals


def _largest(columns: Mapping[str, Column]) -> str:
    name = max(columns, key=lambda each: len(columns[each].values))
    return f"{name!r} has the most values: {len(columns[name].values):,}"


def _plain(number: Decimal) -> str:
    """A decimal without needless zeros, and never with an exponent.

    >>> _plain(Decimal("1E+2")), _plain(Decimal("0.50"))
    ('100', '0.5')
    """
    text = format(number, "f")
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def _cells(column: Column) -> Iterator[str]:
    """What stands in a file for each entry."""
    texts = [*(str(value).translate(TO_ESCAPE) for value in column.values), ""]
    return map(texts.__getitem__, column.codes.tolist())


def _texts(cells: Sequence[str]) -> Column:
    meant = {cell: _meant(cell) if cell else None for cell in set(cells)}
    return Column.of(list(map(meant.__getitem__, cells)))


def _meant(cell: str) -> str:
    return ESCAPED.sub(lambda found: MEANT.get(found[1], found[0]), cell) if "\\" in cell else cell


def _counts(cells: Sequence[str], origin: str) -> Ints:
    """Whole numbers from 1 on."""
    for cell in set(cells):
        if not (cell.isascii() and cell.isdigit() and int(cell[:LONGEST_NUMBER]) > 0):
            raise StatisticError.broken(origin, f"{cut(cell, LONGEST)!r} is no count; rows are whole numbers from 1 on")
    numbers = {cell: int(cell[:LONGEST_NUMBER]) for cell in set(cells)}
    counts = list(map(numbers.__getitem__, cells))
    if sum(counts) > MOST_ROWS:
        raise StatisticError.broken(origin, f"it counts more than {MOST_ROWS:,} rows")
    return np.array(counts, np.int64)


def _decimals(cells: Sequence[str], name: str, origin: str) -> Decimals:
    for cell in cells:
        if len(cell) > LONGEST_NUMBER or not DECIMAL.fullmatch(cell):
            raise StatisticError.broken(origin, f"{cut(cell, LONGEST)!r} is no sum of weights in {name!r}")
    found: Decimals = np.array([Decimal(cell) for cell in cells], object)
    return found


def _check_weights(rows: Ints, weight: Decimals, weight_sq: Decimals, origin: str) -> None:
    """Refuse sums that no weights of rows have: their squares add up to W^2 / rows at least, and to W^2 at most."""
    total, squares, most = weight.astype(np.float64), weight_sq.astype(np.float64), rows * LARGEST_WEIGHT
    small = total <= most * SLACK
    power = np.where(small, total, 0.0) ** 2
    fits = small & (power <= rows * squares * SLACK + TINY) & (squares <= power * SLACK + TINY)
    if not fits.all():
        at = int(fits.argmin())
        found = f"{cut(str(weight[at]), LONGEST)} and {cut(str(weight_sq[at]), LONGEST)} for {int(rows[at]):,}"
        raise StatisticError.broken(origin, f"no weights of rows have its sums {WEIGHT} and {WEIGHT_SQ} ({found} rows)")
