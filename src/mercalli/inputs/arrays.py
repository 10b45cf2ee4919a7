"""Names for the arrays that everything is made of, and what is done to codes in them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

DIGITS = 12
LARGEST_WEIGHT = 1e15  # sums of them are told as counts, exact to the last digit or nearly so
LARGEST_NUMBER = 1e50  # of outcomes, times, weights and costs: products of two of them can be squared and added up


def sums(codes: Ints, values: Floats | Ints, size: int) -> Floats:
    """The values added up by code.

    >>> sums(np.array([0, 2, 2]), np.array([1.0, 2.0, 3.0]), 3)
    array([1., 0., 5.])
    """
    return np.bincount(codes, np.asarray(values, np.float64), size).astype(np.float64, copy=False)


def total(values: Floats, axis: int | tuple[int, ...] = -1) -> Floats:
    """The values added up along the last axis, or others.

    >>> total(np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([3., 7.])
    """
    added: Floats = values.sum(axis=axis)
    return added


def rounded(weights: Floats) -> Floats:
    """To 12 digits: engines add in different orders, and the same data must give the same bytes.

    >>> rounded(np.array([0.1 + 0.2, 0.0]))
    array([0.3, 0. ])
    """
    magnitude = np.floor(np.log10(np.where(weights > 0, weights, 1.0)))
    scale = 10.0 ** (DIGITS - 1 - magnitude)
    even: Floats = np.round(weights * scale) / scale
    return even


def distinct_rows(keys: Sequence[Ints], sizes: Sequence[int]) -> tuple[list[Ints], Ints]:
    """The combinations that occur, in order, one array per key; and which one each entry has.

    >>> distinct_rows([np.array([1, 0, 1]), np.array([2, 0, 2])], [2, 3])
    ([array([0, 1]), array([0, 2])], array([1, 0, 1]))
    """
    if prod(sizes) < np.iinfo(np.int64).max:
        flat, position = np.unique(np.ravel_multi_index(tuple(keys), tuple(sizes)), return_inverse=True)
        return [part.astype(np.int64) for part in np.unravel_index(flat, tuple(sizes))], position
    rows, position = np.unique(np.stack(keys), axis=1, return_inverse=True)
    return list(rows), position.ravel()


def on_host(values: Any) -> Any:  # noqa: ANN401 - a tensor of any library, or anything else
    """A tensor as an array in the memory of this machine; whatever else as it is."""
    if not hasattr(values, "detach"):
        return values
    here = values.detach().cpu()
    return (here.float() if here.is_floating_point() else here).numpy()
