"""A tally: every distinct combination of key values once, with how many rows had it.

This is what an engine hands over. Its values are as found in the data, unchecked; its size is that of
the counts, not of the data.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from mercalli.errors import InputError
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums

MISSING = -1
MOST_VALUES = 1_000  # of a column whose tally is kept
# What people write where there is nothing: in truths, predictions, scores and outcomes, unless it is declared as a
# class; never in slices, units, ids or texts, where NA may be a country.
MISSING_WORDS = frozenset({"na", "nan", "null", "none", "n/a", "-"})

# Columns that a row must not lack, and the words that mean that nothing is there.
Present: TypeAlias = Mapping[str, Collection[str]]
NONE_NEEDED: Present = MappingProxyType({})


@dataclass(frozen=True)
class Column:
    """One key: its distinct values and, for each entry, which of them (-1 where missing)."""

    values: tuple[object, ...]
    codes: Ints

    @classmethod
    def of(cls, values: Sequence[object]) -> Column:
        """Distinct values in order of appearance.

        >>> Column.of(["flood", None, "fire", "flood"])
        Column(values=('flood', 'fire'), codes=array([ 0, -1,  1,  0]))
        """
        try:
            every = dict.fromkeys(values)
        except TypeError:
            raise InputError.not_a_label(next(filter(_unhashable, values))) from None
        distinct = [value for value in every if not is_missing(value)]
        index = {**dict.fromkeys(every, MISSING), **{value: code for code, value in enumerate(distinct)}}
        return cls(tuple(distinct), np.fromiter(map(index.__getitem__, values), np.int64, len(values)))

    def occurring(self) -> Column:
        """The same key with only the values that occur."""
        used = np.unique(self.codes[self.codes != MISSING])
        if len(used) == len(self.values):
            return self
        place = np.full(len(self.values) + 1, MISSING, np.int64)
        place[used] = np.arange(len(used))
        return Column(tuple(self.values[code] for code in used), place[self.codes])

    def known(self, words: Collection[str] = MISSING_WORDS) -> Column:
        """The same key, where words for nothing are missing too.

        >>> Column.of(["fire", " n/a", "None"]).known({"n/a", "none"})
        Column(values=('fire',), codes=array([ 0, -1, -1]))
        """
        if not self.said_missing(words):
            return self
        nothing = [code for code, value in enumerate(self.values) if says_missing(value, words)]
        return Column(self.values, np.where(np.isin(self.codes, nothing), MISSING, self.codes)).occurring()

    def said_missing(self, words: Collection[str] = MISSING_WORDS) -> list[object]:
        """The values that are words for nothing, as they are written."""
        return [value for value in self.values if says_missing(value, words)]

    def take(self, rows: Bools | Ints) -> Column:
        """The same key for some of the entries."""
        return Column(self.values, self.codes[rows])


@dataclass(frozen=True)
class Tally:
    """Distinct combinations of `columns`, with their rows, weight and squared weight."""

    columns: Mapping[str, Column]
    rows: Ints
    weight: Floats
    weight_sq: Floats
    weighted: bool
    origin: str

    @classmethod
    def of(
        cls, columns: Mapping[str, Column], rows: Ints, origin: str, weights: tuple[Floats, Floats] | None = None
    ) -> Tally:
        """With weight and squared weight, if rows have any; else every row weighs one."""
        weight, weight_sq = weights or (rows.astype(np.float64),) * 2
        return cls(columns, rows, weight, weight_sq, weights is not None, origin)

    def times(self, counts: Floats) -> Tally:
        """The same where each entry stands for so many; what stands for nothing is not there."""
        there = counts > 0
        columns = {name: column.take(there).occurring() for name, column in self.columns.items()}
        rows, weight, weight_sq = ((part * counts)[there] for part in (self.rows, self.weight, self.weight_sq))
        return replace(self, columns=columns, rows=rows.astype(np.int64), weight=weight, weight_sq=weight_sq)

    def grouped(self, keys: Sequence[str]) -> Tally:
        """Each combination of some of the columns once.

        >>> columns = {"truth": Column.of(["fire", "fire"]), "pred": Column.of(["fire", "flood"])}
        >>> Tally.of(columns, np.array([3, 1]), "the rows").grouped(["truth"]).rows
        array([4])
        """
        columns = {key: self.columns[key].occurring() for key in keys}
        sizes = [len(column.values) + 1 for column in columns.values()]
        distinct, position = distinct_rows([column.codes + 1 for column in columns.values()], sizes)
        rows, weight, weight_sq = (
            sums(position, part, len(distinct[0])) for part in (self.rows, self.weight, self.weight_sq)
        )
        named = zip(columns.items(), distinct, strict=True)
        merged = {name: Column(column.values, codes - 1) for (name, column), codes in named}
        return Tally(merged, rows.astype(np.int64), weight, weight_sq, self.weighted, self.origin)


@dataclass(frozen=True)
class KeptTallies:
    """Tallies of columns with few values: roles, profile, positive class and bins all ask for that of the truth."""

    tallies: dict[str, Tally] = field(default_factory=dict)

    def tally(self, keys: Sequence[str], weight: str | None, present: Present, count: Callable[..., Tally]) -> Tally:
        """The tally that `count` makes, or has made before."""
        if len(keys) != 1 or weight is not None or present:
            return count(keys, weight, present)
        (column,) = keys
        tally = self.tallies.get(column)
        if tally is None:
            tally = count(keys, weight, present)
            if len(tally.rows) <= MOST_VALUES:
                self.tallies[column] = tally
        return tally


def _unhashable(value: object) -> bool:
    return not isinstance(value, Hashable)


def is_missing(value: object) -> bool:
    """None, NaN, pandas' NA and NaT, and text of nothing but blanks.

    >>> [is_missing(value) for value in (None, float("nan"), " ", 0, "none")]
    [True, True, True, False, False]
    """
    if isinstance(value, str):
        return not value.strip()
    if value is None or type(value).__name__ in {"NAType", "NaTType"}:
        return True
    return isinstance(value, float | np.floating) and bool(np.isnan(value))


def says_missing(value: object, words: Collection[str] = MISSING_WORDS) -> bool:
    """Whether a text is a word for nothing, whatever its case and the blanks around it.

    >>> [says_missing(value) for value in ("NA", " n/a ", "none of them", None)]
    [True, True, False, False]
    """
    return isinstance(value, str) and value.strip().lower() in words
