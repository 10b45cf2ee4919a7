"""Two shapes in an equal-area projection: what they share, and how far their edges are apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.inputs.grid import SQUARE_METRES, to_east_north
from mercalli.io.maps.geo import library
from mercalli.metrics.maps.area_overlap import area_overlap
from mercalli.tasks.wildfire.result import Quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Floats
    from mercalli.tasks.wildfire.perimeter.result import Outline

POINTS = 20_000
FINEST_M = 1.0
NO_WAY_M = 1e-3
EMPTY = "neither perimeter has any area"
ONE_EMPTY = "one of the perimeters has no area"
NOT_OBSERVED = "nothing burned in the observation"
NO_GROWTH = "neither perimeter grew"
INDICES = {
    "jaccard": "Jaccard index (IoU)",
    "dice": "Sorensen-Dice index",
    "area_bias": "area modelled / observed",
}
DRAWN = 600  # steps across a drawing
THINNEST_M = 1.0  # growth less wide than this is the work of rounding and of projecting edges
LEAST = 1e-6  # of the fire; growth below this is none


def grown(shape: Any, before: Any) -> Any:  # noqa: ANN401 - shapely's
    """What a shape covers beyond another, without what is too thin to be growth, by itself or along other growth."""
    beyond = shape.difference(before)
    thinned = beyond.buffer(-THINNEST_M / 2, join_style="mitre")
    wide = thinned.buffer(THINNEST_M / 2, join_style="mitre").intersection(beyond)
    return wide if wide.area > LEAST * before.area else library("shapely").Polygon()


def overlap(observed: Any, model: Any, empty: str = EMPTY) -> Iterator[Quantity]:  # noqa: ANN401 - shapely's
    """Areas and what follows from them; `empty` is said where there are none."""
    shared, one, two = observed.intersection(model).area, observed.area, model.area
    jaccard, dice, bias = map(_quantity, INDICES, area_overlap([one, two, shared]), (empty, empty, NOT_OBSERVED))
    yield from (jaccard, dice)
    for name, label, area in (
        ("observed_ha", "area observed", one),
        ("modelled_ha", "area modelled", two),
        ("over_ha", "modelled, not observed", two - shared),
        ("under_ha", "observed, not modelled", one - shared),
    ):
        yield Quantity(name, label, round(max(area, 0.0) / SQUARE_METRES, 6), "ha")
    yield bias


def distances(observed: Any, model: Any, crs: str) -> Iterator[Quantity]:  # noqa: ANN401 - shapely's
    """How far the edges are apart, and the middles."""
    empty = observed.is_empty or model.is_empty
    far, high, mean = (None, None, None) if empty else _edges(observed.boundary, model.boundary)
    why = ONE_EMPTY if empty else None
    yield Quantity("hausdorff_m", "Hausdorff distance", far, "m", why)
    yield Quantity("boundary_p95_m", "95% of the boundary within", high, "m", why)
    yield Quantity("boundary_mean_m", "mean boundary distance", mean, "m", why)
    offset, bearing = (None, None) if empty else _offset(observed.centroid, model.centroid, crs)
    yield Quantity("centroid_offset_m", "middle moved by", offset, "m", why)
    unmoved = None if bearing is not None else why or "the middles are in the same place"
    yield Quantity("centroid_bearing", "towards", bearing, "degrees", unmoved)


def _quantity(name: str, value: Floats, why: str) -> Quantity:
    known = bool(np.isfinite(value))
    return Quantity(name, INDICES[name], max(float(value), 0.0) if known else None, "", None if known else why)


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
