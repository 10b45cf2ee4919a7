"""Rows of a table, checked as every task that counts people or items needs it: what is missing, weights, units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.errors import ColumnError, EmptyError, MissingError, SettingError, WeightError
from mercalli.inputs.arrays import LARGEST_NUMBER, LARGEST_WEIGHT, Bools, Floats
from mercalli.inputs.labels import units
from mercalli.inputs.tally import Column, Tally

Missing: TypeAlias = Literal["error", "drop"]


def error_or_drop(missing: Missing) -> Missing:
    """The setting, if it is one; what is missing here cannot count as wrong, as a missing label does."""
    if missing not in get_args(Missing):
        raise SettingError.choice("missing", missing, get_args(Missing))
    return missing


def whole_rows(columns: ArraySource, absent: Mapping[str, Bools], missing: Missing, what: str) -> Bools:
    """Rows that lack nothing, of which there must be one; `absent` are those that lack a part, by its name."""
    for role, lacking in absent.items():
        if missing == "error" and lacking.any():
            raise MissingError.labels(role, int(lacking.sum()), columns.origin, columns.first(lacking))
    complete: Bools = ~np.logical_or.reduce(list(absent.values()))
    if not len(complete):
        raise EmptyError.no_rows(columns.origin)
    if not complete.any():
        raise EmptyError.all_dropped(columns.origin, len(complete), what)
    return complete


def check_finite(columns: ArraySource, role: str, name: str, numbers: Floats) -> None:
    """Refuse an infinite number, and one that is so large that results would be."""
    wrong = np.abs(numbers) > LARGEST_NUMBER
    if wrong.any():
        raise ColumnError.not_finite(role, name, LARGEST_NUMBER, columns.origin, columns.first(wrong))


def check_present(columns: ArraySource, role: str, name: str, absent: Bools) -> None:
    """Refuse a row that lacks what every row must have."""
    if absent.any():
        raise MissingError.values(f"{role} in {name!r}", int(absent.sum()), columns.origin)


def weights_of(columns: ArraySource, name: str | None, kept: Bools | None = None) -> Floats | None:
    """Weights, if there are any; 0 for rows that are not kept."""
    if name is None:
        return None
    numbers = columns.numbers(name)
    weights = numbers if kept is None else np.where(kept, numbers, 0.0)
    check_present(columns, "weight", name, np.isnan(weights))
    wrong = ~np.isfinite(weights) | (weights < 0)
    if wrong.any():
        raise WeightError.outside(float(weights[wrong][0]), columns.origin, columns.first(wrong))
    if (large := weights > LARGEST_WEIGHT).any():
        raise WeightError.too_large(columns.origin, LARGEST_WEIGHT, weights.max(), columns.first(large))
    if (small := (weights > 0) & (weights < 1 / LARGEST_NUMBER)).any():
        raise WeightError.too_small(columns.origin, columns.first(small))
    return weights


def units_of(columns: ArraySource, name: str | None) -> Column | None:
    """The unit of every row, if there are units; none may be missing."""
    if name is None:
        return None
    column = columns.column(name)
    rows = np.ones(len(column.codes), np.int64)
    return units(Tally.of({name: column}, rows, columns.origin), name, rows > 0)
