"""Places: one or more systems by region, or by cells of a map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from mercalli.engines.open import source_of
from mercalli.errors import SettingError
from mercalli.estimates.groups import Settled
from mercalli.estimates.judged import AllJudged, Judged
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.classes import ClassList
from mercalli.inputs.digest import digest
from mercalli.inputs.labels import MISSING_SLICE, Policy
from mercalli.metrics.catalogue import catalogue
from mercalli.plan.roles import roles_with
from mercalli.plan.same_names import same_groups
from mercalli.plan.urgent import urgent_classes
from mercalli.profiles.profile import Profile
from mercalli.results.gates import Gate, checked_gates, gate_reports
from mercalli.results.measure import Provenance
from mercalli.tasks.labels.plan import Plan, plan
from mercalli.tasks.places.data import People, Placed, PlaceRoles
from mercalli.tasks.places.estimate import OWN, PERSON, OneSystem
from mercalli.tasks.places.notes import system_notes
from mercalli.tasks.places.outlines import outline_lines
from mercalli.tasks.places.result import Line, Places, PlacesReport
from mercalli.tasks.places.where import hot_spot

MOST_DRAWS = 100_000


def places(
    data: object = None,
    *,
    truth: object,
    pred: object,
    lat: object = None,
    lon: object = None,
    region: object = None,
    cell: str = "25km",
    people: object = None,
    around: Sequence[float] | str | None = None,
    rings: Sequence[float] | str | None = None,
    where: bool = False,
    draws: int = 999,
    urgent: Sequence[str] | str | None = None,
    same: Mapping[str, str] | Sequence[str] | str | None = None,
    outline: object = None,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    unit: object = None,
    metrics: Sequence[str] | str | None = None,
    gates: Sequence[str] = (),
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    invalid: Literal["error", "wrong"] = "error",
    missing: Literal["error", "wrong", "drop"] = "error",
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> Places:
    """Compare places: where is a system worse than its classes explain, and for whom?

    Args:
        data: A data frame, the path of files, a dict of arrays, or nothing if the roles are arrays themselves.
        truth: The column of true classes.
        pred: The column of predictions; several columns, or a dict name -> column, for several systems.
        lat: The column of latitudes in degrees; places are then cells of a map ...
        lon: ... and that of longitudes, from -180 to 180 or from 0 to 360.
        region: The column of regions, instead of both.
        cell: How wide cells are, as in "25km".
        people: A table with the columns region and people, and perhaps need, a number that is higher where people are
            needier; it may name regions that no item comes from.
        around: A point, latitude and longitude, as in "34.07,-118.54".
        rings: Distances from it in km, as in "2,5,10", for values by distance.
        where: Whether to look for the circle where errors are most above what is expected.
        draws: How often chance is tried for that.
        urgent: Classes that must not be missed; by default the critical ones of the profile, or its top level.
        same: Names that mean the same region, as in {"Philipinnes": "Phillipines"} or "Philipinnes=Phillipines".
        outline: A file of shapes (or a geopandas frame) whose outlines are drawn on the map; needs the extra "geo".
        profile: A built-in profile ("humaid"), or the path of a .toml file.
        classes: The declared classes in order, or a dict value in the data -> class name.
        unit: What errors come in, such as incidents or events: what is resampled, and what chance works on.
        metrics: Metrics wanted; those of the profile by default. Urgent recall and precision come with urgent classes.
        gates: Conditions to be met, as in "slice:country.error_ratio<=1.5" or "gap:need.accuracy<=0.1".
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        invalid: "wrong" counts predictions outside the declared classes as wrong; by default they are an error.
        missing: "wrong" counts rows without a prediction as wrong; "drop" leaves out rows without truth or prediction.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Every place with observed over expected errors, values per person, where each place counts the same, and the
        circle where it is worst.

    >>> rows = {"is": ["help"] * 40, "said": ["help"] * 26 + ["other"] * 14, "at": ["north"] * 20 + ["south"] * 20}
    >>> found = places(rows, truth="is", pred="said", region="at", metrics="accuracy", classes=["help", "other"])
    >>> print(found["said"].parts("at")[1].measure("error_ratio").value)
    2.0000
    """
    asked = checked_gates(gates)
    settings = Settings(level, replicates, "auto", seed)
    if isinstance(draws, bool) or not 1 <= draws <= MOST_DRAWS:
        raise SettingError.outside("draws", draws, f"a whole number from 1 to {MOST_DRAWS:,}")
    renamed = same_groups(same)
    spots = {"lat": lat, "lon": lon, "region": region}
    roles, columns = roles_with(data, spots, truth=truth, pred=pred, unit=unit, encoding=encoding)
    place_roles = PlaceRoles.check(columns, cell, around, rings)
    if people is not None and place_roles.region is None:
        raise SettingError.named("people", "are known by region. Name the column of regions too.")
    if outline is not None and place_roles.region is not None:
        raise SettingError.named("outline", "is for a map of cells. Name latitude and longitude instead of a region.")
    placed = Placed.of(roles.source, place_roles, renamed)
    planned = plan(
        replace(roles, source=placed.source, by=placed.parts),
        profile,
        classes=classes,
        metrics=metrics,
        extra=[gate.metric for gate in asked if not _is_own(gate)],
        settings=settings,
        policy=Policy(invalid, missing),
        progress=progress,
    )
    crowd = None if people is None else source_of(people, encoding)
    inquiry = Inquiry(planned, placed, Settled(settings), urgent, renamed, draws if where else 0)
    lived = None if crowd is None else People.read(crowd, inquiry.regions(), renamed)
    judged = AllJudged([inquiry.report(name, lived, progress) for name in roles.systems])
    systems = judged.reports
    shown = {each.metric for report in systems for part in report.slices for each in part.measures} & OWN
    more = [catalogue()[name] for name in (*sorted(shown), *([PERSON] if lived else []))]
    seen = {part.values[0] for report in systems for part in report.slices}
    return Places(
        headline=judged.headline(planned.headline),
        metrics=judged.cards(planned.profile, asked, more),
        systems=systems,
        urgent=judged.urgent,
        parts=tuple(dict.fromkeys(part.columns[0] for part in systems[0].slices)),
        width=place_roles.width,
        people=None if lived is None else sum(lived.people.values()),
        unseen=() if lived is None else tuple(name for name, many in lived.people.items() if many and name not in seen),
        asked=where,
        outlines=_outlines(outline, systems),
        provenance=inquiry.provenance(None if crowd is None else crowd.origin),
        gates=gate_reports(asked, systems),
    )


def _is_own(gate: Gate) -> bool:
    """Whether a gate looks at what only this task computes."""
    return gate.metric in OWN or gate.metric.startswith(("urgent_", f"{PERSON}("))


def _outlines(outline: object, systems: Sequence[PlacesReport]) -> tuple[Line, ...]:
    if outline is None:
        return ()
    points = [(part.lat, part.lon) for part in systems[0].slices if part.lat is not None and part.lon is not None]
    return outline_lines(outline, points)


@dataclass(frozen=True)
class Inquiry:
    """What is asked about every system."""

    plan: Plan
    placed: Placed
    settled: Settled
    urgent: Sequence[str] | str | None
    same: Mapping[str, str]
    draws: int

    def regions(self) -> list[str]:
        """All regions with items."""
        values = self.placed.source.tally([self.placed.place], None).columns[self.placed.place].values
        return [str(value) for value in values if value != MISSING_SLICE]

    def report(self, name: str, people: People | None, progress: Progress) -> Judged[PlacesReport]:
        """One system."""
        column = self.plan.table.systems[name]
        progress(f"counting {name}", 0, 1)
        labels = self.plan.labels([column])
        urgent = urgent_classes(self.urgent, labels.classes, self.plan.profile)
        metrics = self.plan.urgent_first(labels, urgent)
        system = OneSystem(name, column, labels, self.placed, metrics, urgent, self.plan, self.settled, people)
        slices = tuple(system.slices())
        persons = tuple(system.persons([part for part in slices if part.columns == (self.placed.place,)]))
        progress(f"looking where {name} is worse", 0, 1)
        report = PlacesReport(
            name=name,
            n=int(labels.rows.sum()),
            dropped=labels.dropped,
            measures=(*system.overall, *(person.measure for person in persons)),
            slices=slices,
            gaps=tuple(each.gap(metric) for each in system.grouped for metric in metrics),
            persons=persons,
            alike=tuple(system.alike()),
            hot=hot_spot(system, self.draws) if self.draws else None,
            notes=tuple(system_notes(system, slices, searched=bool(self.draws))),
            digest=digest(labels),
        )
        return Judged(report, metrics, urgent)

    def provenance(self, people: str | None) -> Provenance:
        """How the result comes about, with the settings of this task."""
        found, roles = self.plan.provenance(), self.placed.roles
        own = {
            "cell": None if roles.region else roles.cell,
            "around": roles.around,
            "rings": ", ".join(roles.rings) or None,
            "people": people,
            "draws": self.draws or None,
            "same": ", ".join(f"{name}={other}" for name, other in self.same.items()) or None,
        }
        parts = {"region": roles.region, "lat": roles.lat, "lon": roles.lon}
        settled = {name: value for name, value in own.items() if value is not None}
        return replace(found, settings={**found.settings, **settled}, roles={**found.roles, **parts})
