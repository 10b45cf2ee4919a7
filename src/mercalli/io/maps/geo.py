"""The libraries of maps, imported when a map is opened, and what they know of coordinate systems."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from math import atan2, degrees, isfinite
from typing import Any

import numpy as np

from mercalli.errors import ExtraError, MapError
from mercalli.inputs.arrays import LARGEST_NUMBER, Floats
from mercalli.inputs.grid import area_at

HALF_ROUND = 180.0  # degrees
POLE, ROUND = 90.0001, 360.0001  # degrees, with room for rounding
NORTHWARD = 1e-4  # degrees by which one steps to see where north is
TRUE_TO = 0.01  # what is drawn this well is left as it is: UTM and its kin
MOST_ROWS, COLUMNS = 129, 5  # that are looked at


def library(name: str) -> Any:  # noqa: ANN401 - a module without types
    """A library of the extra `geo`; an error tells how to install it."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise ExtraError.missing(name.partition(".")[0], "geo") from None


@cache
def _crs(text: str) -> Any:  # noqa: ANN401 - pyproj's
    return library("pyproj").CRS.from_user_input(text)


def same_crs(first: str | None, second: str | None) -> bool:
    """Whether two coordinate reference systems, as WKT or authority code, mean the same ground."""
    if first is None or second is None:
        return first == second
    return first == second or bool(_crs(first).equals(_crs(second), ignore_axis_order=True))


def crs_name(crs: str | None) -> str:
    """What a coordinate reference system is called.

    >>> crs_name(None)
    'none'
    """
    if crs is None:
        return "none"
    authority = _crs(crs).to_authority()
    return str(_crs(crs).name) if authority is None else ":".join(authority)


@cache
def _on_the_globe(crs: str) -> bool:
    pyproj = library("pyproj")
    try:
        pyproj.Transformer.from_crs(_crs(crs), "EPSG:4326", always_xy=True)
    except pyproj.exceptions.ProjError:
        return False
    return True


def check_within(name: str, crs: str | None, places: Sequence[float]) -> None:
    """Refuse coordinates that nothing can be computed from: by their system, or by their size."""
    if crs is not None and not _on_the_globe(crs):
        raise MapError.named(
            name,
            "has a coordinate reference system from which no longitudes and latitudes can be computed. "
            "Give it one that it can be found on the Earth by, such as EPSG:4326.",
        )
    if any(abs(each) > LARGEST_NUMBER for each in places):
        raise MapError.misplaced(name, crs_name(crs))


def metres_in(crs: str | None) -> float | None:
    """How many metres a unit of x and y is; None for degrees."""
    if crs is None or _crs(crs).is_geographic:
        return None
    return float(_crs(crs).axis_info[0].unit_conversion_factor)


def unit_of(crs: str) -> str:
    """What x and y are measured in."""
    return str(_crs(crs).axis_info[0].unit_name)


def on_earth(crs: str, bounds: Sequence[float]) -> bool:
    """Whether left, bottom, right and top can be coordinates of a coordinate system."""
    left, bottom, right, top = bounds
    far = _crs(crs).is_geographic and (max(-bottom, top) > POLE or max(-left, right) > ROUND)
    return all(map(isfinite, bounds)) and not far


def wkt_of(text: str) -> str:
    """A coordinate reference system as WKT, from an authority code or a WKT."""
    return str(_crs(text).to_wkt())


def is_crs(text: str) -> bool:
    """Whether a text names a coordinate reference system."""
    try:
        _crs(text)
    except library("pyproj").exceptions.CRSError:
        return False
    return True


def equal_area(crs: str) -> bool:
    """Whether areas in a projection are those on the ground."""
    system = _crs(crs)
    method = system.coordinate_operation.method_name if system.is_projected and system.coordinate_operation else ""
    return "Equal Area" in method


def local_equal_area(frame: Any) -> str:  # noqa: ANN401 - geopandas'
    """An equal-area projection around the middle of some shapes, as WKT; about the equator where there are none."""
    shapes = frame.geometry.to_crs("EPSG:4326")
    left, bottom, right, top = (float(each) for each in shapes.total_bounds)
    if right - left > HALF_ROUND:  # on both sides of the 180th meridian
        ends = shapes.bounds[["minx", "maxx"]].dropna().to_numpy()
        east = ends + 2 * HALF_ROUND * (ends < 0)  # western longitudes are counted on from 180 degrees
        left, right = float(east.min()), float(east.max())
    known = all(map(isfinite, (left, bottom, right, top)))
    latitude, longitude = ((bottom + top) / 2, (left + right) / 2) if known else (0.0, 0.0)
    return wkt_of(f"+proj=laea +lat_0={latitude:.4f} +lon_0={longitude:.4f} +datum=WGS84 +units=m +no_defs")


def north_of(crs: str | None, x: float, y: float) -> float:
    """Degrees, clockwise from the direction of y, in which north is at a place; 0 where nothing is known."""
    if crs is None or _crs(crs).is_geographic:
        return 0.0
    to_degrees = library("pyproj").Transformer.from_crs(crs, "EPSG:4326", always_xy=True)
    longitude, latitude = to_degrees.transform(x, y)
    if not isfinite(latitude) or abs(latitude) > POLE - 1:
        return 0.0
    there = to_degrees.transform(longitude, latitude + NORTHWARD, direction="INVERSE")
    return degrees(atan2(there[0] - x, there[1] - y))


def stretch_of(crs: str | None, transform: Sequence[float] | None, shape: tuple[int, int]) -> tuple[float, ...] | None:
    """For each row, drawn area over area on the ground, as a mean of a few columns; None where all is near 1."""
    metres = metres_in(crs)
    if crs is None or transform is None or metres is None or not all(shape):
        return None
    a, b, _, d, e, _ = transform
    rows = np.unique(np.linspace(0, shape[0] - 1, min(MOST_ROWS, shape[0])).round())
    with np.errstate(all="ignore"):  # cells that are nowhere, or too small to have an area, have no stretch
        drawn = abs(a * e - b * d) * metres**2 / _on_the_ground(crs, transform, rows, shape[1])
    if not np.isfinite(drawn).all() or np.abs(drawn - 1).max() <= TRUE_TO:
        return None
    return tuple(np.interp(np.arange(shape[0]), rows, drawn).tolist())


def _on_the_ground(crs: str, transform: Sequence[float], rows: Floats, columns: int) -> Floats:
    """Square metres of a cell of some rows on the ellipsoid, from where the ends of its middle lines lie."""
    a, b, c, d, e, f = transform
    across, down = np.meshgrid(np.linspace(0, columns - 1, COLUMNS) + 0.5, rows + 0.5)
    steps = np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]])
    column, row = (at[..., None] + steps[:, axis] for axis, at in enumerate((across, down)))
    to_degrees = library("pyproj").Transformer.from_crs(crs, "EPSG:4326", always_xy=True)
    x, y = (np.deg2rad(each) for each in to_degrees.transform(a * column + b * row + c, d * column + e * row + f))
    area = np.abs(_step(x, 0) * _step(y, 2) - _step(x, 2) * _step(y, 0))
    ground: Floats = (area * area_at(y.mean(axis=-1))).mean(axis=1)
    return ground


def _step(angles: Floats, at: int) -> Floats:
    return angles[..., at + 1] - angles[..., at]
