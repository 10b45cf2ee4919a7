"""Arrivals: items that wait for a team, and the team, bin by bin of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Literal, TypeAlias

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints, sums

RuleName: TypeAlias = Literal["strict", "worth"]
STRICT: RuleName = "strict"
WORTH: RuleName = "worth"


@dataclass(frozen=True)
class Rule:
    """In which order a team takes items, and when an item is worth nothing any more; times are in bins.

    Attributes:
        name: "strict": by weight, the oldest of equals first. "worth": by what is worth most now.
        deadline: How many bins after its arrival an item leaves the queue; None if never.
        half_life: After how many bins an item is worth half as much; None if it keeps its worth.
        act_from: The least weight that enters the queue; weights of 0 never do.
    """

    name: RuleName = STRICT
    deadline: int | None = None
    half_life: float | None = None
    act_from: float = 0.0

    def keys(self, weight: Floats, time: Ints) -> tuple[Floats, Floats]:
        """What is served first, then what among equals; neither changes while an item waits."""
        if self.name == STRICT:
            return -weight, time.astype(np.float64)
        return -(np.log2(weight) + time / (self.half_life or inf)), -weight

    def kept(self, waits: Ints) -> Floats:
        """The share of its worth that an item has left after so many bins.

        >>> Rule(half_life=2).kept(np.array([0, 2, 4]))
        array([1.  , 0.5 , 0.25])
        """
        return np.ones(len(waits)) if self.half_life is None else 2.0 ** (-waits / self.half_life)


@dataclass(frozen=True)
class Team:
    """How much work can be done in each bin of each queue, all queues one after the other.

    Attributes:
        free: The work of every bin.
        starts: Where each queue begins, and at the end where the last one ends.
    """

    free: Floats
    starts: Ints

    @classmethod
    def of(cls, queues: Sequence[Floats]) -> Team:
        """From the bins of each queue.

        >>> Team.of([np.ones(3), np.ones(2)]).starts
        array([0, 3, 5])
        """
        sizes = [len(each) for each in queues]
        return cls(np.concatenate(queues).astype(np.float64), np.cumsum([0, *sizes]))

    def times(self, factor: float) -> Team:
        """The same team so many times as large."""
        return replace(self, free=self.free * factor)


@dataclass(frozen=True)
class Arrivals:
    """Items that arrive, each distinct combination once.

    Attributes:
        queue: The queue in which each entry waits.
        time: The bin of that queue in which it arrives.
        truth: Its true class.
        count: How many items it stands for: (entries), or (replicates, entries).
        weight: What an item of each true class is worth (classes).
        urgent: Which true classes must not wait (classes).
        work: What an item of each true class takes of the team (classes).
    """

    queue: Ints
    time: Ints
    truth: Ints
    count: Floats
    weight: Floats
    urgent: Bools
    work: Floats

    @cached_property
    def true_weight(self) -> Floats:
        """The weight of each entry by its true class: what a perfect model would say."""
        return self.weight[self.truth]


@dataclass(frozen=True)
class Cohorts:
    """Items of one queue that arrive together and weigh the same by a model, in the order in which a rule serves them.

    Attributes:
        of: The cohort of each entry; as many as there are cohorts where it never enters the queue.
        start: The bin in which each cohort arrives, counted over all queues.
        last: The last bin in which it may be served.
        leaves: Whether it leaves the queue after that bin; else its queue ends there.
    """

    of: Ints
    start: Ints
    last: Ints
    leaves: Bools

    @classmethod
    def by(cls, weight: Floats, arrivals: Arrivals, team: Team, rule: Rule) -> Cohorts:
        """By the weight that a model gives each entry; groups of equal weight are one group."""
        enters = (weight > 0) & (weight >= rule.act_from)
        place = team.starts[arrivals.queue] + arrivals.time
        values, group = np.unique(weight, return_inverse=True)
        found, cohort = np.unique((place * len(values) + group)[enters], return_inverse=True)
        start, weights = found // len(values), values[found % len(values)]
        queue = np.searchsorted(team.starts, start, "right") - 1
        order = np.lexsort((*reversed(rule.keys(weights, start - team.starts[queue])), queue))
        of = np.full(len(weight), len(found))
        of[enters] = np.argsort(order)[cohort]
        end = team.starts[queue + 1] - 1
        last = end if rule.deadline is None else np.minimum(start + rule.deadline, end)
        leaves = np.zeros(len(start), np.bool_) if rule.deadline is None else start + rule.deadline <= end
        return cls(of, start[order], last[order], leaves[order])

    def __len__(self) -> int:
        return len(self.start)

    def total(self, values: Floats) -> Floats:
        """Values of entries added up by cohort."""
        return sums(self.of, values, len(self) + 1)[:-1]
