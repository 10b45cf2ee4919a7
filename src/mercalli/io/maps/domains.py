"""A domain: polygons within which cells count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import MapError
from mercalli.io.maps.geo import library
from mercalli.io.maps.perimeters import read_perimeter

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.inputs.arrays import Bools
    from mercalli.inputs.grid import Grid


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
    polygons = read_perimeter(source, grid.crs)
    a, b, c, d, e, f = grid.transform

    def inside(start: int, stop: int) -> Bools:
        if polygons.shape.is_empty:
            return np.zeros((stop - start, grid.shape[1]), np.bool_)
        here = rasterio.Affine(a, b, c + b * start, d, e, f + e * start)
        size = (stop - start, grid.shape[1])
        return np.asarray(features.geometry_mask([polygons.shape], size, here, invert=True))

    return Domain(inside, polygons.repaired)
