"""Answers of several systems to the same items, checked: which item, which system, and what each answer came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.inputs.answers.answer import OUTCOMES, READ
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.classes import ClassList
from mercalli.inputs.tally import Column
from mercalli.stats.groups import Contexts

NO_ROW = -1
UNREAD = tuple(outcome for outcome in OUTCOMES if outcome != READ)


@dataclass(frozen=True)
class SystemAnswers:
    """The answers of one system, those to one item next to each other.

    Attributes:
        name: What the system is called.
        factors: What makes it: its model, its prompt ...
        item: To which item each answer is.
        code: The class of each answer, or the number of classes and more for what could not be read, as in `UNREAD`.
        raw: Which of the distinct outputs it was; answers that were not given have a number of their own.
        whole: Whether the output held nothing but the answer.
        row: The row of the data from which it comes; `NO_ROW` for an answer that was not given.
        outputs: Whether these are outputs of a language model, and not a column of plain labels.
    """

    name: str
    factors: Mapping[str, str]
    item: Ints
    code: Ints
    raw: Ints
    whole: Bools
    row: Ints
    outputs: bool

    @cached_property
    def repeats(self) -> Ints:
        """How many answers each item has: (N,)."""
        return np.bincount(self.item)

    @cached_property
    def starts(self) -> Ints:
        """Where the answers to each item begin."""
        return np.cumsum(self.repeats) - self.repeats

    @property
    def weight(self) -> Floats:
        """What each answer weighs: those to one item together as much as one."""
        return 1.0 / self.repeats[self.item]

    @property
    def absent(self) -> int:
        """Items that the system has no answer to."""
        return int((self.row == NO_ROW).sum())

    def take(self, answers: Bools) -> SystemAnswers:
        """Some of the answers."""
        parts = {name: getattr(self, name)[answers] for name in ("item", "code", "raw", "whole", "row")}
        return replace(self, **parts)


@dataclass(frozen=True)
class ModelsData:
    """Items with their truth, and what every system answered.

    Attributes:
        classes: The classes.
        truth: The class of every item: (N,).
        contexts: The combination of what the profile's weights vary by, of every item.
        unit: The unit above items of every item, if there is one.
        systems: The answers of every system; all have all items.
        rows: The rows as they were read; `SystemAnswers.row` are places in it.
        usage: Columns of `rows` on cost and time, by what they hold.
        dropped: Items that were left out, because that was asked for.
        repeated_without_sample: Whether several rows of an item and system were taken for its samples.
        uncounted: A column that seems to say for how many items a row stands, and that nobody named.
        digest: What tells these data from others.
    """

    classes: ClassList
    truth: Ints
    contexts: Contexts
    unit: Column | None
    systems: tuple[SystemAnswers, ...]
    rows: ArraySource
    usage: Mapping[str, str]
    dropped: int = 0
    repeated_without_sample: bool = False
    uncounted: str | None = None
    digest: str = ""

    @property
    def n(self) -> int:
        """How many items."""
        return len(self.truth)

    @property
    def size(self) -> int:
        """How many classes; codes from here on are answers that could not be read."""
        return len(self.classes.names)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of a table: contexts, truths, predictions and one column for what could not be read."""
        return len(self.contexts.values), self.size, self.size + 1

    def cells(self, item: Ints, code: Ints) -> Ints:
        """The cell of such a table for every answer."""
        place = (self.contexts.codes[item], self.truth[item], np.minimum(code, self.size))
        return np.ravel_multi_index(place, self.shape)

    def answered(self, systems: Iterable[SystemAnswers]) -> Bools:
        """Items to which each of some systems has an answer that was read."""
        answered: Bools = np.ones(self.n, np.bool_)
        for each in systems:
            answered &= np.bincount(each.item[~self.unread(each)], minlength=self.n) > 0
        return answered

    def right(self, system: SystemAnswers) -> Bools:
        """Which answers are right."""
        right: Bools = system.code == self.truth[system.item]
        return right

    def unread(self, system: SystemAnswers) -> Bools:
        """Which answers could not be read."""
        return system.code >= self.size

    def without_unread(self) -> ModelsData:
        """Only read answers, on the items to which every system has one."""
        chosen = self.answered(self.systems)
        left = [each.take(~self.unread(each) & chosen[each.item]) for each in self.systems]
        return replace(self._of_items(chosen), systems=tuple(_renumbered(s, chosen) for s in left))

    def _of_items(self, chosen: Bools) -> ModelsData:
        return replace(
            self,
            truth=self.truth[chosen],
            contexts=self.contexts.take(chosen),
            unit=None if self.unit is None else self.unit.take(chosen).occurring(),
            dropped=self.dropped + int((~chosen).sum()),
        )


def _renumbered(system: SystemAnswers, chosen: Bools) -> SystemAnswers:
    """Items counted anew after some were left out."""
    place = np.cumsum(chosen) - 1
    return replace(system, item=place[system.item])
