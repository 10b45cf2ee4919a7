"""Settings that are numbers, however they are written: K, causes, times."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np


def several(found: object) -> list[Any]:
    """The parts of a text with commas, of a list, an array or a column; anything else by itself.

    >>> several("1,2"), several(np.array([1, 2])), several(3)
    (['1', '2'], [1, 2], [3])
    """
    if isinstance(found, str):
        return found.split(",")
    if isinstance(found, np.ndarray):
        return np.ravel(found).tolist()
    return list(found) if isinstance(found, Iterable) else [found]


def number_of(found: object) -> float | None:
    """A number, or one that is written as text; True is none.

    >>> number_of(" 0.5"), number_of(np.array([3])), number_of("soon"), number_of(True)
    (0.5, 3, None, None)
    """
    single: Any = found.item() if isinstance(found, np.generic | np.ndarray) and found.size == 1 else found
    if isinstance(single, bool) or not isinstance(single, Real | str):
        return None
    try:
        return int(single) if isinstance(single, Integral) else float(single)
    except ValueError:
        return None
