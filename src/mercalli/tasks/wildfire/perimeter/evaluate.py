"""Perimeters: how well a model's outline of a fire lies on the observed one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from typing import Any

from mercalli.errors import SettingError
from mercalli.estimates.settings import Settings
from mercalli.estimates.whole_numbers import codes_text
from mercalli.io.maps.geo import equal_area, is_crs, library, local_equal_area, metres_in, north_of, unit_of
from mercalli.io.maps.shapes import Perimeter, check_place
from mercalli.plan.detect import detecting
from mercalli.plan.provenance import provenance
from mercalli.plan.systems import source_name, systems_of
from mercalli.results.measure import Provenance
from mercalli.tasks.wildfire.codes import codes_of
from mercalli.tasks.wildfire.errors import PerimeterError
from mercalli.tasks.wildfire.kpis import PERIMETER, kpis_of
from mercalli.tasks.wildfire.perimeter.data import BurnedAreas, CellCodes, burned_areas
from mercalli.tasks.wildfire.perimeter.estimate import (
    NO_GROWTH,
    compared_growth,
    distances,
    grown,
    growth_over_steps,
    interval_notes,
    outline,
    overlap,
    unchanged,
)
from mercalli.tasks.wildfire.result import PerimeterReport, Perimeters, PerimeterStep

LOCAL = "local equal-area"
BURNED, UNBURNED = (1,), (0,)


def fire_perimeter(
    observed: object,
    model: object,
    *,
    crs: str | None = None,
    time: str | None = None,
    before: object = None,
    burned: Sequence[int] | int | None = None,
    unburned: Sequence[int] | int | None = None,
    threshold: float | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
) -> Perimeters:
    """How well the fire perimeters of one or more models agree with the observed one.

    Args:
        observed: Polygons (GeoPackage, Shapefile, GeoJSON, KML, FlatGeobuf, GeoParquet, or a GeoDataFrame), or a map of
            cells (GeoTIFF, NetCDF, HDF5).
        model: The same; several, or a dict name -> source, for several models.
        crs: An equal-area projection to measure in, such as "EPSG:5070"; by default one centred on the fire.
        time: A column with the time of each polygon, in both files: one step for each, with the growth since the
            step before.
        before: The perimeter before the first step, to look at the growth from it: polygons or a map of cells too.
        burned: In a map of cells, the codes that mean burned; 1 if not given.
        unburned: In a map of cells, the codes that mean not burned, or not observed; 0 if not given, and none with a
            threshold.
        threshold: In a map of numbers, lowest value that counts as burned.
        level: Confidence level of the intervals.
        replicates: How many times to resample steps; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many steps would show it.

    Returns:
        For each model and step the overlap, areas in hectares, and distances between the edges; where several steps
        have grown, that growth as a whole with intervals over the steps.
    """
    check_equal_area(crs)
    settings = Settings(level, replicates, "percentile", seed)
    codes = _codes(burned, unburned, threshold)
    truth = burned_areas(observed, codes, time)
    if crs is None:  # then the middle of the observed shapes is that of the projection
        check_place(truth.features)
    where = crs or local_equal_area(truth.features.frame)
    start = None if before is None else burned_areas(before, codes, None).at("", where)
    plan = _PerimeterPlan(truth, where, time, start, codes, settings)
    reports = tuple(plan.report(name, source) for name, source in systems_of(model).items())
    origin = source_name(observed)
    compared = compared_growth({each.name: each.steps for each in reports}, settings)
    result = Perimeters(origin, reports, plan.provenance(origin, crs or LOCAL), compared)
    return detecting(result, detect)


def _codes(
    burned: Sequence[int] | int | None, unburned: Sequence[int] | int | None, threshold: float | None
) -> CellCodes:
    """What cells mean; codes that burned and a threshold contradict each other."""
    if threshold is not None and burned is not None:
        raise SettingError.either("burned", "threshold")
    if threshold is not None and not isfinite(threshold):
        raise SettingError.outside("threshold", threshold, "a finite number")
    yes, no = (BURNED, UNBURNED) if threshold is None else ((), ())
    return CellCodes(codes_of("burned", burned, yes, some=True), codes_of("unburned", unburned, no), threshold)


def check_equal_area(crs: str | None) -> None:
    """Refuse a projection in which areas are not those on the ground, in square metres."""
    if crs is None:
        return
    if not is_crs(crs):
        raise SettingError.outside("crs", crs, "a coordinate reference system, as in EPSG:5070")
    if not equal_area(crs):
        raise PerimeterError.not_equal_area(crs)
    if metres_in(crs) != 1:
        raise PerimeterError.not_metres(crs, unit_of(crs))


@dataclass(frozen=True)
class _PerimeterPlan:
    """What is wanted of every model."""

    truth: BurnedAreas
    crs: str
    time: str | None
    before: Perimeter | None
    codes: CellCodes
    settings: Settings

    def report(self, name: str, source: object) -> PerimeterReport:
        """Everything about one model."""
        model = burned_areas(source, self.codes, self.time)
        if self.time is not None and not set(self.truth.times) & set(model.times):
            raise PerimeterError.no_times(self.truth.name, model.name, self.truth.times, model.times)
        steps: list[PerimeterStep] = []
        notes: dict[str, None] = {}
        before = None if self.before is None else self.before.shape
        for at in self.truth.times:
            observed, modelled = (areas.at(at, self.crs) for areas in (self.truth, model))
            notes |= dict.fromkeys([*_notes(observed, "observed"), *_notes(modelled, "modelled")])
            steps.append(_step(at, (observed.shape, modelled.shape), before, self.crs))
            before = observed.shape
        every_note = (*notes, *_time_notes(self.truth.times, model.times), *interval_notes(steps, self.settings))
        growth = growth_over_steps(steps, self.settings)
        kpis = kpis_of(PERIMETER, {each.name: each.value for each in steps[-1].quantities})
        return PerimeterReport(name, tuple(steps), kpis, every_note, _digest(steps), growth)

    def provenance(self, origin: str, crs: str) -> Provenance:
        """How the result comes about."""
        return provenance(
            origin,
            {"observed": origin, "time": self.time, "before": None if self.before is None else self.before.name},
            {
                "crs": crs,
                "burned": codes_text(self.codes.burned) or None,
                "unburned": codes_text(self.codes.unburned) or None,
                "threshold": self.codes.threshold,
                **self.settings.sampling,
            },
        )


def _step(time: str, shapes: tuple[Any, Any], before: Any, crs: str) -> PerimeterStep:  # noqa: ANN401 - shapely's
    """The whole fire, and what grew since before."""
    observed, model = shapes
    everything = [each for each in (observed, model) if not each.is_empty]
    middle, size = _frame(everything)
    north = north_of(crs, *middle)
    growth = () if before is None else tuple(overlap(grown(observed, before), grown(model, before), NO_GROWTH))
    return PerimeterStep(
        time=time,
        quantities=(*overlap(observed, model), *distances(observed, model, crs)),
        growth=growth,
        observed=outline(observed, middle, size, north),
        model=outline(model, middle, size, north),
        unchanged=unchanged(observed, before),
    )


def _frame(shapes: Sequence[Any]) -> tuple[tuple[float, float], float]:
    """The middle of what is to be drawn, and how large it is."""
    if not shapes:
        return (0.0, 0.0), 1.0
    left, bottom, right, top = library("shapely").total_bounds(shapes).tolist()
    return (round((left + right) / 2), round((bottom + top) / 2)), max(right - left, top - bottom)


def _notes(perimeter: Perimeter, which: str) -> Iterator[str]:
    if perimeter.repaired:
        yield f"{perimeter.repaired:,} invalid polygons of the {which} perimeter were repaired."
    if perimeter.empty:
        yield f"{perimeter.empty:,} shapes of the {which} perimeter are empty and were left out."
    if perimeter.shape.is_empty:
        yield f"The {which} perimeter has no area."


def _time_notes(observed: Sequence[str], modelled: Sequence[str]) -> Iterator[str]:
    """Times of one side only."""
    lacking, alone = (
        [each for each in one if each not in other] for one, other in ((observed, modelled), (modelled, observed))
    )
    if lacking:
        yield f"The model has nothing at {', '.join(lacking)}: taken as an empty perimeter."
    if alone:
        yield f"Nothing was observed at {', '.join(alone)}: the model's perimeter then is ignored."


def _digest(steps: Sequence[PerimeterStep]) -> str:
    numbers = [(step.time, [(each.name, each.value) for each in (*step.quantities, *step.growth)]) for step in steps]
    return f"sha256:{sha256(repr(numbers).encode()).hexdigest()}"
