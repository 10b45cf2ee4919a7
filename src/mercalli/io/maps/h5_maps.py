"""Maps in HDF5 and NetCDF files of any version, FireBench's layout among them."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from mercalli.errors import FileError, MapError
from mercalli.io.maps.geo import library
from mercalli.io.maps.h5_places import ACROSS, UP, dimensions, grid_of
from mercalli.io.maps.netcdf3 import Field, is_netcdf3, opened_netcdf3

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Bools
    from mercalli.inputs.grid import Grid

SEVERITY = "fire_burn_severity"
FLAT = 2

Scale: TypeAlias = "tuple[float | np.floating[Any], float | np.floating[Any]]"  # factor and offset
UNSCALED: Scale = (1.0, 0.0)

Opened: TypeAlias = "tuple[Any, Grid, Callable[[int, int, NDArray[Any]], Bools | None], Scale]"


@contextmanager
def opened_h5(path: str, layer: str | None) -> Generator[Opened]:
    """The field, where its cells lie, how to tell which were seen, and the factor and offset of its numbers."""
    name = Path(path).name
    with opened_netcdf3(path) if is_netcdf3(path) else opened_file(path) as file:
        field = _flat(file[_chosen(file, layer, name)])
        yield field, grid_of(field, name), _seen(field), _scale(field)


@contextmanager
def opened_file(path: str) -> Generator[Any]:
    """Any file of HDF5, with the compressions that FireBench writes."""
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
    maps = _maps(file)
    if layer is not None:
        wanted = layer.strip("/")
        if wanted not in maps:
            raise MapError.no_layer(name, layer, maps)
        return wanted
    severity = [each for each in maps if each.rsplit("/", maxsplit=1)[-1] == SEVERITY]
    candidates = severity or [each for each in maps if each.rsplit("/", maxsplit=1)[-1] not in (*UP, *ACROSS)]
    deep = [] if candidates else [(field, shape) for field, shape in _shapes(file) if len(shape) > FLAT]
    if deep:  # of several times or levels
        raise MapError.not_flat(f"{name}:{deep[0][0]}", deep[0][1])
    if len(candidates) != 1:
        raise MapError.layers(name, candidates)
    return candidates[0]


def _maps(file: Any) -> list[str]:  # noqa: ANN401 - h5py's
    """Fields with rows and columns, and at most one time or level of them."""
    return [name for name, shape in _shapes(file) if len(shape) >= FLAT and set(shape[:-FLAT]) <= {1}]


def _shapes(file: Any) -> list[tuple[str, tuple[int, ...]]]:  # noqa: ANN401 - h5py's
    shapes: list[tuple[str, tuple[int, ...]]] = []

    def visit(name: str, item: Any) -> None:  # noqa: ANN401 - h5py's
        if hasattr(item, "dtype") and item.dtype.kind in "iufb":
            shapes.append((name, tuple(item.shape)))

    file.visititems(visit)
    return shapes


def _flat(field: Any) -> Any:  # noqa: ANN401 - h5py's
    """A field or, if it has a time or a level, the one map of it."""
    first = (0,) * (len(field.shape) - FLAT)
    axes = field.shape[-FLAT:], field.dtype, dimensions(field)[-FLAT:]
    return Field(*axes, field.parent, field.attrs, lambda at: np.asarray(field[(*first, at)])) if first else field


def _seen(field: Any) -> Callable[[int, int, NDArray[Any]], Bools | None]:  # noqa: ANN401 - h5py's
    """Cells that do not hold the value that stands for none."""
    declared = [np.ravel(field.attrs[key])[0] for key in ("_FillValue", "missing_value") if key in field.attrs]
    fill = next((each for each in declared if each == each), None)  # noqa: PLR0124 - NaN is not itself
    return lambda _start, _stop, rows: None if fill is None else np.asarray(rows != fill)


def _scale(field: Any) -> Scale:  # noqa: ANN401 - h5py's
    """By CF's names; their type is that of the numbers that the stored ones stand for, which is never a whole one."""
    keys = zip(("scale_factor", "add_offset"), UNSCALED, strict=True)
    factor, offset = (_decimal(field.attrs[key]) if key in field.attrs else default for key, default in keys)
    return factor, offset


def _decimal(attribute: object) -> float | np.floating[Any]:
    """The first number of an attribute."""
    first = np.ravel(np.asarray(attribute))[0]
    return first if isinstance(first, np.floating) else float(first)
