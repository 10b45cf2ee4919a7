"""Votes: the class that most of the answers to an item name, as a system of its own that costs all these calls.

Only answers that were read vote. A tie is ambiguous, and so counts as wrong, unless ties go to the more urgent class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import comb, prod

import numpy as np

from mercalli.inputs.answers.answer import AMBIGUOUS
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.profiles.profile import Profile
from mercalli.stats.confusion import Confusion
from mercalli.tasks.models.data import NO_ROW, UNREAD, ModelsData, SystemAnswers
from mercalli.tasks.models.repeats.agreement import ValueCounts

URGENT = "urgent"
MOST_SIZES = 4
MOST_WAYS = 20_000  # to choose some of the answers to one item, counting alike answers once


@dataclass(frozen=True)
class Ballot:
    """How votes are counted: the number of classes, and what each class weighs in each context where ties are broken.

    Without weights a tie is ambiguous.
    """

    size: int
    weights: Floats | None = None

    @classmethod
    def of(cls, data: ModelsData, profile: Profile, tie: str) -> Ballot:
        """Ties are ambiguous, or go to the class of which an error does most harm by the profile."""
        if tie != URGENT:
            return cls(data.size)
        return cls(data.size, np.stack([profile.harms(data.classes.names, each) for each in data.contexts.values]))

    def winner(self, item: Ints, value: Ints, count: Floats, context: Ints) -> tuple[Ints, Bools]:
        """The outcome of the vote on every item from how often it got each value, and whether the vote was tied.

        `item` are numbers from 0 on, each there; `context` is that of every item.
        """
        n, read = int(item.max()) + 1, value < self.size
        most = _most(item, np.where(read, count, 0.0), n)
        first = read & (count == most[item])
        tied = np.bincount(item[first], minlength=n) > 1
        if self.weights is not None:
            weight = np.where(first, self.weights[context[item], np.minimum(value, self.size - 1)], -np.inf)
            first &= weight == _most(item, weight, n)[item]
        found = np.full(n, self.size + UNREAD.index(AMBIGUOUS), np.int64)
        alone = np.bincount(item[first], minlength=n) == 1
        chosen = first & alone[item]
        found[item[chosen]] = value[chosen]
        return np.where(most > 0, found, self._silent(item, value, count, n)), tied

    def _silent(self, item: Ints, value: Ints, count: Floats, n: int) -> Ints:
        """The most frequent outcome of every item, for those of which no answer was read."""
        order = np.lexsort((value, -count, item))
        found = np.zeros(n, np.int64)
        found[item[order[::-1]]] = value[order[::-1]]
        return found


def _most(item: Ints, number: Floats, n: int) -> Floats:
    """The largest number of every item."""
    most = np.full(n, -np.inf)
    np.maximum.at(most, item, number)
    return most


def vote(data: ModelsData, system: SystemAnswers, ballot: Ballot) -> tuple[SystemAnswers, int]:
    """The vote of all answers of a system as one answer to every item, and how many items had a tie."""
    counts = ValueCounts.of(system.item, system.code, data.n)
    values = np.unique(system.code)[counts.value]
    found, tied = ballot.winner(counts.item, values, counts.count, data.contexts.codes)
    every = np.arange(data.n)
    nothing = np.full(data.n, NO_ROW)
    whole = np.ones(data.n, np.bool_)
    voted = replace(system, name=vote_name(system), item=every, code=found, raw=nothing, whole=whole, row=nothing)
    return voted, int(tied.sum())


def vote_name(system: SystemAnswers) -> str:
    """What the vote of a system is called."""
    most, fewest = int(system.repeats.max()), int(system.repeats.min())
    return f"{system.name}, vote of {most if most == fewest else f'{fewest} to {most}'}"


def expected_table(
    data: ModelsData, system: SystemAnswers, ballot: Ballot, answers: int, shape: tuple[int, ...]
) -> Confusion | None:
    """The table that a vote of so many answers gives on average over all ways to choose them.

    None where there would be too many ways, or an item has too few answers.
    """
    if system.repeats.min() < answers:
        return None
    cells = np.zeros(shape)
    for (context, truth, *code), items in _patterns(data, system):
        values, counts = np.unique(code, return_counts=True)
        if prod(counts + 1) > MOST_WAYS:
            return None
        outcome, chance = _outcomes(values, counts, answers, ballot, context)
        np.add.at(cells[context, truth], np.minimum(outcome, data.size), chance * items)
    return Confusion(cells, data.classes.names)


def _patterns(data: ModelsData, system: SystemAnswers) -> Iterator[tuple[list[int], int]]:
    """Context, truth and answers of items, whatever the order of the answers, and how many items have them."""
    order = np.lexsort((system.code, system.item))
    for repeats in np.unique(system.repeats):
        items = np.flatnonzero(system.repeats == repeats)
        code = system.code[order][system.starts[items][:, None] + np.arange(repeats)]
        rows = np.column_stack([data.contexts.codes[items], data.truth[items], code])
        kinds, counts = np.unique(rows, axis=0, return_counts=True)
        yield from zip(kinds.tolist(), counts.tolist(), strict=True)


def _outcomes(values: Ints, counts: Ints, answers: int, ballot: Ballot, context: int) -> tuple[Ints, Floats]:
    """The outcome of the vote of every choice of some answers, and its chance."""
    chosen = [each for each in product(*(range(count + 1) for count in counts)) if sum(each) == answers]
    ways = np.array([prod(map(comb, counts.tolist(), each)) for each in chosen], np.float64)
    often = np.array(chosen, np.float64)
    item, kind = np.nonzero(often)
    contexts = np.full(len(chosen), context)
    found, _ = ballot.winner(item, values[kind], often[item, kind], contexts)
    return found, ways / ways.sum()


def sizes(fewest: int) -> list[int]:
    """How many answers to vote with between one and all: the first odd numbers.

    >>> sizes(5), sizes(2), sizes(12)
    ([3], [], [3, 5, 7, 9])
    """
    return list(range(3, fewest, 2))[:MOST_SIZES]
