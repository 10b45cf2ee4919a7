"""Maps from files: GeoTIFF, NetCDF, HDF5 and numpy, each read a strip of rows at a time."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from mercalli.errors import FileError, FireError
from mercalli.inputs.grid import Grid
from mercalli.io.geo import library, metres_in
from mercalli.io.h5_maps import opened_h5

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Bools

CACHE_BYTES = 32 << 20
TIFF, NUMPY, H5 = (".tif", ".tiff", ".vrt"), (".npy",), (".h5", ".hdf5", ".nc", ".nc4")
Strip: TypeAlias = "tuple[NDArray[Any], Bools | None]"


@dataclass(frozen=True)
class Raster:
    """An open map: its name, where its cells lie, and strips of its rows with what was seen of them."""

    name: str
    grid: Grid
    read: Callable[[int, int], Strip]
    dataset: Any = None


@contextmanager
def opened_raster(source: object, name: str | None = None) -> Generator[Raster]:
    """A map from a path (a field of a file after a colon), or from an array."""
    if not isinstance(source, str | Path):
        yield _from_array(np.ma.asanyarray(source), name or "the array")
        return
    path, layer = split_layer(str(source))
    kind = Path(path).suffix.lower()
    if not Path(path).is_file():
        raise FileError.absent(path)
    if kind in TIFF:
        with _tiff(path) as raster:
            yield raster
    elif kind in H5:
        with opened_h5(path, layer) as (values, grid, seen):
            yield Raster(Path(path).name, grid, partial(_strip, values, seen))
    elif kind in NUMPY:
        yield _from_array(_loaded(path), Path(path).name)
    else:
        raise FileError.kind(Path(path).name, [*TIFF, *H5, *NUMPY])


def split_layer(source: str) -> tuple[str, str | None]:
    """A path and, after a colon, the field of the file that is meant; a drive letter is no path.

    >>> split_layer("fire.h5:/spatial_2d/a"), split_layer("fire.tif")
    (('fire.h5', '/spatial_2d/a'), ('fire.tif', None))
    """
    path, colon, layer = source.rpartition(":")
    return (path, layer) if colon and Path(path).suffix.lower() in H5 else (source, None)


def _loaded(path: str) -> NDArray[Any]:
    try:
        found: NDArray[Any] = np.load(path, mmap_mode="r")
    except (OSError, ValueError) as error:
        raise FileError.unreadable(Path(path).name, "a numpy array", f"{str(error).rstrip('.')}.") from None
    return found


def _from_array(values: NDArray[Any], name: str) -> Raster:
    if values.ndim != 2:  # noqa: PLR2004 - rows and columns
        raise FireError.not_flat(name, values.shape)
    seen = ~np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else None
    return Raster(name, Grid(values.shape), partial(_strip, np.ma.getdata(values), _rows_of(seen)))


def _rows_of(seen: Bools | None) -> Callable[[int, int, NDArray[Any]], Bools | None]:
    return lambda start, stop, _values: None if seen is None else seen[start:stop]


def _strip(
    values: NDArray[Any], seen: Callable[[int, int, NDArray[Any]], Bools | None], start: int, stop: int
) -> Strip:
    """Rows of something that numpy can slice."""
    rows = np.asarray(values[start:stop])
    return rows, _numbers(rows, seen(start, stop, rows))


def _numbers(rows: NDArray[Any], seen: Bools | None) -> Bools | None:
    """What is not a number was not seen."""
    if rows.dtype.kind != "f":
        return seen
    numbers: Bools = ~np.isnan(rows)
    return numbers if seen is None else np.logical_and(numbers, seen)


@contextmanager
def _tiff(path: str) -> Generator[Raster]:
    rasterio = library("rasterio")
    with rasterio.Env(GDAL_CACHEMAX=CACHE_BYTES), warnings.catch_warnings():
        warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
        try:
            dataset = rasterio.open(path)
        except rasterio.errors.RasterioIOError:
            raise FileError.unreadable(Path(path).name, "a GeoTIFF", "it is not one, or is cut off.") from None
        with dataset:
            yield of_dataset(dataset, Path(path).name)


def of_dataset(dataset: Any, name: str) -> Raster:  # noqa: ANN401 - rasterio's, or a view of one
    """An open dataset of rasterio as a map; its first band counts."""
    crs = None if dataset.crs is None else dataset.crs.to_wkt()
    transform = None if crs is None and dataset.transform.is_identity else tuple(dataset.transform)[:6]
    grid = Grid(dataset.shape, transform, crs, metres_in(crs))
    return Raster(name, grid, partial(_tiff_strip, dataset, name), dataset)


def _tiff_strip(dataset: Any, name: str, start: int, stop: int) -> Strip:  # noqa: ANN401 - rasterio's
    rasterio = library("rasterio")
    window = rasterio.windows.Window(0, start, dataset.width, stop - start)
    try:
        rows = dataset.read(1, window=window)
        seen = _tiff_seen(dataset, rows, window)
    except rasterio.errors.RasterioIOError:
        raise FileError.damaged(name, f"rows {start:,} to {stop:,} cannot be read") from None
    return rows, _numbers(rows, seen)


def _tiff_seen(dataset: Any, rows: NDArray[Any], window: Any) -> Bools | None:  # noqa: ANN401 - rasterio's
    """Cells that are not nodata; by the mask where the file has one."""
    if dataset.nodata is not None:
        return np.asarray(rows != dataset.nodata) if not np.isnan(dataset.nodata) else None
    masked = any("all_valid" not in flag.name for flag in dataset.mask_flag_enums[0])
    return np.asarray(dataset.read_masks(1, window=window) > 0) if masked else None
