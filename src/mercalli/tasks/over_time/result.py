"""How systems do over time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.faults import Fault, uneven
from mercalli.results.gaps import Gap
from mercalli.results.gates import GateReport
from mercalli.results.groups import GroupLookup, GroupReport
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.named import SystemLookup
from mercalli.results.seal import Result


@dataclass(frozen=True)
class TimeSlice(GroupReport):
    """One bin, phase or band of load; a bin begins so many hours after the start, and has items of so many events."""

    hours: float | None = None
    events: int = 1


@dataclass(frozen=True)
class Change:
    """The bin from which on the system does otherwise than before, and how likely so clear a change is by chance.

    `before` and `after` are the leading metric's shares, freed of the mix of classes.
    """

    bin: str
    p: float
    before: float
    after: float


@dataclass(frozen=True)
class EventCurve:
    """The leading metric in the bins of one event that have items: hours since its start, trials, hits and items."""

    event: str
    hours: tuple[float, ...]
    trials: tuple[int, ...]
    hits: tuple[int, ...]
    items: tuple[int, ...]

    def faults(self) -> Iterator[Fault]:
        """As many of each."""
        return uneven(self, "hours", "trials", "hits", "items")


@dataclass(frozen=True)
class FirstFind:
    """A fact, when its first urgent item came, and how many hours later the first one was found, if any was."""

    fact: str
    first: str
    delay: float | None


@dataclass(frozen=True)
class TimeReport(GroupLookup[TimeSlice]):
    """One system: over all items, in every part of time, and how late urgent items are found.

    Attributes:
        name: What it is called.
        n: Items.
        dropped: Items that were left out.
        measures: Over all items.
        slices: Bins, phases and bands of load.
        gaps: How far they are apart, by metric.
        timely: Values that weigh early items more, and how many urgent items are found within a time.
        finds: How late facts are found for the first time ...
        facts: ... and each of them, the latest first.
        change: Where the system changes, if that is clear.
        curves: The leading metric by event.
        notes: What should be known.
        digest: Of the labels.
    """

    name: str
    n: int
    dropped: int
    measures: tuple[Measure, ...]
    slices: tuple[TimeSlice, ...]
    gaps: tuple[Gap, ...]
    timely: tuple[Measure, ...]
    finds: tuple[Measure, ...]
    facts: tuple[FirstFind, ...]
    change: Change | None
    curves: tuple[EventCurve, ...]
    notes: tuple[str, ...]
    digest: str

    def measure(self, metric: str) -> Measure:
        """A measure over all items, or of how late they are found, by its text."""
        return by_text((*self.measures, *self.timely, *self.finds), metric)


@dataclass(frozen=True)
class OverTime(SystemLookup[TimeReport], Result):
    """One or more systems over time; `parts` are the columns of time, the bins first.

    `urgent` are the classes that must not be missed, `events` how many events there are, and `phases` when each ends,
    in hours after the start.
    """

    sealed_as: ClassVar[str] = "over_time"
    needs: ClassVar[tuple[str, ...]] = ("level", "bin")

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[TimeReport, ...]
    urgent: tuple[str, ...]
    parts: tuple[str, ...]
    events: int
    elapsed: bool
    phases: tuple[tuple[str, float | None], ...]
    provenance: Provenance
    gates: tuple[GateReport, ...] = ()

    def faults(self) -> Iterator[Fault]:
        """There is a metric that leads, a system, and parts of time; each part has all metrics."""
        if not self.headline or not self.systems or not self.parts:
            yield "headline", "must name a metric, and there must be a system and bins"
        for at, system in enumerate(self.systems):
            gaps = {(gap.column, gap.metric) for gap in system.gaps}
            known = {each.metric for each in system.measures}
            if (
                any((part, name) not in gaps for part in self.parts for name in self.headline)
                or set(self.headline) - known
            ):
                yield f"systems[{at}]", f"must have {list(self.headline)} in all items and as gaps"
            for part in system.slices:
                if not known <= {each.metric for each in part.measures}:
                    yield f"systems[{at}]", f"must have all metrics in {part.name}"
