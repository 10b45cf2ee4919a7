"""Sample: the tables of one or more systems on the same items, with what resampling them needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from mercalli.inputs.arrays import Floats, Ints, distinct_rows, rounded, sums, total
from mercalli.inputs.labels import Labels
from mercalli.stats.confusion import Confusion
from mercalli.stats.groups import Contexts
from mercalli.stats.margins import Noise

WIDE = 4000  # numbers to add up for one cell, from which on a step for each cell is worth its while


@dataclass(frozen=True)
class Sample:
    """Sparse entries, each with its cell in every system's table, its rows, weight and unit.

    A table has the axes (context, truth, prediction). With two or more systems the entries are the
    joint table: each stands for the items on which the systems gave one combination of answers. Where counts were
    rounded to be shared, `noise` does the same to replicates.
    """

    classes: tuple[str, ...]
    shape: tuple[int, ...]
    cells: tuple[Ints, ...]
    rows: Floats
    weight: Floats
    weight_sq: Floats
    unit: Ints | None
    units: int
    weighted: bool
    noise: Noise | None = None

    @classmethod
    def of(cls, labels: Labels, contexts: Contexts) -> Sample:
        """Entries of the same cells (and unit, if there are units) are added up."""
        size = len(labels.classes.names)
        shape = (len(contexts.values), size, size + 1)
        unit = np.zeros(len(labels.rows), np.int64) if labels.unit is None else labels.unit.codes
        keys = [
            unit,
            *(np.ravel_multi_index((contexts.codes, labels.truth, pred), shape) for pred in labels.preds),
        ]
        distinct, position = distinct_rows(keys, [int(unit.max(initial=0)) + 1] + [prod(shape)] * len(labels.preds))
        rows, weight, weight_sq = (
            sums(position, part, len(distinct[0])) for part in (labels.rows, labels.weight, labels.weight_sq)
        )
        present, kept = np.unique(distinct[0], return_inverse=True)
        return cls(
            labels.classes.names,
            shape,
            tuple(distinct[1:]),
            rows,
            rounded(weight),
            rounded(weight_sq),
            None if labels.unit is None else kept.astype(np.int64),
            len(present),
            labels.weighted,
        )

    @property
    def n(self) -> int:
        """How many rows it stands for."""
        return round(float(self.rows.sum()))

    @cached_property
    def confusions(self) -> tuple[Confusion, ...]:
        """The table of every system."""
        flat = prod(self.shape)
        tables = (sums(cell, self.weight, flat).reshape(self.shape) for cell in self.cells)
        return tuple(Confusion(table, self.classes) for table in tables)

    @cached_property
    def scatters(self) -> tuple[Scatter, ...]:
        """For every system, how entries add up into its table."""
        return tuple(Scatter.of(cell, self.shape) for cell in self.cells)

    def row_table(self, system: int = 0) -> Floats:
        """Rows, not weights, by truth and prediction: (K, K + 1)."""
        table = sums(self.cells[system], self.rows, prod(self.shape)).reshape(self.shape)
        return total(table, axis=0)


@dataclass(frozen=True)
class Scatter:
    """Adds entries up into the cells of a table, for many replicates at once."""

    shape: tuple[int, ...]
    order: Ints
    starts: Ints
    cells: Ints

    @classmethod
    def of(cls, cell: Ints, shape: tuple[int, ...]) -> Scatter:
        """Entries are sorted by cell once."""
        order = np.argsort(cell, kind="stable")
        cells, starts = np.unique(cell[order], return_index=True)
        return cls(shape, order, starts, cells)

    def __call__(self, entries: Floats) -> Floats:
        """(block, entries) to (block, *shape), laid out so that the replicates of a cell are neighbours."""
        table = np.zeros((prod(self.shape), len(entries)))
        if len(self.cells) == len(self.order):
            table[self.cells[np.argsort(self.order)]] = entries.T
        elif entries.size > WIDE * len(self.cells):
            self._add_cell_by_cell(table, entries.T)
        else:
            table[self.cells] = np.add.reduceat(entries.T[self.order], self.starts, axis=0)
        return table.T.reshape(len(entries), *self.shape)

    def _add_cell_by_cell(self, table: Floats, entries: Floats) -> None:
        """Without a copy of all entries, which takes longer than adding them."""
        for cell, members in zip(self.cells, np.split(self.order, self.starts[1:]), strict=True):
            first, last = members[0], members[-1]
            neighbours = last - first == len(members) - 1
            np.add.reduce(entries[first : last + 1] if neighbours else entries[members], axis=0, out=table[cell])
