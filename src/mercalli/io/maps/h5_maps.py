"""Maps in HDF5 and NetCDF files of any version, FireBench's layout among them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import FileError, MapError, MercalliError
from mercalli.inputs.arrays import Bools
from mercalli.inputs.grid import Grid
from mercalli.io.maps.geo import library
from mercalli.io.maps.h5_places import ACROSS, UP, dimensions, grid_of

SEVERITY = "fire_burn_severity"
FLAT = 2
WIDE = b"CDF\x05"
NETCDF3 = (b"CDF\x01", b"CDF\x02", WIDE)  # what its files begin with

Scale: TypeAlias = "tuple[float | np.floating[Any], float | np.floating[Any]]"  # factor and offset
UNSCALED: Scale = (1.0, 0.0)

Opened: TypeAlias = "tuple[Any, Grid, Callable[[int, int, NDArray[Any]], Bools | None], Scale]"


@dataclass(frozen=True)
class Field:
    """A field of NetCDF 3, or a part of one, with the words of h5py; its numbers are read when they are asked for."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    dimensions: tuple[str, ...]
    parent: Any
    attrs: Any
    read: Callable[[Any], NDArray[Any]]

    def __getitem__(self, at: Any) -> NDArray[Any]:  # noqa: ANN401 - anything that numpy slices by
        return self.read(at)


class Group(dict[str, Field]):
    """The fields of a file of NetCDF 3 by name, with the words of h5py, in the order of this machine's bytes."""

    def __init__(self, file: Any) -> None:  # noqa: ANN401 - scipy's
        """All of them."""
        super().__init__({name: self._field(each) for name, each in file.variables.items()})
        self.attrs = dict(file._attributes)  # noqa: SLF001 - scipy has no other way

    def _field(self, variable: Any) -> Field:  # noqa: ANN401 - scipy's
        stored, axes = variable.data.dtype.newbyteorder("="), tuple(variable.dimensions)
        attrs = dict(variable._attributes)  # noqa: SLF001 - as above
        return Field(variable.shape, stored, axes, self, attrs, lambda at: np.array(variable.data[at], stored))

    def visititems(self, visit: Callable[[str, Field], None]) -> None:
        """Every field with its name."""
        for name, field in self.items():
            visit(name, field)


@contextmanager
def opened_h5(path: str, layer: str | None) -> Generator[Opened]:
    """The field, where its cells lie, how to tell which were seen, and the factor and offset of its numbers."""
    name = Path(path).name
    with _opened_netcdf3(path) if _beginning(path) in NETCDF3 else opened_file(path) as file:
        with described(name):
            field = _flat(file[_chosen(file, layer, name)])
            opened = field, grid_of(field, name), _seen(field), _scale(field)
        yield opened


@contextmanager
def described(name: str) -> Generator[None]:
    """Whatever is wrong with what a file says of its fields is told: h5py and pyproj have many errors for it."""
    try:
        yield
    except MercalliError:
        raise
    except Exception as error:  # noqa: BLE001 - see above
        reason = f"what it says of its fields makes no sense ({type(error).__name__})."
        raise FileError.unreadable(name, "HDF5 or NetCDF", reason) from None


@contextmanager
def opened_file(path: str) -> Generator[Any]:
    """Any file of HDF5, with the compressions that FireBench writes."""
    h5py = library("h5py")
    library("hdf5plugin")  # registers the compressions that FireBench writes
    try:
        file = h5py.File(path, "r")
    except OSError:
        raise FileError.unreadable(
            Path(path).name, "HDF5 or NetCDF", "it is not such a file, or it is cut off."
        ) from None
    with file:
        with described(Path(path).name):
            _check_alone(file, h5py, Path(path).name)
        yield file


def _check_alone(file: Any, h5py: Any, name: str) -> None:  # noqa: ANN401 - h5py's, and the module
    """Refuse a file that would open others: links to them, and fields that are stored in them."""

    def linked(path: str, link: object) -> str | None:
        return path if isinstance(link, h5py.ExternalLink) else None

    def stored(path: str, item: Any) -> str | None:  # noqa: ANN401 - h5py's
        return path if isinstance(item, h5py.Dataset) and (item.external or item.is_virtual) else None

    if elsewhere := file.visititems_links(linked) or file.visititems(stored):
        raise FileError.named(
            name, f"is refused: {elsewhere!r} is in another file, and only this one is read. Copy it into this file."
        )


def _chosen(file: Any, layer: str | None, name: str) -> str:  # noqa: ANN401 - h5py's
    """The field that was named, or the only one there can be."""
    maps = _maps(file)
    if layer is not None:
        path = layer.strip("/")
        if path not in maps:
            raise MapError.no_layer(name, layer, maps)
        return path
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


def _beginning(path: str) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(4)


@contextmanager
def _opened_netcdf3(path: str) -> Generator[Group]:
    """The variables of a file of NetCDF 3; its widest version is refused, with the command that converts it."""
    from scipy.io import netcdf_file  # noqa: PLC0415 - a quarter of a second to import

    name = Path(path).name
    if _beginning(path) == WIDE:
        raise MapError.named(
            name,
            f"is NetCDF 3 of the kind CDF-5, which is not read. Convert it to NetCDF 4, as in: "
            f"nccopy -k nc4 {name} converted.nc",
        )
    try:
        file = netcdf_file(path, "r", mmap=True)
    except (TypeError, ValueError, OSError, IndexError, KeyError):
        raise FileError.unreadable(name, "NetCDF 3", "it is not such a file, or it is cut off.") from None
    group = Group(file)
    try:
        yield group
    finally:
        group.clear()
        with warnings.catch_warnings():  # memory is let go of with the last array that looks into it
            warnings.simplefilter("ignore", RuntimeWarning)
            file.close()
