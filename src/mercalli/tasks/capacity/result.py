"""What a limited team reaches with a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import system_named
from mercalli.results.seal import Result

HANDLED, URGENT, SKILL, TEAM = "handled_in_time", "urgent_handled_in_time", "capacity_skill", "worth_in_team"
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
    weights: dict[str, float]
    teams: tuple[float, ...]
    hours: tuple[float, ...]
    volume: tuple[float, ...]
    provenance: Provenance
    pairs: tuple[SystemPair, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    floor: float | None = None

    def __getitem__(self, system: str) -> CapacityReport:
        """A system by its name."""
        return system_named(self.systems, system)
