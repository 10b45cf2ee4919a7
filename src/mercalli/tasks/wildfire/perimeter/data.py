"""What burned, as one shape at each time: from polygons, or from a map of cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import ColumnError, MapError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.io.maps.geo import library
from mercalli.io.maps.rasters import Raster, opened_raster
from mercalli.io.maps.shapes import VECTORS, Features, Perimeter, dissolved, features_of
from mercalli.tasks.wildfire.errors import PerimeterError, is_number

ROWS = 256


@dataclass(frozen=True)
class CellCodes:
    """Which cells of a map burned: those of some codes, or from a threshold on; and codes of cells that did not.

    Attributes:
        burned: Codes that mean burned; without a threshold every other cell is of `unburned`.
        unburned: Codes that mean not burned, or not observed, whatever the threshold.
        threshold: Read numbers instead of codes: burned from here on.
    """

    burned: tuple[int, ...]
    unburned: tuple[int, ...]
    threshold: float | None

    def __post_init__(self) -> None:
        both = sorted(set(self.burned) & set(self.unburned))
        if both:
            raise PerimeterError.two_meanings(both, "burned", "not burned")


@dataclass(frozen=True)
class BurnedAreas:
    """Perimeters by time, in the order of time; one without a name where there is no time.

    Attributes:
        name: Where they are from.
        features: All shapes.
        labels: The time of each shape, as text.
    """

    name: str
    features: Features
    labels: tuple[str, ...] | None

    @property
    def times(self) -> tuple[str, ...]:
        """Each time once, in their order."""
        return ("",) if self.labels is None else in_order(self.labels)

    def at(self, time: str, crs: str) -> Perimeter:
        """The perimeter of one time; an empty one where the file has none of that time."""
        if self.labels is None:
            return dissolved(self.features, crs)
        then = np.array([each == time for each in self.labels], np.bool_)
        return dissolved(replace(self.features, frame=self.features.frame[then]), crs)


def burned_areas(source: object, codes: CellCodes, time: str | None) -> BurnedAreas:
    """From a file of shapes, a frame, or a map in which some codes, or values from a threshold on, are burned."""
    if not isinstance(source, str | Path) or Path(source).suffix.lower() in VECTORS:
        features = features_of(source)
    else:
        with opened_raster(source) as raster:
            features = _polygons(raster, codes)
    return BurnedAreas(features.name, features, None if time is None else labels_of(features, time))


def _polygons(raster: Raster, codes: CellCodes) -> Features:
    """The outlines of the burned cells of a map, a strip at a time.

    They are traced and joined in whole cells, where neighbouring strips meet exactly, and only then put in their place.
    """
    geopandas, shapely = library("geopandas"), library("shapely")
    grid = raster.grid
    if grid.crs is None or grid.transform is None:
        raise MapError.no_place(raster.name, "a perimeter")
    strips = range(0, grid.shape[0], ROWS)
    traced = [each for start in strips for each in _traced(_burned(raster, start, codes), start)]
    placed = shapely.transform(_joined(traced), partial(_placed, grid.transform))
    return Features(raster.name, geopandas.GeoDataFrame(geometry=placed, crs=grid.crs), grid.crs)


def _burned(raster: Raster, start: int, codes: CellCodes) -> Bools:
    """Which cells of a strip burned."""
    values, seen = raster.read(start, min(start + ROWS, raster.grid.shape[0]))
    known = ~np.isin(values, codes.unburned) & (True if seen is None else seen)
    if codes.threshold is None:
        _check_codes(values[known], codes, raster.name)
    elif values.dtype.kind == "f" and np.isinf(values[known]).any():
        raise PerimeterError.infinite(raster.name)
    burned: Bools = known & (np.isin(values, codes.burned) if codes.threshold is None else values >= codes.threshold)
    return burned


def _traced(burned: Bools, start: int) -> list[Any]:
    """Outlines with columns as x and rows as y."""
    here = library("rasterio").Affine.translation(0, start)
    shapes = library("rasterio.features").shapes(burned.astype(np.uint8), mask=burned, transform=here)
    return [library("shapely.geometry").shape(each) for each, _ in shapes]


def _joined(traced: list[Any]) -> NDArray[np.object_]:
    """Outlines of which those that end where a strip does are one with their neighbours."""
    shapely, every = library("shapely"), np.array(traced, np.object_)
    cut = (shapely.bounds(every)[:, [1, 3]] % ROWS == 0).any(axis=1)
    return np.concatenate([every[~cut], shapely.get_parts(shapely.union_all(every[cut]))])


def _placed(transform: Sequence[float], cells: Floats) -> Floats:
    a, b, c, d, e, f = transform
    column, row = cells.T
    return np.stack([a * column + b * row + c, d * column + e * row + f], axis=-1)


def _check_codes(values: NDArray[Any], codes: CellCodes, name: str) -> None:
    """Every cell that may have burned did: it is neither a fraction nor a code that nobody explained."""
    odd = np.unique(values[~np.isin(values, codes.burned)]).astype(np.float64)
    broken = odd[odd != np.floor(odd)]
    if broken.size:
        raise PerimeterError.needs_threshold(name, float(broken[0]), "threshold", "burned")
    if odd.size:
        raise PerimeterError.other_codes(name, [f"{each:g}" for each in odd.tolist()], codes.burned, codes.unburned)


def labels_of(features: Features, column: str) -> tuple[str, ...]:
    """The time of each shape; none may be missing."""
    if column not in features.frame:
        raise ColumnError.unknown(column, [str(each) for each in features.frame.columns], repr(features.name))
    values = features.frame[column]
    missing = int(values.isna().sum()) + sum(isinstance(each, str) and not each.strip() for each in values)
    if missing:
        raise PerimeterError.missing_times(features.name, column, missing)
    return tuple(label(each) for each in values)


def label(value: object) -> str:
    """A time as text, the same for 1 and 1.0, and for a day and its midnight.

    >>> label(1.0), label(1.5), label(datetime(2020, 8, 13)), label("day 1")
    ('1', '1.5', '2020-08-13', 'day 1')
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).removesuffix(" 00:00:00") if isinstance(value, datetime) else str(value)


def in_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Each time once: numbers by their size, and so are numbers within texts.

    >>> in_order(["10", "9", "10"]), in_order(["day 10", "day 9"]), in_order(["0.5", "0.25"])
    (('9', '10'), ('day 9', 'day 10'), ('0.25', '0.5'))
    """
    distinct = set(labels)
    return tuple(sorted(distinct, key=float if all(map(is_number, distinct)) else _by_parts))


def _by_parts(text: str) -> list[tuple[str, int]]:
    """Words and whole numbers in turn."""
    return [(word, int(digits or 0)) for word, digits in re.findall(r"(\D*)(\d*)", text)]
