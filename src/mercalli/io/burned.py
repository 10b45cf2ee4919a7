"""What burned, as one shape at each time: from polygons, or from a map of cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import ColumnError, FireError
from mercalli.io.geo import library
from mercalli.io.perimeters import Perimeter, dissolved, features_of
from mercalli.io.polygons import VECTORS, Features
from mercalli.io.rasters import opened_raster

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.io.rasters import Raster

ROWS = 256


@dataclass(frozen=True)
class Burned:
    """Perimeters by time, in the order of time; one without a name where there is no time."""

    name: str
    features: Features
    times: tuple[str, ...]

    def at(self, time: str, column: str | None, crs: str) -> Perimeter:
        """The perimeter of one time; an empty one where the file has none of that time."""
        if column is None:
            return dissolved(self.features, crs)
        texts = self.features.frame[column].astype(str)
        return dissolved(replace(self.features, frame=self.features.frame[texts == time]), crs)


def read_burned(source: object, codes: Sequence[int], threshold: float | None, time: str | None) -> Burned:
    """From a file of shapes, a frame, or a map in which some codes, or values from a threshold on, are burned."""
    features = _features(source, codes, threshold)
    if time is None:
        return Burned(features.name, features, ("",))
    if time not in features.frame:
        raise ColumnError.unknown(time, [str(each) for each in features.frame.columns], repr(features.name))
    times = sorted(set(features.frame[time].astype(str)))
    return Burned(features.name, features, tuple(times))


def _features(source: object, codes: Sequence[int], threshold: float | None) -> Features:
    shapes = not isinstance(source, str | Path) or Path(str(source)).suffix.lower() in VECTORS
    if shapes:
        return features_of(source)
    with opened_raster(source) as raster:
        return _polygons(raster, codes, threshold)


def _polygons(raster: Raster, codes: Sequence[int], threshold: float | None) -> Features:
    """The outlines of the burned cells of a map, a strip at a time; strips are joined when they are dissolved."""
    geopandas, features, rasterio = library("geopandas"), library("rasterio.features"), library("rasterio")
    shapely = library("shapely.geometry")
    grid = raster.grid
    if grid.crs is None or grid.transform is None:
        raise FireError.no_place(raster.name, "a perimeter")
    a, b, c, d, e, f = grid.transform
    found = []
    for start in range(0, grid.shape[0], ROWS):
        values, seen = raster.read(start, min(start + ROWS, grid.shape[0]))
        burned = np.isin(values, codes) if threshold is None else values >= threshold
        burned = burned if seen is None else burned & seen
        here = rasterio.Affine(a, b, c + b * start, d, e, f + e * start)
        found += [
            shapely.shape(each) for each, _ in features.shapes(burned.astype(np.uint8), mask=burned, transform=here)
        ]
    frame = geopandas.GeoDataFrame(geometry=found, crs=grid.crs)
    return Features(raster.name, frame, grid.crs)
