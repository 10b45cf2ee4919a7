"""Distinct combinations of several codes."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Ints


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
