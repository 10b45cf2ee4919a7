"""Maps in HDF5 and NetCDF files of any version, FireBench's layout among them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import FileError, FireError
from mercalli.inputs.digest import digest_of
from mercalli.inputs.grid import Grid
from mercalli.io.geo import library, metres_in, wkt_of
from mercalli.io.netcdf3 import is_netcdf3, opened_netcdf3
from mercalli.io.stretch import stretch_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Bools, Floats

SEVERITY = "fire_burn_severity"
# Names under which the coordinates of rows and columns stand beside a field.
UP = ("position_lat", "lat", "latitude", "y", "northing")
ACROSS = ("position_lon", "lon", "longitude", "x", "easting")
EVEN = 1e-3  # of a step
FLAT = 2
WGS84 = "EPSG:4326"

UNSCALED = (1.0, 0.0)

Opened = tuple[Any, Grid, "Callable[[int, int, NDArray[Any]], Bools | None]", tuple[float, float]]


@contextmanager
def opened_h5(path: str, layer: str | None) -> Generator[Opened]:
    """The field, where its cells lie, how to tell which were seen, and the factor and offset of its numbers."""
    name = Path(path).name
    with opened_netcdf3(path) if is_netcdf3(path) else _opened(path) as file:
        field = _flat(file[_chosen(file, layer, name)])
        yield field, _grid(field, name), _seen(field), _scale(field)


@contextmanager
def _opened(path: str) -> Generator[Any]:
    h5py = library("h5py")
    library("hdf5plugin")  # registers the compressions that FireBench writes
    try:
        file = h5py.File(path, "r")
    except OSError:
        raise FileError.unreadable(Path(path).name, "HDF5 or NetCDF", "it is not one, or is cut off.") from None
    with file:
        yield file


def _chosen(file: Any, layer: str | None, name: str) -> str:  # noqa: ANN401 - h5py's
    """The field that was named, or the only one there can be."""
    found = _maps(file)
    if layer is not None:
        wanted = layer.strip("/")
        if wanted not in found:
            raise FireError.no_layer(name, layer, found)
        return wanted
    severity = [each for each in found if each.rsplit("/", maxsplit=1)[-1] == SEVERITY]
    candidates = severity or [each for each in found if each.rsplit("/", maxsplit=1)[-1] not in (*UP, *ACROSS)]
    if not candidates:
        _refuse_deep(file, name)
    if len(candidates) != 1:
        raise FireError.layers(name, candidates, "map")
    return candidates[0]


def _maps(file: Any) -> list[str]:  # noqa: ANN401 - h5py's
    """Fields with rows and columns, and at most one time or level of them."""
    return [name for name, shape in _shapes(file) if len(shape) >= FLAT and set(shape[:-FLAT]) <= {1}]


def _refuse_deep(file: Any, name: str) -> None:  # noqa: ANN401 - h5py's
    """Say that maps are many where there are some of several times or levels."""
    deep = [(field, shape) for field, shape in _shapes(file) if len(shape) > FLAT]
    if deep:
        raise FireError.not_flat(f"{name}:{deep[0][0]}", deep[0][1])


def _shapes(file: Any) -> list[tuple[str, tuple[int, ...]]]:  # noqa: ANN401 - h5py's
    found: list[tuple[str, tuple[int, ...]]] = []

    def visit(name: str, item: Any) -> None:  # noqa: ANN401 - h5py's
        if hasattr(item, "dtype") and item.dtype.kind in "iufb":
            found.append((name, tuple(item.shape)))

    file.visititems(visit)
    return found


@dataclass(frozen=True)
class _OnlyMap:
    """The one map of a field that has a time or a level."""

    field: Any

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.field.shape[-FLAT:]
        return rows, columns

    @property
    def parent(self) -> Any:  # noqa: ANN401 - h5py's
        return self.field.parent

    @property
    def attrs(self) -> Any:  # noqa: ANN401 - h5py's
        return self.field.attrs

    def __getitem__(self, at: slice) -> NDArray[Any]:
        deep = len(self.field.shape) - FLAT
        return np.asarray(self.field[(*(0,) * deep, at)])


def _flat(field: Any) -> Any:  # noqa: ANN401 - h5py's
    return field if len(field.shape) == FLAT else _OnlyMap(field)


def _seen(field: Any) -> Callable[[int, int, NDArray[Any]], Bools | None]:  # noqa: ANN401 - h5py's
    """Cells that do not hold the value that stands for none."""
    declared = [np.ravel(field.attrs[key])[0] for key in ("_FillValue", "missing_value") if key in field.attrs]
    fill = next((each for each in declared if each == each), None)  # noqa: PLR0124 - NaN is not itself
    return lambda _start, _stop, rows: None if fill is None else np.asarray(rows != fill)


def _scale(field: Any) -> tuple[float, float]:  # noqa: ANN401 - h5py's
    """By CF's names."""
    keys = zip(("scale_factor", "add_offset"), UNSCALED, strict=True)
    factor, offset = (float(np.ravel(field.attrs.get(key, default))[0]) for key, default in keys)
    return factor, offset


