"""Settings that are numbers, however they are written: K, causes, times."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np

from mercalli.errors import SettingError

EXPECTED = "a whole number of at least 1, or a share below 100% such as 0.1 or '10%'"


def several(value: object) -> list[Any]:
    """The parts of a text with commas, of a list, an array or a column; anything else by itself.

    >>> several("1,2"), several(np.array([1, 2])), several(3)
    (['1', '2'], [1, 2], [3])
    """
    if isinstance(value, str):
        return value.split(",")
    if isinstance(value, np.ndarray):
        return np.ravel(value).tolist()
    return list(value) if isinstance(value, Iterable) else [value]


def number_of(value: object) -> float | None:
    """A number, or one that is written as text; True is none.

    >>> number_of(" 0.5"), number_of(np.array([3])), number_of("soon"), number_of(True)
    (0.5, 3, None, None)
    """
    single: Any = value.item() if isinstance(value, np.generic | np.ndarray) and value.size == 1 else value
    if isinstance(single, bool) or not isinstance(single, Real | str):
        return None
    try:
        return int(single) if isinstance(single, Integral) else float(single)
    except ValueError:
        return None


def ks_of(asked: object, name: str = "k") -> tuple[float, ...]:
    """One K or several, each once, in the order in which they were asked for; `name` is what the setting is called.

    >>> ks_of([200, "10%", 0.1])
    (200, 0.1)
    """
    each = asked if isinstance(asked, Iterable) and not isinstance(asked, str) else [asked]
    ks = tuple(dict.fromkeys(_k(one, name) for one in each))
    if not ks:
        raise SettingError.outside(name, asked, EXPECTED)
    return ks


def _k(asked: object, name: str) -> float:
    """One K; a share may be written in per cent, and is then below 100%."""
    text = asked.strip() if isinstance(asked, str) else ""
    number = number_of(text[:-1] if text.endswith("%") else asked)
    if text.endswith("%") and number is not None:
        number = round(number / 100, 12) if number < 100 else None  # noqa: PLR2004 - per cent
    if number is None or not (0 < number < 1 or (number >= 1 and float(number).is_integer())):
        raise SettingError.outside(name, asked, EXPECTED)
    return number if number < 1 else int(number)
