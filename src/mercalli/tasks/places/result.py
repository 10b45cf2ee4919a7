"""Where systems are worse, and for whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.faults import Fault
from mercalli.results.gaps import Gap
from mercalli.results.gates import GateReport
from mercalli.results.groups import GroupLookup, GroupReport
from mercalli.results.measure import Measure, MetricCard, Provenance
from mercalli.results.named import SystemLookup
from mercalli.results.seal import Result


@dataclass(frozen=True)
class PlaceSlice(GroupReport):
    """A place, a ring around a point, or a fifth of the people by need.

    Attributes:
        errors: Observed errors ...
        expected: ... and those that its mix of true classes explains.
        missed: Urgent items that were missed.
        lat: Where the middle of a cell is ...
        lon: ... in degrees.
        people: Who lives there, if that is known.
        need: How needy they are, if that is known.
    """

    errors: int = 0
    expected: float = 0.0
    missed: int = 0
    lat: float | None = None
    lon: float | None = None
    people: float | None = None
    need: float | None = None


@dataclass(frozen=True)
class PersonReport:
    """A metric per person, how many people that covers, and its bounds where all others are at the worst and the best.

    `metric` is that of the places; the measure has a name of its own.
    """

    metric: str
    measure: Measure
    coverage: float
    lowest: float | None
    highest: float | None


@dataclass(frozen=True)
class AlikeRow:
    """All metrics where each place counts the same; `cells` is how wide cells are, or what places are."""

    cells: str
    places: int
    measures: tuple[Measure, ...]


@dataclass(frozen=True)
class HotSpot:
    """The circle with the most errors beyond what is expected.

    Attributes:
        place: Its middle.
        radius: In km; 0 for one place by itself.
        places: How many places it holds.
        items: Their items.
        errors: Their errors ...
        expected: ... and those that their mix of classes explains.
        ratio: The logarithm of the likelihood ratio.
        p: How often chance makes a circle as bad anywhere; none where that cannot be told ...
        why: ... and why not.
        draws: How often chance was tried.
        units: How many units there are, if errors come in units ...
        effective: ... how many of equal size would weigh as much ...
        dispersion: ... and the variance of what makes them better or worse.
    """

    place: str
    radius: float
    places: int
    items: int
    errors: int
    expected: float
    ratio: float
    p: float | None
    why: str | None
    draws: int
    units: int | None = None
    effective: float | None = None
    dispersion: float | None = None


@dataclass(frozen=True)
class PlacesReport(GroupLookup[PlaceSlice]):
    """One system: over all items, place by place, per person, and where it is worse.

    Attributes:
        name: What it is called.
        n: Items.
        dropped: Items that were left out.
        measures: Over all items, and per person.
        slices: Places, rings and fifths by need.
        gaps: How far rings, and fifths, are apart, by metric.
        persons: Values per person.
        alike: Values where each place counts the same.
        hot: Where it is worse, if anybody asked and there is such a circle.
        notes: What should be known.
        digest: Of the labels.
    """

    name: str
    n: int
    dropped: int
    measures: tuple[Measure, ...]
    slices: tuple[PlaceSlice, ...]
    gaps: tuple[Gap, ...]
    persons: tuple[PersonReport, ...]
    alike: tuple[AlikeRow, ...]
    hot: HotSpot | None
    notes: tuple[str, ...]
    digest: str


Line = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Places(SystemLookup[PlacesReport], Result):
    """One or more systems by place; `parts` are the columns of place, that of the places first.

    `urgent` are the classes that must not be missed, `width` is that of cells in km, `people` how many live in all
    places, `unseen` the places with people that no item comes from, and `outlines` lines of longitudes and latitudes
    for the map.
    """

    sealed_as: ClassVar[str] = "places"
    needs: ClassVar[tuple[str, ...]] = ("level",)

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[PlacesReport, ...]
    urgent: tuple[str, ...]
    parts: tuple[str, ...]
    width: float | None
    people: float | None
    unseen: tuple[str, ...]
    asked: bool
    outlines: tuple[Line, ...]
    provenance: Provenance
    gates: tuple[GateReport, ...] = ()

    def faults(self) -> Iterator[Fault]:
        """There is a metric that leads, a system, and places; each part has all metrics."""
        if not self.headline or not self.systems or not self.parts:
            yield "headline", "must name a metric, and there must be a system and places"
        for at, system in enumerate(self.systems):
            gaps = {(gap.column, gap.metric) for gap in system.gaps}
            parts = {part.columns[0] for part in system.slices} - set(self.parts[:1])
            known = {each.metric for each in system.measures}
            if any((part, name) not in gaps for part in parts for name in self.headline) or set(self.headline) - known:
                yield f"systems[{at}]", f"must have {list(self.headline)} in all items and as gaps"
            for part in system.slices:
                wanted = {*self.headline, "error_ratio"}
                if not wanted <= {each.metric for each in part.measures}:
                    yield f"systems[{at}]", f"must have {sorted(wanted)} in {part.name}"
