"""NetCDF 3, the classic format, with the words of h5py, so that one reader serves both."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import FileError, MapError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from numpy.typing import NDArray

CLASSIC, WIDE = (b"CDF\x01", b"CDF\x02"), b"CDF\x05"


def is_netcdf3(path: str) -> bool:
    """Whether a file begins as NetCDF 3 does, in any of its versions."""
    return _beginning(path) in (*CLASSIC, WIDE)


def _beginning(path: str) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(4)


@dataclass(frozen=True)
class Field:
    """A field with the words of h5py; its numbers are read when they are asked for."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    dimensions: tuple[str, ...]
    parent: Any
    attrs: Any
    read: Callable[[Any], NDArray[Any]]

    def __getitem__(self, at: Any) -> NDArray[Any]:  # noqa: ANN401 - anything that numpy slices by
        return self.read(at)


class Group(dict[str, Field]):
    """The fields of a file by name, in the order of this machine's bytes."""

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
def opened_netcdf3(path: str) -> Generator[Group]:
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
        raise FileError.unreadable(name, "NetCDF 3", "it is not one, or is cut off.") from None
    group = Group(file)
    try:
        yield group
    finally:
        group.clear()
        with warnings.catch_warnings():  # memory is let go of with the last array that looks into it
            warnings.simplefilter("ignore", RuntimeWarning)
            file.close()
