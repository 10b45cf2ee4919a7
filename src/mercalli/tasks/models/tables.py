"""The tables of all systems on the same items, and what of them is drawn again: items, or the units above them.

Items to which all systems gave the same answers are one group, so that drawing items costs as much as there are groups.
One draw serves all systems: their values, and the differences of all pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

import numpy as np

from mercalli.inputs.arrays import Floats, Ints, distinct_rows, rounded, sums
from mercalli.stats.confusion import Confusion
from mercalli.stats.sample import Scatter
from mercalli.tasks.models.data import ModelsData, SystemAnswers
from mercalli.uncertainty.multinomial import times_of_cells
from mercalli.uncertainty.paired import heads_of_cells
from mercalli.uncertainty.resample import BLOCK_NUMBERS, times_drawn


@dataclass(frozen=True)
class Entries:
    """What one of the groups adds to the cells of a system's table."""

    group: Ints
    cell: Ints
    weight: Floats

    @classmethod
    def added(cls, group: Ints, cell: Ints, weight: Floats, cells: int) -> Entries:
        """Each group and cell once."""
        (groups, kinds), position = distinct_rows([group, cell], [int(group.max(initial=0)) + 1, cells])
        return cls(groups, kinds, sums(position, weight, len(groups)))


@dataclass(frozen=True)
class ItemTables:
    """Groups of what is drawn, how many there are of each, and what each adds to every system's table.

    Attributes:
        classes: The classes.
        shape: Contexts, truths, predictions and one column for what could not be read.
        n: How many items there are.
        rows: How many items (or units: one) each group stands for.
        entries: For every system, what one item (or the unit) of a group adds to its table.
        units: How many units there are, if they are above items.
        single: For every system, whether it has one answer to every item.
    """

    classes: tuple[str, ...]
    shape: tuple[int, int, int]
    n: int
    rows: Floats
    entries: tuple[Entries, ...]
    units: int | None
    single: tuple[bool, ...]

    @classmethod
    def of(cls, data: ModelsData, systems: Sequence[SystemAnswers]) -> ItemTables:
        """Of some systems, in their order."""
        shape, cells = data.shape, [data.cells(system.item, system.code) for system in systems]
        if data.unit is None:
            group, first, rows = _alike(data, systems)
            entries = tuple(_of_firsts(s, cell, group, first, shape) for s, cell in zip(systems, cells, strict=True))
        else:
            unit, rows = data.unit.codes, np.ones(len(data.unit.values))
            entries = tuple(
                Entries.added(unit[s.item], cell, s.weight, prod(shape)) for s, cell in zip(systems, cells, strict=True)
            )
        single = tuple(bool((s.repeats == 1).all()) for s in systems)
        units = None if data.unit is None else len(rows)
        return cls(data.classes.names, shape, data.n, rows, entries, units, single)

    def first(self, systems: int) -> ItemTables:
        """The tables of the first ones alone."""
        return replace(self, entries=self.entries[:systems], single=self.single[:systems])

    @cached_property
    def _scatters(self) -> tuple[Scatter, ...]:
        return tuple(Scatter.of(each.cell, self.shape) for each in self.entries)

    def tables(self, times: Floats) -> Iterator[Confusion]:
        """The table of every system where groups come up so many times: (count, groups) to (count, *shape)."""
        drawn = np.ascontiguousarray(times.T)
        for each, scatter in zip(self.entries, self._scatters, strict=True):
            weighed: Floats = drawn[each.group] * each.weight[:, None]
            yield Confusion(scatter(weighed.T), self.classes)

    @cached_property
    def confusions(self) -> tuple[Confusion, ...]:
        """The table of every system as it is."""
        return tuple(Confusion(rounded(each.cells[0]), self.classes) for each in self.tables(self.rows[None]))

    def blocks(self, count: int) -> Iterator[int]:
        """`count` cut into sizes that keep memory bounded."""
        numbers = max(len(self.rows), prod(self.shape), *(len(each.group) for each in self.entries))
        size = max(1, BLOCK_NUMBERS // numbers)
        yield from (min(size, count - start) for start in range(0, count, size))

    def drawn(self, count: int, rng: np.random.Generator) -> Iterator[Floats]:
        """How often each group comes up when as many items (or units) are drawn as there are, in blocks."""
        for size in self.blocks(count):
            whole = self.units is not None
            yield times_drawn(len(self.rows), size, rng).astype(np.float64) if whole else self._multinomial(size, rng)

    def _multinomial(self, count: int, rng: np.random.Generator) -> Floats:
        return times_of_cells(self.rows, count, rng)

    def heads(self, count: int, rng: np.random.Generator) -> Iterator[Floats]:
        """How many items (or units) of each group have their answers exchanged by the toss of a coin, in blocks."""
        tosses = self.rows.astype(np.int64)
        yield from (heads_of_cells(tosses, size, rng) for size in self.blocks(count))

    def parts(self, count: int, size: int, rng: np.random.Generator) -> Iterator[Floats]:
        """How many items (or units) of each group are in a random part of so many of them, in blocks."""
        colours = self.rows.astype(np.int64)
        for block in self.blocks(count):
            yield rng.multivariate_hypergeometric(colours, size, block, method="marginals").astype(np.float64)

    def left_out(self) -> Iterator[tuple[Floats, Floats]]:
        """The groups with one item (or unit) less, and how many are like it, in blocks."""
        start = 0
        for size in self.blocks(len(self.rows)):
            times = np.repeat(self.rows[None], size, axis=0)
            times[np.arange(size), np.arange(start, start + size)] -= 1
            yield times, self.rows[start : start + size]
            start += size


def _alike(data: ModelsData, systems: Sequence[SystemAnswers]) -> tuple[Ints, Ints, Floats]:
    """Items with the same answers of all systems: the group of each item, the first of each group, their number."""
    group = distinct_rows([data.contexts.codes, data.truth], [len(data.contexts.values), data.size])[1]
    for system in systems:
        group = _refined(group, system, data.size)
    _, first, group, rows = np.unique(group, return_index=True, return_inverse=True, return_counts=True)
    return group.astype(np.int64), first, rows.astype(np.float64)


def _refined(group: Ints, system: SystemAnswers, size: int) -> Ints:
    """Groups split by the answers of one system, whatever their order; unread ones are alike."""
    code = np.minimum(system.code, size)
    code = code[np.lexsort((code, system.item))]
    for depth in range(int(system.repeats.max())):
        there = system.repeats > depth
        at_depth = np.full(len(group), size + 1)
        at_depth[there] = code[system.starts[there] + depth]
        group = np.unique(group * (size + 2) + at_depth, return_inverse=True)[1]
    return group


def _of_firsts(system: SystemAnswers, cell: Ints, group: Ints, first: Ints, shape: tuple[int, int, int]) -> Entries:
    """What the first item of every group adds, as all others of it do."""
    is_first = np.zeros(len(group), np.bool_)
    is_first[first] = True
    chosen = is_first[system.item]
    return Entries.added(group[system.item[chosen]], cell[chosen], system.weight[chosen], prod(shape))
