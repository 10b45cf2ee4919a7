"""Arrays: counting codes in blocks that fit the cache."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import ColumnError, InputError, LengthError, MissingError, WeightError
from mercalli.inputs.tally import MISSING, Column, Tally, is_missing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.inputs.arrays import Floats, Ints

Codes: TypeAlias = NDArray[np.unsignedinteger[Any]]

BLOCK = 1 << 16
DENSE_CELLS = 1 << 22
WIDEST_RANGE = 1 << 16
SHOWN = 3


@dataclass(frozen=True)
class ArraySource:
    """Named columns of equal length."""

    arrays: Mapping[str, NDArray[Any]]
    origin: str = "the arrays"

    @classmethod
    def check(cls, columns: Mapping[str, object]) -> ArraySource:
        """Arrays or lists, one row each per item."""
        arrays = {name: _array(name, values) for name, values in columns.items()}
        if len({len(array) for array in arrays.values()}) > 1:
            raise LengthError.unequal([(repr(name), len(array)) for name, array in arrays.items()])
        return cls(arrays)

    @property
    def columns(self) -> Sequence[str]:
        """The names of the arrays."""
        return list(self.arrays)

    def tally(self, keys: Sequence[str], weight: str | None) -> Tally:
        """Codes of all keys combined into one, counted."""
        coded = [_coded(self.arrays[name]) for name in keys]
        weights = None if weight is None else self._weights(weight)
        sizes = [len(values) + 1 for _, values in coded]
        where, counts = _counted([codes for codes, _ in coded], sizes, weights)
        columns = {
            name: Column(values, np.where(codes == len(values), MISSING, codes))
            for name, (_, values), codes in zip(keys, coded, where, strict=True)
        }
        rows = counts[0].astype(np.int64)
        if weights is None:
            return Tally.unweighted(columns, rows, self.origin)
        return Tally(columns, rows, counts[1], counts[2], weighted=True, origin=self.origin)

    def where(self, column: str, values: Sequence[object]) -> str:
        """The first rows, counted from 0 as arrays are."""
        array = self.arrays[column]
        if list(values) == [None]:
            found = np.fromiter((is_missing(value) for value in array.tolist()), np.bool_, len(array))
        else:
            found = np.isin(array, np.array(list(values), dtype=array.dtype))
        rows = np.flatnonzero(found)[:SHOWN]
        return f" (first at index {', '.join(str(row) for row in rows)})" if len(rows) else ""

    def _weights(self, name: str) -> Floats:
        try:
            weights = np.asarray(self.arrays[name], np.float64)
        except (TypeError, ValueError):
            raise ColumnError.not_numeric(name, str(self.arrays[name].dtype), self.origin) from None
        if np.isnan(weights).any():
            raise MissingError.values(f"weight in {name!r}", int(np.isnan(weights).sum()), self.origin)
        if weights.size and weights.min() < 0:
            raise WeightError.negative(float(weights.min()), self.origin)
        return weights


def _array(name: str, values: object) -> NDArray[Any]:
    """One-dimensional, and text kept as it is."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError.not_a_column(name, repr(values))
    array = np.asarray(values) if hasattr(values, "dtype") else _listed(list(values))
    if array.ndim != 1:
        raise InputError.not_a_column(name, f"shape {array.shape}")
    return array


def _listed(listed: list[object]) -> NDArray[Any]:
    """A list as an array; mixed kinds stay objects, so that 1 and "1" and None are not made text."""
    if all(type(value) is int for value in listed):
        return np.array(listed, np.int64)
    if all(type(value) is float for value in listed):
        return np.array(listed, np.float64)
    array = np.empty(len(listed), object)
    array[:] = listed
    return array


def _coded(array: NDArray[Any]) -> tuple[Codes, tuple[object, ...]]:
    """Small codes and the values they stand for; one code more means missing."""
    if array.dtype.kind in "biu" and array.size:
        low, high = int(array.min()), int(array.max())
        if high - low < WIDEST_RANGE:
            return _narrowed(array, low, high)
    if array.dtype.kind in "fiu":
        values, codes = np.unique(array[~np.isnan(array)], return_inverse=True)
        every = np.full(len(array), len(values), np.uint32)
        every[~np.isnan(array)] = codes
        return every, tuple(values.tolist())
    column = Column.of(array.tolist())
    every = np.where(column.codes == MISSING, len(column.values), column.codes)
    return every.astype(_dtype(len(column.values))), column.values


def _narrowed(array: NDArray[Any], low: int, high: int) -> tuple[Codes, tuple[object, ...]]:
    """Whole numbers in a small range are their own codes."""
    if array.dtype == np.uint8:
        return array, tuple(range(high + 1))
    kind = _dtype(high - low + 1)
    codes = np.empty(len(array), kind)
    for part in _parts(len(array), BLOCK):
        np.subtract(array[part], low, out=codes[part], dtype=np.int64, casting="unsafe")
    return codes, tuple(range(low, high + 1))


def _dtype(most: int) -> type[np.unsignedinteger[Any]]:
    return np.uint8 if most < 1 << 8 else np.uint16 if most < 1 << 16 else np.uint32


def _parts(length: int, block: int) -> Iterator[slice]:
    return (slice(start, start + block) for start in range(0, length, block))


def _counted(codes: Sequence[Codes], sizes: Sequence[int], weights: Floats | None) -> tuple[list[Ints], list[Floats]]:
    """The combinations that occur, as one code for each key, and their rows, weight and squared weight."""
    size = prod(sizes)
    if size <= DENSE_CELLS:
        dense = _dense(codes, sizes, weights)
        cells = np.flatnonzero(dense[0])
        counts = [count[cells] for count in dense]
    else:
        cells, position = np.unique(_flat(codes, sizes, slice(None), np.int64), return_inverse=True)
        powers = [None] if weights is None else [None, weights, weights**2]
        counts = [np.bincount(position, power, len(cells)).astype(np.float64) for power in powers]
    return [part.astype(np.int64) for part in np.unravel_index(cells, sizes)], counts


def _dense(codes: Sequence[Codes], sizes: Sequence[int], weights: Floats | None) -> list[Floats]:
    """Counts of every possible combination, block by block."""
    size = prod(sizes)
    kind = np.uint8 if size <= 1 << 8 else np.uint16 if size <= 1 << 16 else np.int64
    totals = [np.zeros(size) for _ in range(1 if weights is None else 3)]
    for part in _parts(len(codes[0]), max(BLOCK, 4 * size)):
        flat = _flat(codes, sizes, part, kind)
        totals[0] += np.bincount(flat, minlength=size)
        if weights is not None:
            totals[1] += np.bincount(flat, weights[part], size)
            totals[2] += np.bincount(flat, weights[part] ** 2, size)
    return totals


def _flat(codes: Sequence[Codes], sizes: Sequence[int], part: slice, kind: type[Any]) -> NDArray[Any]:
    """Several codes as one number, in the narrowest type that holds it."""
    flat = codes[0][part].astype(kind)
    for each, size in zip(codes[1:], sizes[1:], strict=True):
        flat *= kind(size)
        flat += each[part].astype(kind, copy=False)
    return flat
