"""What a stream of alerts is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.difference import Ranking, SystemPair
from mercalli.results.faults import Fault, above, unequal
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import system_named
from mercalli.results.seal import Result, since


@dataclass(frozen=True)
class AlertCounts:
    """How many items there were, how many truly urgent, and how many were alerted rightly and wrongly."""

    items: int
    urgent: int
    right: int
    false: int

    def faults(self) -> Iterator[Fault]:
        """Parts are no larger than the whole."""
        yield from above("urgent", self.urgent, self.items, "items")
        yield from above("right", self.right, self.urgent, "urgent")
        yield from above("false", self.false, self.items - self.urgent, "items that are not urgent")

    @property
    def alerted(self) -> int:
        """All that were alerted."""
        return self.right + self.false

    @property
    def missed(self) -> int:
        """Urgent items that were not alerted."""
        return self.urgent - self.right


@dataclass(frozen=True)
class EventReport:
    """One event by itself; there are no counts where nobody said what is urgent."""

    name: str
    n: int
    counts: AlertCounts | None
    measures: tuple[Measure, ...]


@dataclass(frozen=True)
class ThresholdReport:
    """What alerting from one threshold on gives; `name` is that threshold, "nothing" or "everything".

    The threshold is one of scores that were scaled to 0 to 1; `raw` is the same in the scores as they were given.
    """

    name: str
    counts: AlertCounts
    worth: float | None
    used: bool
    raw: float | None = since("0.2.0", None)


@dataclass(frozen=True)
class AlertReport:
    """One system; `worst` and `best` are the nDCG in the worst and the best order of equal scores."""

    name: str
    score: str
    n: int
    dropped: int
    counts: AlertCounts | None
    measures: tuple[Measure, ...]
    worst: float | None
    best: float | None
    events: tuple[EventReport, ...]
    notes: tuple[str, ...]
    digest: str
    thresholds: tuple[ThresholdReport, ...] = since("0.2.0", ())

    def faults(self) -> Iterator[Fault]:
        """Every item is of one event, and is counted."""
        yield from unequal("events", sum(event.n for event in self.events), self.n)
        yield from unequal("counts.items", self.n if self.counts is None else self.counts.items, self.n)

    def measure(self, metric: str) -> Measure:
        """The measure of a metric by its text."""
        return by_text(self.measures, metric)


@dataclass(frozen=True)
class Alerts(Result):
    """One or more systems that say how urgent the items of some events are.

    `floor` is the least share of urgent items that should be alerted, if somebody said so.
    """

    sealed_as: ClassVar[str] = "alerts"
    needs: ClassVar[tuple[str, ...]] = ("level", "threshold")

    metrics: tuple[MetricCard, ...]
    systems: tuple[AlertReport, ...]
    provenance: Provenance
    pairs: tuple[SystemPair, ...] = since("0.2.0", ())
    rankings: tuple[Ranking, ...] = since("0.2.0", ())
    floor: float | None = since("0.2.0", None)

    def __getitem__(self, system: str) -> AlertReport:
        """A system by its name."""
        return system_named(self.systems, system)
