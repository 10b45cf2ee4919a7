"""Maps from files: GeoTIFF, NetCDF, HDF5 and numpy, each read a strip of rows at a time."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tokenize import TokenError
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import FileError, MapError
from mercalli.inputs.arrays import LARGEST_NUMBER, Bools
from mercalli.inputs.grid import Grid
from mercalli.io.maps.geo import check_within, library, metres_in, stretch_of
from mercalli.io.maps.h5_maps import UNSCALED, Scale, opened_h5
from mercalli.io.paths import check_file

CACHE_BYTES = 32 << 20
NUMBERS = "biuf"
TIFF, NUMPY, H5 = (".tif", ".tiff"), (".npy",), (".h5", ".hdf5", ".nc", ".nc4")
Strip: TypeAlias = "tuple[NDArray[Any], Bools | None]"


@dataclass(frozen=True)
class Raster:
    """An open map: its name, where its cells lie, and strips of its rows with what was seen of them.

    `dataset` is rasterio's, where that holds the same as the strips; `bands` is how many maps the file holds;
    `yes_no` is whether it holds True and False; `before` is the grid that it had before it was put on another.
    """

    name: str
    grid: Grid
    read: Callable[[int, int], Strip]
    dataset: Any = None
    bands: int = 1
    yes_no: bool = False
    before: Grid | None = None


@contextmanager
def opened_raster(source: object, name: str | None = None) -> Generator[Raster]:
    """A map from a path (a field of a file after a colon), or from an array."""
    if not isinstance(source, str | Path):
        yield _from_array(np.ma.asanyarray(source), name or "the array")
        return
    path, layer = split_layer(str(source))
    kind = Path(path).suffix.lower()
    check_file(path, "the file of a map, as in map.tif")
    if kind in TIFF:
        with _tiff(path) as raster:
            yield raster
    elif kind in H5:
        with opened_h5(path, layer) as (values, grid, seen, scale):
            name = Path(path).name
            yield Raster(name, grid, partial(_strip, name, values, seen, scale), yes_no=_yes_no(values))
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


def _yes_no(field: Any) -> bool:  # noqa: ANN401 - h5py's
    """Whether a field holds True and False; NetCDF has none, and xarray says beside 1 and 0 what they were."""
    return field.dtype.kind == "b" or field.attrs.get("dtype") in ("bool", b"bool")


def _loaded(path: str) -> NDArray[Any]:
    try:
        array: NDArray[Any] = np.lib.format.open_memmap(path, mode="r")
    except (SyntaxError, TokenError):
        raise FileError.unreadable(Path(path).name, "a numpy array", "its header makes no sense.") from None
    except (OSError, ValueError, TypeError, EOFError, OverflowError, MemoryError) as error:
        raise FileError.unreadable(Path(path).name, "a numpy array", f"{str(error).rstrip('.')}.") from None
    return array


def _from_array(values: NDArray[Any], name: str) -> Raster:
    if values.ndim != 2:  # noqa: PLR2004 - rows and columns
        raise MapError.not_flat(name, values.shape)
    if values.dtype.kind not in NUMBERS:
        raise MapError.not_numbers(name, str(values.dtype))
    seen = ~np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else None
    read = partial(_strip, name, np.ma.getdata(values), partial(_rows_of, seen), UNSCALED)
    return Raster(name, Grid(values.shape), read, yes_no=values.dtype.kind == "b")


def _rows_of(seen: Bools | None, start: int, stop: int, _values: NDArray[Any]) -> Bools | None:
    return None if seen is None else seen[start:stop]


def _strip(  # noqa: PLR0917 - all but the rows are known when the map is opened
    name: str,
    values: NDArray[Any],
    seen: Callable[[int, int, NDArray[Any]], Bools | None],
    scale: Scale,
    start: int,
    stop: int,
) -> Strip:
    """Rows of something that numpy can slice."""
    rows = np.asarray(values[start:stop])
    return _bounded(name, _scaled(rows, scale), _numbers(rows, seen(start, stop, rows)))


def _bounded(name: str, rows: NDArray[Any], seen: Bools | None) -> Strip:
    """Rows without finite numbers of such a size that results would be infinite."""
    if rows.dtype == np.float64:
        size = np.abs(rows if seen is None else rows[seen])
        if (wrong := size[(size > LARGEST_NUMBER) & (size < np.inf)]).size:
            raise MapError.named(
                name,
                f"holds a number of the size {wrong[0]:g}; {LARGEST_NUMBER:g} is the largest that is counted with. "
                f"Mark cells without data as such, or as NaN.",
            )
    return rows, seen


def _scaled(rows: NDArray[Any], scale: Scale) -> NDArray[Any]:
    """What stored numbers stand for; which cells hold none is told by the stored ones."""
    if scale == UNSCALED:
        return rows
    decimal = rows if rows.dtype.kind == "f" else rows.astype(np.result_type(*scale))
    with np.errstate(over="ignore", invalid="ignore"):  # what becomes infinite is counted as that
        return decimal * scale[0] + scale[1]


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
        with ExitStack() as opened:
            try:  # drivers other than this one, such as VRT, would open files and addresses
                dataset = opened.enter_context(rasterio.open(path, driver="GTiff"))
                raster = of_dataset(dataset, Path(path).name)
            except raster_faults():
                raise FileError.unreadable(
                    Path(path).name, "a GeoTIFF", "it is not such a file, or it is cut off."
                ) from None
            yield raster


def raster_faults() -> tuple[type[Exception], ...]:
    """What rasterio says of files, and what it passes on from GDAL."""
    return library("rasterio").errors.RasterioError, library("rasterio._err").CPLE_BaseError


def of_dataset(dataset: Any, name: str) -> Raster:  # noqa: ANN401 - rasterio's, or a view of one
    """An open dataset of rasterio as a map; its first band counts."""
    crs = None if dataset.crs is None else dataset.crs.to_wkt()
    transform = None if crs is None and dataset.transform.is_identity else tuple(dataset.transform)[:6]
    if "complex" in dataset.dtypes[0]:
        raise MapError.not_numbers(name, dataset.dtypes[0])
    check_within(name, crs, transform or ())
    grid = Grid(dataset.shape, transform, crs, metres_in(crs), stretch=stretch_of(crs, transform, dataset.shape))
    warps = _scale(dataset) == UNSCALED and (dataset.nodata is None or not _masked(dataset))
    bands = sum(each.name != "alpha" for each in dataset.colorinterp)
    return Raster(name, grid, partial(_tiff_strip, dataset, name), dataset if warps else None, bands)


def _scale(dataset: Any) -> tuple[float, float]:  # noqa: ANN401 - rasterio's
    return float(dataset.scales[0]), float(dataset.offsets[0])


def _masked(dataset: Any) -> bool:  # noqa: ANN401 - rasterio's
    """Whether a mask, not a value, says where there is no data."""
    return not {flag.name for flag in dataset.mask_flag_enums[0]} & {"all_valid", "nodata"}


def _tiff_strip(dataset: Any, name: str, start: int, stop: int) -> Strip:  # noqa: ANN401 - rasterio's
    rasterio = library("rasterio")
    window = rasterio.windows.Window(0, start, dataset.width, stop - start)
    try:
        rows = dataset.read(1, window=window)
        seen = _tiff_seen(dataset, rows, window)
    except raster_faults():
        raise FileError.damaged(name, f"rows {start:,} to {stop:,} cannot be read") from None
    return _bounded(name, _scaled(rows, _scale(dataset)), _numbers(rows, seen))


def _tiff_seen(dataset: Any, rows: NDArray[Any], window: Any) -> Bools | None:  # noqa: ANN401 - rasterio's
    """Cells inside the mask where the file has one, and not nodata."""
    seen = np.asarray(dataset.read_masks(1, window=window) > 0) if _masked(dataset) else None
    if dataset.nodata is None or np.isnan(dataset.nodata):
        return seen
    valued = np.asarray(rows != dataset.nodata)
    return valued if seen is None else valued & seen
