"""The first and the last time of every group of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Ints
from mercalli.inputs.tally import Column, Tally
from mercalli.inputs.times import NO_TIME


@dataclass(frozen=True)
class Ends:
    """Every distinct combination of some keys, with the first and the last of its times; NO_TIME where none has any."""

    tally: Tally
    first: Ints
    last: Ints

    @classmethod
    def of(cls, columns: dict[str, Column], times: Sequence[object], origin: str) -> Ends:
        """From rows, each with its keys and its microseconds since 1970, or nothing."""
        moments = np.array([NO_TIME if time is None or time == "" else int(str(time)) for time in times], np.int64)
        sizes = [len(column.values) + 1 for column in columns.values()]
        flat = np.ravel_multi_index([column.codes + 1 for column in columns.values()], sizes)
        distinct, group = np.unique(flat, return_inverse=True)
        known = moments != NO_TIME
        first, last = np.full(len(distinct), np.iinfo(np.int64).max), np.full(len(distinct), NO_TIME)
        np.minimum.at(first, group[known], moments[known])
        np.maximum.at(last, group[known], moments[known])
        parts = (part.astype(np.int64) - 1 for part in np.unravel_index(distinct, sizes))
        kept = {name: Column(columns[name].values, part) for name, part in zip(columns, parts, strict=True)}
        tally = Tally.of(kept, np.bincount(group), origin)
        return cls(tally, np.where(last == NO_TIME, NO_TIME, first), last)
