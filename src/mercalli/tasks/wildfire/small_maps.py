"""A small map to look at: one of every few cells, north up."""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.inputs.grid import to_east_north
from mercalli.io.maps.geo import north_of
from mercalli.tasks.wildfire.result import FireMap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mercalli.inputs.grid import Grid

REST, FALSE, MISSED, HIT, UNSEEN = range(5)
NORTH_ENOUGH = 3.0  # degrees from north that nobody sees


def small_map(codes: NDArray[np.uint8], grid: Grid, step: int) -> FireMap:
    """Codes of every `step`th cell of a grid as a map, north up, whichever way the rows run or the map is turned."""
    if grid.transform is not None and abs(_off_north(grid)) > NORTH_ENOUGH:
        return _turned(codes, grid, step)
    a, _, _, _, e, _ = grid.transform or (1.0, 0.0, 0.0, 0.0, -1.0, 0.0)
    upright = np.ascontiguousarray(codes[:: 1 if e < 0 else -1, :: 1 if a > 0 else -1])
    return FireMap(len(upright), upright.shape[1], step, *sides_m(grid), packed(upright))


def sides_m(grid: Grid) -> tuple[float | None, float | None]:
    """Width and height of a cell in metres, in the middle of the map."""
    across = grid.metres_across()
    if across is None:
        return None, None
    areas = grid.area_ha()
    area = 0.0 if areas is None else float(areas[len(areas) // 2]) * 10_000
    return across, area / across


def packed(codes: NDArray[Any]) -> str:
    """Small numbers as text."""
    return base64.b64encode(zlib.compress(codes.tobytes(), 6)).decode("ascii")


def _off_north(grid: Grid) -> float:
    """Degrees between the direction in which rows are stacked and north, in the middle of the map."""
    _, b, _, _, e, _ = grid.transform or (1.0, 0.0, 0.0, 0.0, -1.0, 0.0)
    way = -1 if e <= 0 else 1
    up = float(np.degrees(np.arctan2(way * b, way * e)))
    return (up - north_of(grid.crs, *grid.corners().mean(axis=0)) + 180) % 360 - 180


def _turned(codes: NDArray[np.uint8], grid: Grid, step: int) -> FireMap:
    """The same cells looked up from a grid that has north at the top; what lies outside was not observed."""
    a, b, x, d, e, y = grid.transform or (1.0, 0.0, 0.0, 0.0, -1.0, 0.0)
    spin = to_east_north(north_of(grid.crs, *grid.corners().mean(axis=0)))
    size = min(grid.cell_size()) * step
    around = (grid.corners() - (x, y)) @ spin
    low, high = around.min(axis=0), around.max(axis=0)
    columns, rows = (max(1, round(each)) for each in ((high - low) / size).tolist())
    east, north = np.meshgrid(low[0] + (np.arange(columns) + 0.5) * size, high[1] - (np.arange(rows) + 0.5) * size)
    places = np.stack([east, north], axis=-1) @ spin.T @ np.linalg.inv([[a, d], [b, e]]) / step
    column, row = np.floor(places).astype(np.int64).transpose(2, 0, 1)
    inside = (row >= 0) & (row < codes.shape[0]) & (column >= 0) & (column < codes.shape[1])
    turned = np.full((rows, columns), UNSEEN, np.uint8)
    turned[inside] = codes[row[inside], column[inside]]
    square = replace(grid, transform=(size / step, 0.0, x, 0.0, -size / step, y))
    return FireMap(rows, columns, step, *sides_m(square), packed(turned))
