"""Replay: what a team handles of the items that arrive, exactly and without random numbers.

A rule gives every cohort a key that does not change while it waits. So cohorts are served one after the other, the best
key first, and each takes the earliest capacity that is left between its arrival and its deadline: a worse key never
touches a better one. This is what a queue does that is looked at bin by bin, in one pass over cohorts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.stats.arrivals import Arrivals, Cohorts, Rule, Team

DUST = 1e-12  # what rounding leaves of a cohort, or of the capacity of a bin


@dataclass(frozen=True)
class Served:
    """What was done: of which cohort, in which bin, and how much work of it."""

    cohort: Ints
    bin: Ints
    work: Floats


def serve(cohorts: Cohorts, work: Floats, free: Floats) -> Served:
    """Cohorts in their order, each in the earliest bins with capacity left.

    Bins without any are joined to the next one that has some (union-find), so that nobody looks at them again.
    """
    left, following = free.tolist(), list(range(len(free) + 1))
    for full in np.flatnonzero(free <= DUST).tolist():
        following[full] = full + 1
    todo = np.flatnonzero(work > 0)
    lines = (part[todo].tolist() for part in (np.arange(len(work)), cohorts.start, cohorts.last, work))
    who: list[int] = []
    when: list[int] = []
    much: list[float] = []
    for cohort, start, last, needed in zip(*lines, strict=True):
        at, needs = start if following[start] == start else _first_free(following, start), needed
        while at <= last:
            there = left[at]
            who.append(cohort)
            when.append(at)
            if there > needs + DUST:
                left[at] = there - needs
                much.append(needs)
                break
            much.append(min(needs, there))
            following[at] = at + 1
            needs -= there
            if needs <= DUST:
                break
            at = _first_free(following, at + 1)
    return Served(np.array(who, np.int64), np.array(when, np.int64), np.array(much, np.float64))


def _first_free(following: list[int], at: int) -> int:
    """The first bin from one on that has capacity left; bins on the way are joined to it."""
    free = at
    while following[free] != free:
        free = following[free]
    while following[at] != free:
        following[at], at = free, following[at]
    return free


@dataclass(frozen=True)
class Handled:
    """What was handled in time, and what arrived: added up by worth, and counted for what is urgent.

    All are arrays of the same axes, such as (queues) or (replicates, queues).
    """

    worth: Floats
    all_worth: Floats
    urgent: Floats
    all_urgent: Floats

    def pooled(self, times: Floats | None = None) -> Handled:
        """Added up along the last axis, each part so many times (..., parts)."""
        parts = (self.worth, self.all_worth, self.urgent, self.all_urgent)
        return Handled(*((each if times is None else each * times).sum(axis=-1) for each in parts))

    def by(self, group: Ints, size: int) -> Handled:
        """Added up along the last axis by groups."""
        to = np.zeros((len(group), size))
        to[np.arange(len(group)), group] = 1.0
        return Handled(self.worth @ to, self.all_worth @ to, self.urgent @ to, self.all_urgent @ to)


@dataclass(frozen=True)
class Queues:
    """The same stream through the same team in three orders, and the team that makes up for the first.

    Attributes:
        model: In the order that a model gives.
        blind: Without any model: first come, first served; under the rule "worth", newest first.
        perfect: By the true classes, under the same rule.
        team: The smallest factor by which the blind queue's team must grow to handle as much as the model's.
    """

    model: Handled
    blind: Handled
    perfect: Handled
    team: Floats


@dataclass(frozen=True)
class Replay:
    """One stream served in one order: its cohorts, their items, and what was done of each."""

    arrivals: Arrivals
    team: Team
    rule: Rule
    cohorts: Cohorts
    served: Served

    @classmethod
    def of(cls, arrivals: Arrivals, cohorts: Cohorts, team: Team, rule: Rule) -> Replay:
        """Within a cohort the true classes are shared evenly: what a random order gives on average."""
        work = cohorts.total(arrivals.count * arrivals.work[arrivals.truth])
        return cls(arrivals, team, rule, cohorts, serve(cohorts, work, team.free))

    @property
    def shares(self) -> Floats:
        """The share of its cohort that each service is."""
        work = self.cohorts.total(self.arrivals.count * self.arrivals.work[self.arrivals.truth])
        found: Floats = self.served.work / work[self.served.cohort]
        return found

    @property
    def waits(self) -> Ints:
        """How many bins each service came after the arrival."""
        return self.served.bin - self.cohorts.start[self.served.cohort]

    def items(self, chosen: Floats) -> Floats:
        """How many of the items that count so much by true class (classes) each service handles."""
        total = self.cohorts.total(self.arrivals.count * chosen[self.arrivals.truth])
        found: Floats = self.shares * total[self.served.cohort]
        return found

    def handled(self) -> Handled:
        """What was handled in every queue."""
        queue = np.searchsorted(self.team.starts, self.served.bin, "right") - 1
        size, arrivals = len(self.team.starts) - 1, self.arrivals
        urgent = arrivals.urgent.astype(np.float64)
        worth = self.items(arrivals.weight) * self.rule.kept(self.waits)
        return Handled(
            sums(queue, worth, size),
            sums(arrivals.queue, arrivals.count * arrivals.true_weight, size),
            sums(queue, self.items(urgent), size),
            sums(arrivals.queue, arrivals.count * urgent[arrivals.truth], size),
        )

    def waiting(self) -> Floats:
        """How many items wait at the end of every bin."""
        every = np.ones(len(self.arrivals.weight))
        mass, done = self.cohorts.total(self.arrivals.count), self.items(every)
        left = mass - sums(self.served.cohort, done, len(self.cohorts))
        size, leaves = len(self.team.free), self.cohorts.leaves
        change = sums(self.cohorts.start, mass, size) - sums(self.served.bin, done, size)
        change -= sums(self.cohorts.last[leaves], left[leaves], size)
        total = np.cumsum(change)
        before = np.concatenate([[0.0], total])[self.team.starts[:-1]]
        found: Floats = total - np.repeat(before, np.diff(self.team.starts))
        return np.where(found < 1e-9, 0.0, found)  # noqa: PLR2004 - what rounding leaves
