"""Shared counts of labels as a source: the table of each system, fitted to what was told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mercalli.engines.tallied import TalliedSource
from mercalli.errors import StatisticError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.tally import NONE_NEEDED, Column, Present, Tally
from mercalli.stats.entries import Entries
from mercalli.stats.margins import CELLS, FOUND, Margins, fitted
from mercalli.tasks.labels.counting.question import ALL, ANY, OTHER, PRED, SYSTEM, TRUTH, LabelQuestion


@dataclass(frozen=True)
class SharedSource(TalliedSource):
    """Tables of systems, each by itself: which rows they have in common is not known."""

    tables: Mapping[str, Tally]

    def tally(self, keys: Sequence[str], weight: str | None, present: Present = NONE_NEEDED) -> Tally:
        """As any counts, of the one system that is asked for."""
        named = [name for name in self.tables if name in (*keys, *present)]
        if len(named) > 1:
            raise StatisticError.no_pairs(self.origin, named)
        counts = self.tables[named[0]] if named else self.counts
        needed = {name: words for name, words in present.items() if name in (TRUTH, *named)}
        return TalliedSource(counts).tally(keys, weight, needed)


def shared_source(entries: Entries, question: LabelQuestion, origin: str) -> SharedSource:
    """The tables of shared counts."""
    tables = {name: _Maker(entries, question, name).tally(origin) for name in question.systems}
    first = tables[question.systems[0]]
    columns = {**first.columns, **dict.fromkeys(question.systems, first.columns[question.systems[0]])}
    return SharedSource(Tally.of(columns, first.rows, origin), tables)


@dataclass(frozen=True)
class _Maker:
    entries: Entries
    question: LabelQuestion
    system: str

    def tally(self, origin: str) -> Tally:
        """The table of the system, by slice."""
        entries, question = self.entries, self.question
        slices = {name: entries.columns[column] for name, column in question.slices.items()}
        codes = np.array([column.codes for column in slices.values()]).T.reshape(len(entries.rows), len(slices))
        rows: list[tuple[Any, ...]] = []
        for own in np.unique(codes, axis=0):
            values = [(*column.values, None)[code] for column, code in zip(slices.values(), own, strict=True)]
            rows += [(*values, *cell) for cell in self._cells((codes == own).all(axis=1))]
        *columns, counts = zip(*rows, strict=True) if rows else [()] * (len(slices) + 3)
        named = dict(zip((*slices, TRUTH, self.system), map(Column.of, columns), strict=True))
        return Tally.of(named, np.array(counts, np.int64), origin)

    def _cells(self, inside: Bools) -> list[tuple[str | None, str | None, int]]:
        """Truth, prediction and rows of every cell of one slice."""
        system, truth, pred = (self._texts(name, inside) for name in (SYSTEM, TRUTH, PRED))
        rows = self.entries.rows[inside]
        told = {(*key,): int(each) for *key, each in zip(system, truth, pred, rows, strict=True)}
        out = [(None, None, told[ALL, None, None])] if (ALL, None, None) in told else []
        if self.question.table == CELLS:
            return [*((one, two, each) for (name, one, two), each in told.items() if name == self.system), *out]
        return [*self._fitted(told), *out]

    def _fitted(self, told: Mapping[tuple[Any, ...], int]) -> list[tuple[str | None, str | None, int]]:
        """The table that is as mixed as its sums allow; what is missing is outside the classes."""
        names, missing = self.question.classes, (self.system, ANY, None)
        truths = _numbers(told, [(ALL, name, ANY) for name in names])
        right = _numbers(told, [(self.system, name, name) for name in names])
        preds = _numbers(told, [(self.system, ANY, name) for name in names])
        outside = told.get((self.system, ANY, OTHER), 0) + told.get(missing, 0)
        margins = Margins(right, truths, np.append(preds, outside))
        table = fitted(margins.found if self.question.table == FOUND else margins)
        columns = (*names, OTHER)
        return [
            (names[row], columns[column], int(table[row, column]))
            for row, column in zip(*np.nonzero(table), strict=True)
        ]

    def _texts(self, name: str, inside: Bools) -> list[Any]:
        column = self.entries.columns[name]
        return list(np.array([*column.values, None], object)[column.codes[inside]])


def _numbers(told: Mapping[tuple[Any, ...], int], keys: Sequence[tuple[Any, ...]]) -> Floats:
    return np.array([told.get(key, 0) for key in keys], np.float64)
