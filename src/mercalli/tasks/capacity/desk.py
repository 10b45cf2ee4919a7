"""A desk: items, a team and a rule, through which any order is replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, replace
from math import ceil
from typing import Protocol

import numpy as np

from mercalli.errors import TimeError
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.times import in_units
from mercalli.stats.arrivals import Arrivals, Cohorts, Rule, Team
from mercalli.stats.replay import Handled, Replay
from mercalli.tasks.capacity.clock import said
from mercalli.tasks.capacity.data import EVENT, REGION, Stream
from mercalli.tasks.capacity.errors import TeamError
from mercalli.tasks.capacity.roster import Roster

MOST_BINS = 5_000_000
FADED = 64  # half-lives after which an item is worth nothing that a number could hold
LARGEST_DOUBLING = 6.0  # a team of 64 times the size is the largest that is tried
STEPS = 13  # halvings of the search for a team: to a thousandth
HAIR = 1e-9


class Streams(Sized, Iterable[Floats], Protocol):
    """How many items each entry of several streams stands for."""


@dataclass(frozen=True)
class Desk:
    """Items that arrive in queues, one for each event and region, and who takes them.

    `event` and `region` are those of each queue; `spans` says how many bins of each queue have arrivals.
    """

    arrivals: Arrivals
    team: Team
    rule: Rule
    event: Ints
    region: Ints
    spans: Ints

    @classmethod
    def of(cls, stream: Stream, roster: Roster, rule: Rule, worth: tuple[Floats, Bools, Floats], *, zero: bool) -> Desk:
        """A queue for every event and region in which items arrive; `zero` where nobody works in a region."""
        event, region = (stream.labels.by[name].codes for name in (EVENT, REGION))
        pairs, queue = np.unique(event * len(stream.regions) + region, return_inverse=True)
        events, regions = np.divmod(pairs, len(stream.regions))
        rows = stream.labels.rows.astype(np.float64)
        count = rows if stream.scale is None else rows * stream.scale
        arrivals = Arrivals(queue, stream.time, stream.labels.truth, count, *worth)
        spans = (stream.lasts - stream.origins) // stream.clock.width + 1
        team = _Places(stream, events, regions, spans).team(roster, rule, zero=zero)
        return cls(arrivals, team, rule, events, regions, spans[events])

    @property
    def blind(self) -> Floats:
        """The weight of every entry without any model: all alike, and all high enough to be taken."""
        return np.full(len(self.arrivals.truth), max(1.0, self.rule.act_from))

    def replay(self, weight: Floats, factor: float = 1.0, rule: Rule | None = None) -> Replay:
        """The stream in the order of some weights, with the team so many times as large."""
        team, used = self.team.times(factor), rule or self.rule
        return Replay.of(self.arrivals, Cohorts.by(weight, self.arrivals, team, used), team, used)

    def handled(self, weight: Floats, counts: Streams, factors: Floats | None = None) -> Handled:
        """What is handled in every queue of each of several streams: (streams, queues)."""
        cohorts = Cohorts.by(weight, self.arrivals, self.team, self.rule)
        found = [
            Replay.of(replace(self.arrivals, count=count), cohorts, self.team.times(factor), self.rule).handled()
            for count, factor in zip(counts, np.ones(len(counts)) if factors is None else factors, strict=True)
        ]
        parts = ("worth", "all_worth", "urgent", "all_urgent")
        return Handled(*(np.stack([getattr(each, part) for each in found]) for part in parts))

    def teams(self, target: Floats, counts: Streams, times: Floats | None = None) -> Floats:
        """How many times the team handles as much as `target` (streams) without a model: (streams).

        Only events that count (streams, events) add to it. NaN where the largest team does not suffice.
        """
        hair = HAIR * np.maximum(target, 1.0)

        def reached(factors: Floats) -> Bools:
            return self._blind(counts, factors, times) >= target - hair

        now = self._blind(counts, np.ones(len(counts)), times)
        low = np.where(target >= now - hair, 0.0, -LARGEST_DOUBLING)
        high = low + LARGEST_DOUBLING
        enough = reached(2.0**high)
        for _ in range(STEPS):
            middle = (low + high) / 2
            there = reached(2.0**middle)
            low, high = np.where(there, low, middle), np.where(there, middle, high)
        found = np.where(np.abs(target - now) <= hair, 1.0, 2.0**high)
        return np.where(enough, found, np.nan)

    def _blind(self, counts: Streams, factors: Floats, times: Floats | None) -> Floats:
        """What is handled without a model by teams of some sizes."""
        return self.by_event(self.handled(self.blind, counts, factors)).pooled(times).worth

    def by_event(self, handled: Handled) -> Handled:
        """What is handled in every event."""
        return handled.by(self.event, self.events)

    @property
    def events(self) -> int:
        """How many events."""
        return int(self.event.max()) + 1

    @property
    def once(self) -> Streams:
        """The stream as it was."""
        return [self.arrivals.count]


@dataclass(frozen=True)
class _Places:
    """Every queue's event and region, and how many bins of each event have arrivals."""

    stream: Stream
    events: Ints
    regions: Ints
    spans: Ints

    def team(self, roster: Roster, rule: Rule, *, zero: bool) -> Team:
        """The work of every bin of every queue, until nothing that arrived is worth anything."""
        after = ceil(FADED * (rule.half_life or 0)) if rule.deadline is None else rule.deadline
        bins = int((self.spans[self.events] + after).sum())
        if bins > MOST_BINS:
            gap, begun = max(self.stream.gaps)
            raise TimeError.too_long(bins, MOST_BINS, in_units(gap - gap % 1_000_000), said(begun))
        lacking = roster.lacking([self.stream.regions[region] for region in np.unique(self.regions)])
        if lacking and not zero:
            raise TeamError.regions(roster.origin, lacking)
        return Team.of([*self._works(roster, after, lacking)])

    def _works(self, roster: Roster, after: int, lacking: Sequence[str]) -> Iterator[Floats]:
        stream, width = self.stream, self.stream.clock.width
        for event, region in zip(self.events.tolist(), self.regions.tolist(), strict=True):
            begin, bins, name = int(stream.origins[event]), int(self.spans[event]) + after, stream.regions[region]
            if name in lacking:
                yield np.zeros(bins)
                continue
            needed = (begin, int(stream.lasts[event]))
            yield roster.shifts(name, needed, begin + width * bins).work(begin, width, bins)
