"""Rows that stand for several items each, as a table made by GROUP BY has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mercalli.engines.arrays import UNCOUNTED, ArraySource, number_of
from mercalli.engines.source import Source
from mercalli.errors import CountError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.chances import Chances, ChanceTally
from mercalli.inputs.ends import Ends
from mercalli.inputs.recoding import Words
from mercalli.inputs.scores import ScoreTally
from mercalli.inputs.tally import NONE_NEEDED, Present, Tally

MOST_ITEMS = 10_000_000  # where every item becomes a row
MOST_COUNTED = 10**15  # where items are only added up


@dataclass(frozen=True)
class CountedSource:
    """The same data, in which each row stands for as many items as `count` says."""

    inner: Source
    count: str

    @property
    def origin(self) -> str:
        """What the data is called."""
        return self.inner.origin

    @property
    def columns(self) -> Sequence[str]:
        """The names of its columns."""
        return self.inner.columns

    @property
    def in_memory(self) -> bool:
        """Whether the rows are in this process already."""
        return self.inner.in_memory

    def tally(self, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED) -> Tally:
        """Rows are counted together with their count, and multiplied by it; a row of 0 items is not there."""
        tally = self.inner.tally(tuple(dict.fromkeys((*keys, self.count))), weight, present)
        return tally.times(self._times(tally)).grouped(keys)

    def score_tally(
        self, score: str, keys: Sequence[str], weight: str | None, bins: int = 0, present: Present = NONE_NEEDED
    ) -> ScoreTally:
        """Every item as a row."""
        rows = self.rows([score, *(() if weight is None else (weight,))], [*keys, *present])
        return rows.score_tally(score, keys, weight, bins, present)

    def chance_tally(
        self, asked: Chances, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED
    ) -> ChanceTally:
        """Every item as a row."""
        rows = self.rows([*asked.columns, *(() if weight is None else (weight,))], [*keys, *present])
        return rows.chance_tally(asked, keys, weight, present)

    def rows(self, numbers: Sequence[str], keys: Sequence[str]) -> ArraySource:
        """Every item as a row."""
        kept = [*numbers] if self.count in keys else [*numbers, self.count]
        return repeated(self.inner.rows(kept, keys), self.count)

    def ends(self, moment: str, keys: Sequence[str]) -> Ends:
        """From every item as a row."""
        return self.rows([], [moment, *keys]).ends(moment, keys)

    def recoded(self, column: str, words: Words) -> CountedSource:
        """The same with words for the values of a column."""
        return replace(self, inner=self.inner.recoded(column, words))

    def copied(self, copies: Mapping[str, str], times: Collection[str]) -> tuple[CountedSource, Mapping[str, str]]:
        """The same with copies of columns."""
        inner, kinds = self.inner.copied(copies, times)
        return replace(self, inner=inner), kinds

    def unnested(self, column: str) -> CountedSource:
        """The same with JSON in place of objects and lists."""
        return replace(self, inner=self.inner.unnested(column))

    def where(self, column: str, values: Sequence[object]) -> str:
        """The rows of the table, not the items."""
        return self.inner.where(column, values)

    def _times(self, tally: Tally) -> Floats:
        """For how many items one row of each entry stands."""
        column = tally.columns[self.count]
        numbers = np.array([*map(_number, column.values), np.nan])
        times: Floats = numbers[column.codes]
        wrong = not_counts(times)
        if wrong.any():
            code = int(column.codes[wrong][0])
            found = None if code < 0 else column.values[code]
            said = "none" if found is None else repr(found)
            raise CountError.no_count(self.count, said, self.origin, self.where(self.count, [found]))
        total = float(times @ tally.rows)
        if total > MOST_COUNTED:
            raise CountError.too_many(self.count, total, MOST_COUNTED, self.origin)
        return times


def repeated(rows: ArraySource, column: str, most: int = MOST_ITEMS) -> ArraySource:
    """Every row as often as its count says."""
    numbers = rows.numbers(column)
    wrong = not_counts(numbers)
    if wrong.any():
        found = numbers[wrong][0]
        said = "none" if np.isnan(found) else f"{found:g}"
        raise CountError.no_count(column, said, rows.origin, rows.first(wrong))
    if numbers.sum() > most:
        raise CountError.too_many(column, float(numbers.sum()), most, rows.origin)
    times = numbers.astype(np.int64)
    arrays = {name: np.repeat(array, times) for name, array in rows.arrays.items()}
    return replace(rows, arrays=arrays, counted=UNCOUNTED)


def not_counts(numbers: Floats) -> Bools:
    """Which numbers are no counts.

    >>> not_counts(np.array([3, 0, -1, 1.5, np.nan, np.inf])).tolist()
    [False, False, True, True, True, True]
    """
    wrong: Bools = ~(np.isfinite(numbers) & (numbers >= 0) & (np.floor(numbers) == numbers))
    return wrong


def _number(value: object) -> float:
    try:
        return float(number_of(value))  # type: ignore[arg-type]  # what is no number raises
    except (TypeError, ValueError, OverflowError):
        return np.nan
