"""A tally: every distinct combination of key values once, with how many rows had it.

This is what an engine hands over. Its values are as found in the data, unchecked; its size is that of
the answer, not of the data.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mercalli.inputs.arrays import Bools, Floats, Ints

MISSING = -1


@dataclass(frozen=True)
class Column:
    """One key: its distinct values and, for each entry, which of them (-1 where missing)."""

    values: tuple[object, ...]
    codes: Ints

    @classmethod
    def of(cls, found: Sequence[object]) -> Column:
        """Distinct values in order of appearance.

        >>> Column.of(["flood", None, "fire", "flood"])
        Column(values=('flood', 'fire'), codes=array([ 0, -1,  1,  0]))
        """
        try:
            every = dict.fromkeys(found)
        except TypeError:
            raise InputError.not_a_label(next(filter(_unhashable, found))) from None
        distinct = [value for value in every if not is_missing(value)]
        index = {**dict.fromkeys(every, MISSING), **{value: code for code, value in enumerate(distinct)}}
        return cls(tuple(distinct), np.fromiter(map(index.__getitem__, found), np.int64, len(found)))

    def occurring(self) -> Column:
        """The same key with only the values that occur."""
        used = np.unique(self.codes[self.codes != MISSING])
        if len(used) == len(self.values):
            return self
        place = np.full(len(self.values) + 1, MISSING, np.int64)
        place[used] = np.arange(len(used))
        return Column(tuple(self.values[code] for code in used), place[self.codes])

    def take(self, rows: Bools | Ints) -> Column:
        """The same key for some of the entries."""
        return Column(self.values, self.codes[rows])


@dataclass(frozen=True)
class Tally:
    """Distinct combinations of `columns`, with their rows, weight and squared weight."""

    columns: Mapping[str, Column]
    rows: Ints
    weight: Floats
    weight_sq: Floats
    weighted: bool
    origin: str

    @classmethod
    def of(
        cls, columns: Mapping[str, Column], rows: Ints, origin: str, weights: tuple[Floats, Floats] | None = None
    ) -> Tally:
        """With weight and squared weight, if rows have any; else every row weighs one."""
        weight, weight_sq = weights or (rows.astype(np.float64),) * 2
        return cls(columns, rows, weight, weight_sq, weights is not None, origin)


def _unhashable(value: object) -> bool:
    return not isinstance(value, Hashable)


def is_missing(value: object) -> bool:
    """None, NaN, pandas' NA and NaT, and text of nothing but blanks.

    >>> [is_missing(value) for value in (None, float("nan"), " ", 0, "none")]
    [True, True, True, False, False]
    """
    if value is None or type(value).__name__ in {"NAType", "NaTType"}:
        return True
    if isinstance(value, str):
        return not value.strip()
    return isinstance(value, float | np.floating) and bool(np.isnan(value))
