"""Two maps, cell on cell: checked to lie on each other, or the model put on the grid of the observation."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from mercalli.errors import MapError, SettingError
from mercalli.inputs.arrays import Floats
from mercalli.inputs.grid import CLOSE, Grid
from mercalli.io.maps.geo import crs_name, library, same_crs
from mercalli.io.maps.rasters import Raster, Strip, of_dataset, opened_raster

ALIGNS = ("nearest", "mode")
WAYS = ((True, False), (False, True), (True, True))  # rows and columns that run the other way


def check_align(align: str | None) -> None:
    """Refuse a way to align that nobody knows."""
    if align is not None and align not in ALIGNS:
        raise SettingError.choice("align", align, ALIGNS)


def lie_on_each_other(observed: Grid, model: Grid) -> bool:
    """Whether both have the same cells."""
    return same_crs(observed.crs, model.crs) and model.lies_on(observed)


def contrary(observed: Grid, model: Grid) -> tuple[bool, bool] | None:
    """Whether rows, and columns, run the other way, if both have the same cells but for that."""
    for rows, columns in WAYS:
        if lie_on_each_other(observed, model.reversed(rows=rows, columns=columns)):
            return rows, columns
    return None


@contextmanager
def opened_on(observed: Raster, source: object, name: str, align: str | None) -> Generator[Raster]:
    """A map from a path or an array, on the grid of the observation, with what it was before."""
    with opened_raster(source, name) as raster, _aligned(observed, raster, align) as placed:
        yield replace(placed, bands=raster.bands, yes_no=raster.yes_no, before=raster.grid)


@contextmanager
def _aligned(observed: Raster, model: Raster, align: str | None) -> Generator[Raster]:
    """The model on the grid of the observation; an error if it is not there and nobody said how to put it there."""
    if lie_on_each_other(observed.grid, model.grid):
        yield model
    elif (ways := contrary(observed.grid, model.grid)) is not None:
        yield _turned(model, *ways)
    elif align is None:
        raise _refused(observed, model)
    else:
        _check_places(observed, model)
        with _warped(observed.grid, model, align) as moved:
            yield moved


def _turned(model: Raster, rows: bool, columns: bool) -> Raster:  # noqa: FBT001 - as `contrary` gives them
    """The same map with its rows or columns in the order of the observation."""
    height, way, side = model.grid.shape[0], -1 if rows else 1, -1 if columns else 1

    def read(start: int, stop: int) -> Strip:
        values, seen = model.read(height - stop, height - start) if rows else model.read(start, stop)
        return values[::way, ::side], None if seen is None else seen[::way, ::side]

    return replace(model, grid=model.grid.reversed(rows=rows, columns=columns), read=read, dataset=None)


def _refused(observed: Raster, model: Raster) -> MapError:
    placed = all(raster.grid.crs and raster.grid.transform for raster in (observed, model))
    if placed and not _overlap(observed.grid, model.grid):
        return MapError.apart(observed.name, model.name)
    return MapError.grids(observed.name, model.name, differences(observed.grid, model.grid))


def differences(observed: Grid, model: Grid) -> list[str]:
    """In which respects two grids differ, in words."""
    respects: list[str] = []
    if not same_crs(observed.crs, model.crs):
        respects.append(f"the coordinate systems are {crs_name(observed.crs)} and {crs_name(model.crs)}")
    if observed.shape != model.shape:
        turned = ", as if turned on its side" if observed.shape == model.shape[::-1] else ""
        respects.append(f"the shapes are {observed.shape} and {model.shape}{turned}")
    if (observed.transform is None) != (model.transform is None):
        respects.append("only one of them says where its cells lie")
    elif not respects and observed.transform is None:
        respects.append("the coordinates along their edges, or the names of their axes, differ")
    elif not respects:
        respects += _direction(observed, model) or _shift(observed, model)
    return respects


def _direction(observed: Grid, model: Grid) -> list[str]:
    """How the rows and columns of a grid of the same shape run, if not along those of the other."""
    first, second = (np.reshape(grid.transform or (), (2, 3))[:, :2].T for grid in (observed, model))
    if _parallel(first, second[::-1], observed.shape):
        return ["the axes of the model are swapped: its rows run along the columns of the observation"]
    if _parallel(first, second, observed.shape):
        return []
    turns = np.rad2deg(np.arctan2(_cross(first, second), (first * second).sum(axis=1)))
    return [f"the model is turned by {np.abs(turns).max():.3g}°"]


def _parallel(first: Floats, second: Floats, shape: tuple[int, int]) -> bool:
    """Whether steps run along each other, as far as that shows over a whole map."""
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    return bool((np.abs(_cross(first, second)) * max(shape) <= CLOSE * lengths).all())


def _cross(first: Floats, second: Floats) -> Floats:
    across: Floats = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    return across


def _shift(observed: Grid, model: Grid) -> list[str]:
    """How the cells of a grid differ in order, place or size from those that run the same way."""
    steps = [np.reshape(grid.transform or (), (2, 3)) for grid in (observed, model)]
    columns, rows = (float(steps[0][:, at] @ steps[1][:, at]) < 0 for at in (0, 1))
    ways = [f"the {what} run in opposite directions" for what, so in (("rows", rows), ("columns", columns)) if so]
    model = model.reversed(rows=rows, columns=columns)
    moved = (model.corners() - observed.corners())[0] / observed.cell_size()
    sizes = [" x ".join(f"{side:g}" for side in grid.cell_size()) for grid in (observed, model)]
    shifted = f"the model is shifted by {moved[0]:+z.2f} columns and {-moved[1]:+z.2f} rows"
    return [*ways, shifted if sizes[0] == sizes[1] else f"cells are {sizes[0]} and {sizes[1]}"]


def _check_places(observed: Raster, model: Raster) -> None:
    """Only what says where it lies can be moved."""
    for raster in (observed, model):
        if raster.grid.crs is None or raster.grid.transform is None:
            raise MapError.no_place(raster.name, "aligning")
    if not _overlap(observed.grid, model.grid):
        raise MapError.apart(observed.name, model.name)


def _overlap(observed: Grid, model: Grid) -> bool:
    """Whether the boxes around both have ground in common."""
    pyproj = library("pyproj")
    moved = pyproj.Transformer.from_crs(model.crs, observed.crs, always_xy=True)
    corners = observed.corners()
    low, high = corners.min(axis=0), corners.max(axis=0)
    edges = model.corners()
    left, bottom, right, top = moved.transform_bounds(*edges.min(axis=0), *edges.max(axis=0))
    return bool(left < high[0] and right > low[0] and bottom < high[1] and top > low[1])


@contextmanager
def _warped(grid: Grid, model: Raster, align: str) -> Generator[Raster]:
    """The model as seen on another grid, still read a strip at a time; cells beyond it are nodata."""
    rasterio = library("rasterio")
    with ExitStack() as stack:
        source = model.dataset if model.dataset is not None else stack.enter_context(_in_memory(model))
        view = stack.enter_context(
            library("rasterio.vrt").WarpedVRT(
                source,
                crs=grid.crs,
                transform=rasterio.Affine(*grid.transform or ()),
                height=grid.shape[0],
                width=grid.shape[1],
                resampling=rasterio.enums.Resampling[align],
                add_alpha=source.nodata is None,
            )
        )
        yield replace(of_dataset(view, model.name), grid=grid)


@contextmanager
def _in_memory(model: Raster) -> Generator[Any]:
    """A map of another kind as rasterio can warp it."""
    rasterio = library("rasterio")
    values, seen = model.read(0, model.grid.shape[0])
    filled = np.where(True if seen is None else seen, values, np.nan).astype(np.float32)
    described = {"height": filled.shape[0], "width": filled.shape[1], "count": 1, "dtype": "float32", "nodata": np.nan}
    where = {"crs": model.grid.crs, "transform": rasterio.Affine(*model.grid.transform or ())}
    with rasterio.io.MemoryFile() as file:
        with file.open(driver="GTiff", **described, **where) as target:
            target.write(filled, 1)
        with file.open() as source:
            yield source
