"""How much larger a projection draws cells than they are on the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.grid import area_at
from mercalli.io.maps.geo import library, metres_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Floats

TRUE_TO = 0.01  # what is drawn this well is left as it is: UTM and its kin
MOST_ROWS, COLUMNS = 129, 5  # that are looked at


def stretch_of(crs: str | None, transform: Sequence[float] | None, shape: tuple[int, int]) -> tuple[float, ...] | None:
    """For each row, drawn area over area on the ground, as a mean of a few columns; None where all is near 1."""
    metres = metres_in(crs)
    if crs is None or transform is None or metres is None or not all(shape):
        return None
    a, b, _, d, e, _ = transform
    rows = np.unique(np.linspace(0, shape[0] - 1, min(MOST_ROWS, shape[0])).round())
    found = abs(a * e - b * d) * metres**2 / _on_the_ground(crs, transform, rows, shape[1])
    if not np.isfinite(found).all() or np.abs(found - 1).max() <= TRUE_TO:
        return None
    return tuple(np.interp(np.arange(shape[0]), rows, found).tolist())


def _on_the_ground(crs: str, transform: Sequence[float], rows: Floats, columns: int) -> Floats:
    """Square metres of a cell of some rows on the ellipsoid, from where the ends of its middle lines lie."""
    a, b, c, d, e, f = transform
    across, down = np.meshgrid(np.linspace(0, columns - 1, COLUMNS) + 0.5, rows + 0.5)
    steps = np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]])
    column, row = (at[..., None] + steps[:, axis] for axis, at in enumerate((across, down)))
    to_degrees = library("pyproj").Transformer.from_crs(crs, "EPSG:4326", always_xy=True)
    x, y = (np.deg2rad(each) for each in to_degrees.transform(a * column + b * row + c, d * column + e * row + f))
    area = np.abs(_step(x, 0) * _step(y, 2) - _step(x, 2) * _step(y, 0))
    found: Floats = (area * area_at(y.mean(axis=-1))).mean(axis=1)
    return found


def _step(angles: Floats, at: int) -> Floats:
    return angles[..., at + 1] - angles[..., at]
