"""What a limited team reaches with a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from mercalli.inputs.times import DURATION
from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.faults import Fault, empty, strange, uneven, unset
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import system_named
from mercalli.results.seal import Result

HANDLED, URGENT, SKILL, TEAM = "handled_in_time", "urgent_handled_in_time", "capacity_skill", "worth_in_team"
METRICS = (HANDLED, URGENT, SKILL, TEAM)
BLIND, PERFECT = "blind", "perfect"


@dataclass(frozen=True)
class QueueReport:
    """What happens to the items in one order; times are in hours.

    Attributes:
        handled: How many items are handled in time, on average over the order of equals.
        urgent: How many urgent ones are.
        share: The share of all worth that is handled in time.
        urgent_share: The share of all urgent items that is.
        median_wait: Half of the urgent items that are handled wait no longer.
        long_wait: Nine in ten of them wait no longer.
        longest: The most items that wait at the end of a bin ...
        longest_at: ... and when that is.
        idle: The share of the team's time in which nothing waits, from the first arrival to the last.
        least: The share of the work done that goes to items of the lowest weight.
        net: What that is worth, minus what it costs, if somebody said what items are worth and cost.
        by_team: The share of all worth that teams of other sizes handle in time.
        waits: The share of all urgent items that is handled within so many bins.
        queue: How many items wait, along the time shown.
    """

    handled: float
    urgent: float
    share: float | None
    urgent_share: float | None
    median_wait: float | None
    long_wait: float | None
    longest: float
    longest_at: str
    idle: float | None
    least: float | None
    net: float | None
    by_team: tuple[float | None, ...]
    waits: tuple[float, ...]
    queue: tuple[float, ...]


@dataclass(frozen=True)
class PartReport:
    """One event or one region by itself: its items, the team's work there, and what is handled in time."""

    kind: str
    name: str
    n: int
    urgent: float
    capacity: float
    share: float | None
    urgent_share: float | None
    blind: float | None
    perfect: float | None


@dataclass(frozen=True)
class CapacityReport:
    """One system."""

    name: str
    column: str
    n: int
    dropped: int
    measures: tuple[Measure, ...]
    queue: QueueReport
    parts: tuple[PartReport, ...]
    notes: tuple[str, ...]
    digest: str

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)


@dataclass(frozen=True)
class Capacity(Result):
    """One or more systems that say what is urgent, and a team that cannot take everything.

    Attributes:
        metrics: What each metric means.
        systems: The systems.
        blind: The order without any model.
        perfect: The order by the true classes.
        arrived: How many items arrived, also those of a stream that items stand for ...
        urgent: ... and how many urgent ones.
        urgent_classes: Which classes these are.
        weights: The weight of every class.
        teams: The sizes of teams that were tried.
        hours: The hours since the beginning that are shown.
        volume: How many items arrive, along them.
        floor: The least share of urgent items that should be handled, if somebody said so.
    """

    sealed_as: ClassVar[str] = "capacity"
    needs: ClassVar[tuple[str, ...]] = ("level", "bin", "rule")

    metrics: tuple[MetricCard, ...]
    systems: tuple[CapacityReport, ...]
    blind: QueueReport
    perfect: QueueReport
    arrived: float
    urgent: float
    urgent_classes: tuple[str, ...]
    weights: Mapping[str, float]
    teams: tuple[float, ...]
    hours: tuple[float, ...]
    volume: tuple[float, ...]
    provenance: Provenance
    pairs: tuple[SystemPair, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    floor: float | None = None

    def faults(self) -> Iterator[Fault]:
        """Every order has a value for each team and each place along time."""
        yield from empty("teams", self.teams)
        yield from empty("hours", self.hours)
        yield from uneven(self, "hours", "volume")
        orders = {"blind": self.blind, "perfect": self.perfect}
        orders |= {f"systems[{at}].queue": each.queue for at, each in enumerate(self.systems)}
        for name, queue in orders.items():
            yield from empty(f"{name}.waits", queue.waits)
            for part, entries in ((queue.by_team, self.teams), (queue.queue, self.hours)):
                if len(part) != len(entries):
                    yield name, f"must have as many entries as there are teams and hours; found {len(part)}"
        for at, system in enumerate(self.systems):
            for metric in METRICS:
                yield from strange(
                    f"systems[{at}].measures", metric, [each.metric for each in system.measures], "there"
                )
        yield from strange("metrics", HANDLED, [card.metric for card in self.metrics], "there")
        yield from self._unset()

    def _unset(self) -> Iterator[Fault]:
        """Settings that are read to tell it."""
        asked = self.provenance.settings
        if not {"per_hour", "teams", "capacity"} & asked.keys():
            yield "provenance.settings", "must say how large the team is"
        for name in ("per_hour", "teams"):
            yield from unset(self, name) if name in asked else ()
        if not DURATION.fullmatch(str(asked["bin"])):
            yield "provenance.settings.bin", "must be a duration, as in 1h"

    def __getitem__(self, system: str) -> CapacityReport:
        """A system by its name."""
        return system_named(self.systems, system)
