"""Two perimeters: what they share, how far their edges are apart, and the growth over all steps with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.inputs.grid import SQUARE_METRES, to_east_north
from mercalli.io.maps.geo import library
from mercalli.metrics.maps.area_overlap import OVERLAP_RANGES, area_overlap
from mercalli.results.limits import FEW_UNITS
from mercalli.tasks.wildfire.compare import Compared, Number, comparison
from mercalli.tasks.wildfire.estimate import Ends, over_units
from mercalli.tasks.wildfire.result import FireComparison, Outline, PerimeterStep, Quantity
from mercalli.uncertainty.few_units import FEWEST_UNITS

POINTS = 20_000
FINEST_M = 1.0
NO_WAY_M = 1e-3
DRAWN = 600  # steps across a drawing
THINNEST_M = 1.0  # growth less wide than this is the work of rounding and of projecting edges
LEAST = 1e-6  # of the fire; growth below this is none
EMPTY = "neither perimeter has any area"
GROWTH_JACCARD = "jaccard of the growth"
NO_GROWTH = "neither perimeter grew"
# Labels of the indices of two areas.
INDICES = {"jaccard": "Jaccard index (IoU)", "dice": "Sorensen-Dice index", "area_bias": "area modelled / observed"}


def grown(shape: Any, before: Any) -> Any:  # noqa: ANN401 - shapely's
    """What a shape covers beyond another, without what is too thin to be growth, by itself or along other growth."""
    beyond = shape.difference(before)
    thinned = beyond.buffer(-THINNEST_M / 2, join_style="mitre")
    wide = thinned.buffer(THINNEST_M / 2, join_style="mitre").intersection(beyond)
    return wide if wide.area > LEAST * before.area else library("shapely").Polygon()


def overlap(observed: Any, model: Any, empty: str = EMPTY) -> Iterator[Quantity]:  # noqa: ANN401 - shapely's
    """Areas and what follows from them; `empty` is said where there are none."""
    shared, one, two = observed.intersection(model).area, observed.area, model.area
    values = map(finite, area_overlap([one, two, shared]).tolist())
    jaccard, dice, bias = _indices((Ends(None if value is None else max(value, 0.0)) for value in values), empty)
    yield from (jaccard, dice)
    for name, label, area in (
        ("observed_ha", "area observed", one),
        ("modelled_ha", "area modelled", two),
        ("over_ha", "modelled, not observed", two - shared),
        ("under_ha", "observed, not modelled", one - shared),
    ):
        yield Quantity(name, label, round(max(area, 0.0) / SQUARE_METRES, 6), "ha")
    yield bias


def unchanged(observed: Any, before: Any) -> float | None:  # noqa: ANN401 - shapely's
    """The Jaccard index of the perimeter before, taken for that of now."""
    return None if before is None else next(overlap(observed, before)).value


def distances(observed: Any, model: Any, crs: str) -> Iterator[Quantity]:  # noqa: ANN401 - shapely's
    """How far the edges are apart, and the middles."""
    empty = observed.is_empty or model.is_empty
    far, high, mean = (None, None, None) if empty else _edges(observed.boundary, model.boundary)
    why = "one of the perimeters has no area" if empty else None
    yield Quantity("hausdorff_m", "Hausdorff distance", far, "m", why)
    yield Quantity("boundary_p95_m", "95% of the boundary within", high, "m", why)
    yield Quantity("boundary_mean_m", "mean boundary distance", mean, "m", why)
    offset, bearing = (None, None) if empty else _offset(observed.centroid, model.centroid, crs)
    yield Quantity("centroid_offset_m", "middle moved by", offset, "m", why)
    unmoved = None if bearing is not None else why or "the middles are in the same place"
    yield Quantity("centroid_bearing", "towards", bearing, "degrees", unmoved)


def _indices(values: Iterable[Ends], empty: str) -> tuple[Quantity, ...]:
    """Jaccard, Dice and bias of two areas; `empty` says why there are none where both are empty."""
    why = (empty, empty, "nothing burned in the observation")
    return tuple(
        each.quantity(*index, why=lack) for index, each, lack in zip(INDICES.items(), values, why, strict=True)
    )


def _edges(one: Any, two: Any) -> tuple[float, float, float]:  # noqa: ANN401 - shapely's
    """The largest distance, the larger 95th percentile and the mean of both directions."""
    spacing = max(FINEST_M, max(one.length, two.length) / POINTS)
    there, back = _to(_points(one, spacing), two), _to(_points(two, spacing), one)
    corners = _to(_pieces(one)[0], two), _to(_pieces(two)[0], one)
    high = max(float(np.quantile(each, 0.95)) for each in (there, back))
    far = max(float(each.max()) for each in (there, back, *corners))
    return far, high, float((there.mean() + back.mean()) / 2)


def _points(line: Any, spacing: float) -> Floats:  # noqa: ANN401 - shapely's
    """Points at even steps along a line: each stands for as much of it, wherever its corners are."""
    starts, ends = _pieces(line)
    sizes = np.hypot(*(ends - starts).T)
    until = np.cumsum(sizes)
    n = int(np.ceil(until[-1] / spacing))
    along = (np.arange(n) + 0.5) * until[-1] / n
    at = np.searchsorted(until, along)
    share = (along - until[at] + sizes[at]) / sizes[at]
    points: Floats = starts[at] + share[:, None] * (ends - starts)[at]
    return points


def _pieces(line: Any) -> tuple[Floats, Floats]:  # noqa: ANN401 - shapely's
    """Where each straight piece of a line starts and ends."""
    shapely = library("shapely")
    places, ring = shapely.get_coordinates(shapely.get_parts(line), return_index=True)
    joined = (ring[1:] == ring[:-1]) & (places[1:] != places[:-1]).any(axis=1)
    return places[:-1][joined], places[1:][joined]


def _to(points: Floats, line: Any) -> Floats:  # noqa: ANN401 - shapely's
    """From every point the distance to a line."""
    shapely = library("shapely")
    pieces = shapely.STRtree(shapely.linestrings(np.stack(_pieces(line), axis=1)))
    distances: Floats = pieces.query_nearest(shapely.points(points), return_distance=True, all_matches=False)[1]
    return distances


def _offset(one: Any, two: Any, crs: str) -> tuple[float, float | None]:  # noqa: ANN401 - shapely's
    """Metres on the ground between two middles, and the direction to the second, clockwise from true north."""
    pyproj = library("pyproj")
    to_degrees = pyproj.Transformer.from_crs(crs, "EPSG:4326", always_xy=True)
    longitude, latitude = to_degrees.transform([one.x, two.x], [one.y, two.y])
    places = (longitude[0], latitude[0], longitude[1], latitude[1])
    bearing, _, apart = pyproj.Geod(ellps="WGS84").inv(*places)
    return float(apart), float(bearing) % 360 if apart > NO_WAY_M else None


def outline(shape: Any, middle: tuple[float, float], size: float, north: float) -> Outline:  # noqa: ANN401 - shapely's
    """Rings to draw, as fine as a picture shows them, north up; `north` is so many degrees clockwise from y."""
    shapely = library("shapely")
    simple = shape.simplify(size / DRAWN, preserve_topology=False)
    rings = shapely.get_rings(shapely.get_parts(simple)) if not simple.is_empty else []
    turned = ((shapely.get_coordinates(ring) - middle) @ to_east_north(north) for ring in rings)
    return tuple(tuple(np.round(ring, 1).ravel().tolist()) for ring in turned)


def growth_over_steps(steps: Sequence[PerimeterStep], settings: Settings) -> tuple[Quantity, ...]:
    """Areas of the growth of all steps added up, and what follows from them; nothing where only one step has growth."""
    areas = _areas(steps)
    if len(areas) < 2:  # noqa: PLR2004 - one step can be drawn in one way only
        return ()
    return _indices(over_units(areas, area_overlap, settings, "growth", OVERLAP_RANGES), NO_GROWTH)


def compared_growth(reports: Mapping[str, Sequence[PerimeterStep]], settings: Settings) -> FireComparison | None:
    """Models against each other by the growth of all steps; nothing where only one step has growth."""
    units = {name: _areas(steps) for name, steps in reports.items()}
    size = len(next(iter(units.values())))
    if size < 2:  # noqa: PLR2004 - as above
        return None
    names = (Number(GROWTH_JACCARD, 1), Number("dice of the growth", 1), Number("area_bias of the growth", 0))
    return comparison(units, Compared(names, area_overlap, unit="step"), settings, size)


def _areas(steps: Sequence[PerimeterStep]) -> Floats:
    """Observed, modelled and shared hectares of the growth of each step: (steps, 3)."""
    growths = [{each.name: each.value or 0.0 for each in step.growth} for step in steps if step.growth]
    rows = [(each["observed_ha"], each["modelled_ha"], each["modelled_ha"] - each["over_ha"]) for each in growths]
    return np.array(rows, np.float64).reshape(-1, 3)


def interval_notes(steps: Sequence[PerimeterStep], settings: Settings) -> Iterator[str]:
    """What the intervals rest on, or why there are none."""
    n = sum(bool(step.growth) for step in steps)
    if not settings.replicates:
        return
    if n < 2:  # noqa: PLR2004 - as above
        yield "There are no intervals: one pair of outlines, or of growths, has no parts to resample."
        return
    if n < FEWEST_UNITS:
        yield f"Only {n} steps with growth: too few to show how steps vary, so there is no interval."
        return
    few = (
        f" There are only {n} steps: this applies to other steps only if they are like these." if n < FEW_UNITS else ""
    )
    yield (
        f"Intervals are for the growth over all steps; whole steps are resampled or left out. A whole perimeter has no "
        f"interval, because it contains that of the step before.{few}"
    )
