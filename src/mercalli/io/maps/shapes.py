"""Shapes from files and frames: polygons and points, perimeters dissolved into one, domains in which cells count."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, isnan
from pathlib import Path
from typing import Any

import numpy as np

from mercalli.errors import FileError, InputError, MapError
from mercalli.inputs.arrays import Bools
from mercalli.inputs.grid import Grid
from mercalli.io.maps.geo import check_within, crs_name, library, on_earth
from mercalli.io.paths import check_file
from mercalli.text.words import shown

VECTORS = (".gpkg", ".shp", ".geojson", ".json", ".kml", ".fgb", ".parquet", ".geoparquet")
PARQUET = (".parquet", ".geoparquet")
# What files of each kind begin with, or hold near their beginning: GDAL looks at the content alone, and a file of
# another kind, such as a virtual one, would open files and addresses.
BEGINNINGS = {
    ".gpkg": re.compile(rb"SQLite format 3\0"),
    ".shp": re.compile(rb"\0\0\x27\x0a"),
    ".geojson": re.compile(rb"(?:\xef\xbb\xbf)?\s*+\{"),
    ".json": re.compile(rb"(?:\xef\xbb\xbf)?\s*+\{"),
    ".kml": re.compile(rb"(?s:(?:\xef\xbb\xbf)?\s*+(?:<[?!][^>]*+>\s*+)*+<kml[\s>])"),
    ".fgb": re.compile(rb"fgb"),
}
HEAD_BYTES = 65_536


@dataclass(frozen=True)
class Features:
    """What a file of shapes holds: its name, a table with a column of geometries, and their coordinate system."""

    name: str
    frame: Any
    crs: str | None


def read_features(path: str) -> Features:
    """Shapes with their columns."""
    kind, name = Path(path).suffix.lower(), Path(path).name
    check_file(path, "a file of shapes, as in perimeter.geojson")
    if kind not in VECTORS:
        raise FileError.kind(name, VECTORS)
    geopandas = library("geopandas")
    _check_kind(path, kind)
    try:
        with warnings.catch_warnings(action="ignore", category=RuntimeWarning):  # rings that GDAL closes itself
            frame = (
                geopandas.read_parquet(path, partitioning=None)
                if kind in PARQUET
                else geopandas.read_file(path, engine="pyogrio")
            )
    except Exception as error:  # noqa: BLE001 - of GDAL, pyarrow and geopandas, of many kinds
        raise FileError.unreadable(name, "a file of shapes", f"{str(error).rstrip('.')}.") from None
    if not hasattr(frame, "crs") or not hasattr(frame, "geometry"):
        raise MapError.no_place(name, "a map of shapes")
    crs = None if frame.crs is None else frame.crs.to_wkt()
    check_within(name, crs, frame.geometry.total_bounds.tolist())
    return Features(name, frame, crs)


def _check_kind(path: str, kind: str) -> None:
    """Refuse a file that is not what its name says, before GDAL opens it."""
    with Path(path).open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if kind in BEGINNINGS and not BEGINNINGS[kind].match(head):
        raise FileError.unreadable(Path(path).name, "a file of shapes", f"it does not begin as {kind} files do.")


@dataclass(frozen=True)
class Perimeter:
    """One shape without overlaps, in the coordinate system that was asked for.

    Attributes:
        name: Where it is from.
        shape: The dissolved shape (shapely's); empty if there was none.
        repaired: How many were invalid and were repaired.
        empty: How many were empty or missing.
    """

    name: str
    shape: Any
    repaired: int
    empty: int


def features_of(source: object) -> Features:
    """The shapes of a file, or of a frame that geopandas made."""
    if isinstance(source, str | Path):
        return read_features(str(source))
    crs = getattr(source, "crs", None)
    if not hasattr(source, "geometry"):
        raise InputError.not_data(source)
    return Features("the frame", source, None if crs is None else crs.to_wkt())


def dissolved(features: Features, crs: str) -> Perimeter:
    """All polygons of a layer as one shape; what is neither polygon nor empty is refused."""
    shapely = library("shapely")
    check_place(features)
    every = np.asarray(features.frame.geometry.array, dtype=object)
    there = np.array([shape is not None and not shape.is_empty for shape in every], np.bool_)
    shapes = every[there]
    flat = [
        each.geom_type for each in shapes if each.geom_type not in ("Polygon", "MultiPolygon", "GeometryCollection")
    ]
    if flat:
        raise MapError.named(
            features.name, f"must hold polygons; it also holds {shown(dict.fromkeys(flat))}. Remove them."
        )
    valid = shapely.is_valid(shapes) if len(shapes) else np.ones(0, np.bool_)
    repaired = np.where(valid, shapes, shapely.make_valid(shapes)) if len(shapes) else shapes
    shape = _moved(_areas(shapely.union_all(repaired)), features, crs) if len(repaired) else shapely.Polygon()
    return Perimeter(features.name, shape, int((~valid).sum()), int((~there).sum()))


def check_place(features: Features) -> None:
    """Refuse shapes without a coordinate system, or that do not lie in theirs."""
    if features.crs is None:
        raise MapError.no_place(features.name, "a perimeter")
    bounds = [float(each) for each in features.frame.geometry.total_bounds]
    if not all(map(isnan, bounds)) and not on_earth(features.crs, bounds):
        raise MapError.misplaced(features.name, crs_name(features.crs))


def _moved(shape: Any, features: Features, to: str) -> Any:  # noqa: ANN401 - shapely's
    """A shape in another coordinate system; neighbours were joined before, since edges they share would come apart."""
    moved = library("geopandas").GeoSeries([shape], crs=features.crs).to_crs(to).iloc[0]
    if not moved.is_empty and not all(map(isfinite, moved.bounds)):
        raise MapError.misplaced(features.name, crs_name(features.crs))
    return moved if moved.is_valid else _areas(library("shapely").make_valid(moved))


def _areas(shape: Any) -> Any:  # noqa: ANN401 - shapely's
    """The parts that have an area; a repair may leave lines and points behind."""
    shapely = library("shapely")
    if shape.geom_type in ("Polygon", "MultiPolygon"):
        return shape
    parts = shapely.get_parts(shape)
    kept = [each for part in parts for each in shapely.get_parts(part) if each.geom_type == "Polygon"]
    return shapely.union_all(kept) if kept else shapely.Polygon()


@dataclass(frozen=True)
class Domain:
    """Which cells of a strip have their middle inside polygons, and how many of these were repaired."""

    inside: Callable[[int, int], Bools]
    repaired: int = 0


def domain_of(source: object, grid: Grid, name: str) -> Domain:
    """The domain on the cells of a map."""
    if grid.crs is None or grid.transform is None:
        raise MapError.no_place(name, "a domain")
    features, rasterio = library("rasterio.features"), library("rasterio")
    polygons = dissolved(features_of(source), grid.crs)
    a, b, c, d, e, f = grid.transform

    def inside(start: int, stop: int) -> Bools:
        if polygons.shape.is_empty:
            return np.zeros((stop - start, grid.shape[1]), np.bool_)
        here = rasterio.Affine(a, b, c + b * start, d, e, f + e * start)
        size = (stop - start, grid.shape[1])
        return np.asarray(features.geometry_mask([polygons.shape], size, here, invert=True))

    return Domain(inside, polygons.repaired)
