"""Times of shapes: one text for each, and the order they come in."""

from __future__ import annotations

import re
from datetime import datetime
from math import isfinite
from typing import TYPE_CHECKING

from mercalli.errors import ColumnError
from mercalli.tasks.wildfire.errors import PerimeterError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mercalli.io.maps.polygons import Features


def labels_of(features: Features, column: str) -> tuple[str, ...]:
    """The time of each shape; none may be missing."""
    if column not in features.frame:
        raise ColumnError.unknown(column, [str(each) for each in features.frame.columns], repr(features.name))
    values = features.frame[column]
    missing = int(values.isna().sum()) + sum(isinstance(each, str) and not each.strip() for each in values)
    if missing:
        raise PerimeterError.missing_times(features.name, column, missing)
    return tuple(label(each) for each in values)


def label(value: object) -> str:
    """A time as text, the same for 1 and 1.0, and for a day and its midnight.

    >>> label(1.0), label(1.5), label(datetime(2020, 8, 13)), label("day 1")
    ('1', '1.5', '2020-08-13', 'day 1')
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).removesuffix(" 00:00:00") if isinstance(value, datetime) else str(value)


def in_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Each time once: numbers by their size, and so are numbers within texts.

    >>> in_order(["10", "9", "10"]), in_order(["day 10", "day 9"]), in_order(["0.5", "0.25"])
    (('9', '10'), ('day 9', 'day 10'), ('0.25', '0.5'))
    """
    found = set(labels)
    return tuple(sorted(found, key=float if all(map(_is_number, found)) else _by_parts))


def _by_parts(text: str) -> list[tuple[str, int]]:
    """Words and whole numbers in turn."""
    return [(word, int(digits or 0)) for word, digits in re.findall(r"(\D*)(\d*)", text)]


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False
