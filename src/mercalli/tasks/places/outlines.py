"""Outlines for the map, from a file of the user: nothing comes from the net."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mercalli.io.maps.geo import library
from mercalli.io.maps.shapes import check_place, features_of
from mercalli.tasks.places.errors import PlaceError
from mercalli.tasks.places.result import Line

EARTH = "EPSG:4326"
MARGIN, DETAIL = 0.1, 400  # of the extent of the places: room around them, and steps that can be seen
DIGITS = 5


def outline_lines(outline: object, points: Sequence[tuple[float, float]]) -> tuple[Line, ...]:
    """Lines of longitudes and latitudes around places, simplified to what can be seen."""
    features = features_of(outline)
    shapely = library("shapely")
    check_place(features)
    shapes = features.frame.geometry.to_crs(EARTH)
    lat, lon = ([point[at] for point in points] for at in (0, 1))
    room = max(max(lat) - min(lat), max(lon) - min(lon), 0.1)
    box = shapely.box(
        min(lon) - MARGIN * room, min(lat) - MARGIN * room, max(lon) + MARGIN * room, max(lat) + MARGIN * room
    )
    valid = shapely.make_valid(shapes.array.to_numpy())
    areas = [shape for shape in valid if shape is not None and shape.area > 0]
    inside = [shapely.contains_xy(shape, lon, lat).any() for shape in areas]
    if areas and not any(inside):
        raise PlaceError.sea(features.name)
    kept = [shapely.intersection(shapely.boundary(shape) if shape.area > 0 else shape, box) for shape in valid]
    return tuple(_lines(shapely, [shapely.simplify(shape, room / DETAIL) for shape in kept]))


def _lines(shapely: Any, shapes: Sequence[Any]) -> Iterator[Line]:  # noqa: ANN401 - shapely's
    for shape in shapes:
        for part in shapely.get_parts(shapely.line_merge(shape)):
            if part.geom_type == "LineString" and not part.is_empty:
                yield tuple(
                    (round(lon, DIGITS), round(lat, DIGITS)) for lon, lat in shapely.get_coordinates(part).tolist()
                )
