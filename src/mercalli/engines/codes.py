"""Codes: arrays and lists of any kind as small whole numbers and the values they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import InputError
from mercalli.inputs.tally import MISSING, Column

Codes: TypeAlias = NDArray[np.unsignedinteger[Any]]

BLOCK = 1 << 16
WIDEST_RANGE = 1 << 16
LARGEST = np.iinfo(np.int64).max
LARGEST_BYTE = 255


def array_of(name: str, values: object) -> NDArray[Any]:
    """One-dimensional, text kept as it is, missing values as None."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError.not_a_column(name, repr(values))
    if isinstance(values, set | frozenset):
        raise InputError.not_a_column(name, "a set, which has no order")
    given: Any = values
    if hasattr(given, "to_pylist"):
        given = given.to_pylist()
    array = _typed(given) if hasattr(given, "dtype") else _listed(list(given))
    if array.ndim != 1:
        raise InputError.not_a_column(name, f"shape {array.shape}")
    return array


def _typed(values: object) -> NDArray[Any]:
    """An array or series; masks become None and times become times, not nanoseconds."""
    if isinstance(values, np.ma.MaskedArray):
        return _listed(values.tolist())
    array = np.asarray(values)
    return array.astype("datetime64[us]").astype(object) if array.dtype.kind == "M" else array


def _listed(listed: list[object]) -> NDArray[Any]:
    """A list as an array; mixed kinds stay objects, so that 1 and "1" and None are not made text."""
    if all(type(value) is int and abs(value) <= LARGEST for value in listed):
        return np.array(listed, np.int64)
    if all(type(value) is float for value in listed):
        return np.array(listed, np.float64)
    return np.fromiter(listed, object, len(listed))


def coded(array: NDArray[Any]) -> tuple[Codes, tuple[object, ...]]:
    """Small codes and the values they stand for; one code more means missing."""
    if array.dtype.kind == "b":
        return array.view(np.uint8), (False, True)
    if array.dtype.kind in "iu" and array.size:
        narrow = _bytes(array) or _narrowed(array)
        if narrow is not None:
            return narrow
    if array.dtype.kind in "fiu":
        return _distinct(array)
    column = Column.of(array.tolist())
    every = np.where(column.codes == MISSING, len(column.values), column.codes)
    return every.astype(_dtype(len(column.values))), column.values


def _distinct(array: NDArray[Any]) -> tuple[Codes, tuple[object, ...]]:
    known = ~np.isnan(array)
    values, codes = np.unique(array[known], return_inverse=True)
    every = np.full(len(array), len(values), np.uint32)
    every[known] = codes
    return every, tuple(values.tolist())


def _bytes(array: NDArray[Any]) -> tuple[Codes, tuple[object, ...]] | None:
    """Whole numbers from 0 to 255 are their own codes; looked at and copied in one pass through the cache."""
    if array.dtype == np.uint8:
        return array, tuple(range(int(array.max()) + 1))
    unsigned = array.view(array.dtype.str.replace("i", "u"))
    codes = np.empty(len(array), np.uint8)
    highest = 0
    for part in parts(len(array), BLOCK):
        highest = max(highest, int(unsigned[part].max()))
        if highest > LARGEST_BYTE:
            return None
        codes[part] = unsigned[part]
    return codes, tuple(range(highest + 1))


def _narrowed(array: NDArray[Any]) -> tuple[Codes, tuple[object, ...]] | None:
    """Whole numbers in a small range, counted from the lowest."""
    low, high = int(array.min()), int(array.max())
    if high - low >= WIDEST_RANGE or high > LARGEST:
        return None
    codes = np.empty(len(array), _dtype(high - low + 1))
    for part in parts(len(array), BLOCK):
        np.subtract(array[part], low, out=codes[part], dtype=np.int64, casting="unsafe")
    return codes, tuple(range(low, high + 1))


def _dtype(most: int) -> type[np.unsignedinteger[Any]]:
    return np.uint8 if most < 1 << 8 else np.uint16 if most < 1 << 16 else np.uint32


def parts(length: int, block: int) -> Iterator[slice]:
    """Blocks that fit the cache."""
    return (slice(start, start + block) for start in range(0, length, block))
