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
class Group:
    """The variables of a file."""

    file: Any

    @property
    def attrs(self) -> dict[str, Any]:
        """Of the file."""
        return dict(self.file._attributes)  # noqa: SLF001 - scipy has no other way

    def __contains__(self, name: object) -> bool:
        return name in self.file.variables

    def __getitem__(self, name: str) -> Variable:
        return Variable(self.file.variables[name], self)

    def get(self, name: str) -> Variable | None:
        """A variable, if it is there."""
        variable = self.file.variables.get(name)
        return None if variable is None else Variable(variable, self)

    def visititems(self, visit: Callable[[str, Variable], None]) -> None:
        """Every variable with its name."""
        for name in self.file.variables:
            visit(name, self[name])


@dataclass(frozen=True)
class Variable:
    """One variable; its numbers are read when they are asked for, in the order of this machine's bytes."""

    variable: Any
    parent: Group

    @property
    def attrs(self) -> dict[str, Any]:
        """Of the variable."""
        return dict(self.variable._attributes)  # noqa: SLF001 - scipy has no other way

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns."""
        return tuple(self.variable.shape)

    @property
    def dimensions(self) -> tuple[str, ...]:
        """What its axes are called."""
        return tuple(self.variable.dimensions)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The kind of its numbers."""
        stored: np.dtype[Any] = self.variable.data.dtype
        return stored.newbyteorder("=")

    def __getitem__(self, at: Any) -> NDArray[Any]:  # noqa: ANN401 - anything that numpy slices by
        return np.array(self.variable.data[at], self.dtype)


@contextmanager
def opened_netcdf3(path: str) -> Generator[Group]:
    """The variables of a file of NetCDF 3; its widest version is refused, with the command that converts it."""
    from scipy.io import netcdf_file  # noqa: PLC0415 - a quarter of a second to import

    name = Path(path).name
    if _beginning(path) == WIDE:
        raise MapError.wide_netcdf(name)
    try:
        file = netcdf_file(path, "r", mmap=True)
    except (TypeError, ValueError, OSError, IndexError, KeyError):
        raise FileError.unreadable(name, "NetCDF 3", "it is not one, or is cut off.") from None
    try:
        yield Group(file)
    finally:
        _close(file)


def _close(file: Any) -> None:  # noqa: ANN401 - scipy's
    """Let go of a file; its memory is let go of with the last array that looks into it, which scipy warns of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        file.close()
