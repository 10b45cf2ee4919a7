"""Two shapes in an equal-area projection: what they share, and how far their edges are apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.inputs.grid import SQUARE_METRES
from mercalli.io.geo import library
from mercalli.metrics.ratio import ratio
from mercalli.results.perimeters import Outline, Quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Floats

POINTS = 20_000
FINEST_M = 1.0
NO_WAY_M = 1e-3
EMPTY = "neither perimeter has any area"
ONE_EMPTY = "one of the perimeters has no area"
NOT_OBSERVED = "nothing burned in the observation"
DRAWN = 600  # steps across a drawing


def overlap(observed: Any, model: Any) -> Iterator[Quantity]:  # noqa: ANN401 - shapely's
    """Areas and what follows from them."""
    shared, one, two = observed.intersection(model).area, observed.area, model.area
    union = one + two - shared
    yield _quantity("jaccard", "Jaccard index (IoU)", ratio(shared, union), "", EMPTY)
    yield _quantity("dice", "Sorensen-Dice index", ratio(2 * shared, one + two), "", EMPTY)
    for name, label, area in (
        ("observed_ha", "area observed", one),
        ("modelled_ha", "area modelled", two),
        ("over_ha", "modelled, not observed", two - shared),
        ("under_ha", "observed, not modelled", one - shared),
    ):
        yield Quantity(name, label, round(max(area, 0.0) / SQUARE_METRES, 6), "ha")
    yield _quantity("area_bias", "area modelled / observed", ratio(two, one), "", NOT_OBSERVED)


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


def _quantity(name: str, label: str, value: Floats, unit: str, why: str) -> Quantity:
    known = bool(np.isfinite(value))
    return Quantity(name, label, float(np.clip(value, 0, None)) if known else None, unit, None if known else why)


def _edges(one: Any, two: Any) -> tuple[float, float, float]:  # noqa: ANN401 - shapely's
    """The largest distance, the larger 95th percentile and the mean of both directions."""
    spacing = max(FINEST_M, max(one.length, two.length) / POINTS)
    first, second = (_points(line, spacing) for line in (one, two))
    there, back = _to(first, second), _to(second, first)
    high = max(float(np.quantile(each, 0.95)) for each in (there, back))
    return float(max(there.max(), back.max())), high, float((there.mean() + back.mean()) / 2)


def _points(line: Any, spacing: float) -> Floats:  # noqa: ANN401 - shapely's
    """Points at even steps along a line, its corners too."""
    shapely = library("shapely")
    found: Floats = shapely.get_coordinates(shapely.segmentize(line, spacing))
    return found


def _to(first: Floats, second: Floats) -> Floats:
    """From every point of the first the distance to the nearest of the second."""
    from scipy.spatial import KDTree  # noqa: PLC0415 - slow to import

    found: Floats = KDTree(second).query(first)[0]
    return found


def _offset(one: Any, two: Any, crs: str) -> tuple[float, float | None]:  # noqa: ANN401 - shapely's
    """Metres on the ground between two middles, and the direction to the second, clockwise from true north."""
    pyproj = library("pyproj")
    to_degrees = pyproj.Transformer.from_crs(crs, "EPSG:4326", always_xy=True)
    longitude, latitude = to_degrees.transform([one.x, two.x], [one.y, two.y])
    places = (longitude[0], latitude[0], longitude[1], latitude[1])
    bearing, _, apart = pyproj.Geod(ellps="WGS84").inv(*places)
    return float(apart), float(bearing) % 360 if apart > NO_WAY_M else None


def outline(shape: Any, middle: tuple[float, float], size: float) -> Outline:  # noqa: ANN401 - shapely's
    """Rings to draw, as fine as a picture shows them."""
    shapely = library("shapely")
    simple = shape.simplify(size / DRAWN, preserve_topology=False)
    rings = shapely.get_rings(shapely.get_parts(simple)) if not simple.is_empty else []
    return tuple(tuple(np.round(shapely.get_coordinates(ring) - middle, 1).ravel().tolist()) for ring in rings)