def _grid(field: Any, name: str) -> Grid:  # noqa: ANN401 - h5py's
    """An even grid, or cells that lie anyhow and are told by their outline."""
    across, up = (_outline(field, names, along) for names, along in ((ACROSS, 1), (UP, 0)))
    if across is None or up is None:
        return Grid(field.shape)
    crs = _declared_crs(field)
    columns, rows = across.steps(), up.steps()
    if columns is None or rows is None:
        if across.plain or up.plain:
            raise FireError.uneven(name)
        return Grid(field.shape, None, crs, metres_in(crs), digest_of(["outline"], [*across.sides, *up.sides]))
    (a, b), (d, e) = columns, rows
    transform = (a, b, across.first - (a + b) / 2, d, e, up.first - (d + e) / 2)
    return Grid(field.shape, transform, crs, metres_in(crs), stretch=stretch_of(crs, transform, field.shape))


@dataclass(frozen=True)
class _Outline:
    """A coordinate along the first and the last row, and along the first and the last column.

    `plain` says that it is given once for each column (or row), so that it is the same along the other direction.
    """

    sides: tuple[Floats, ...]
    plain: bool

    @property
    def first(self) -> float:
        return float(self.sides[0][0])

    def steps(self) -> tuple[float, float] | None:
        """By how much it rises with each column and with each row; None if unevenly."""
        top, bottom, left, right = (_even(side) for side in self.sides)
        if top is None or left is None or bottom is None or right is None:
            return None
        size = max(abs(top), abs(left))
        return (top, left) if max(abs(top - bottom), abs(left - right)) <= EVEN * size else None


def _even(side: Floats) -> float | None:
    """The step of evenly rising or falling numbers."""
    if len(side) == 1:
        return 0.0
    steps = np.diff(side)
    step = float(side[-1] - side[0]) / (len(side) - 1)
    slack = EVEN * abs(step) + 1e-12 * float(np.abs(side).max())
    return step if np.isfinite(step) and np.abs(steps - step).max() <= slack else None


def _outline(field: Any, names: Sequence[str], along: int) -> _Outline | None:  # noqa: ANN401 - h5py's
    """The coordinate that stands beside a field under one of some names, if any does."""
    name = next((name for name in names if name in field.parent), None)
    if name is None:
        return None
    found = field.parent[name]
    if found.shape == field.shape:
        sides = (found[0, :], found[-1, :], found[:, 0], found[:, -1])
        return _Outline(tuple(np.asarray(side, np.float64) for side in sides), plain=False)
    if found.shape != field.shape[along : along + 1]:
        return None
    values = np.asarray(found[()], np.float64)
    constant = np.full(2, values[0])
    return _Outline((values, values, constant, constant) if along else (constant, constant, values, values), plain=True)


def _declared_crs(field: Any) -> str:  # noqa: ANN401 - h5py's
    """What the field or its group says, by CF's or FireBench's name; degrees if nothing is said."""
    mapping = field.attrs.get("grid_mapping")
    described = (
        field.parent.get(mapping.decode() if isinstance(mapping, bytes) else mapping) if mapping is not None else None
    )
    for place in (described, field, field.parent):
        for key in ("crs_wkt", "spatial_ref", "crs"):
            if place is not None and key in place.attrs:
                text = place.attrs[key]
                return wkt_of(text.decode() if isinstance(text, bytes) else str(text))
    return wkt_of(WGS84)
