"""Items that lack their true labels or a system's answer: no labels, an error, wrong, or left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.errors import EmptyError, MissingError, SettingError
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.tally import is_missing, says_missing

Missing: TypeAlias = Literal["empty", "error", "wrong", "drop"]
EMPTY: Missing = "empty"
ERROR, WRONG, DROP = "error", "wrong", "drop"
TRUTH = ""


@dataclass(frozen=True)
class Missed:
    """The rows that count, which answers in them are missing and wrong, and what was left out.

    Attributes:
        rows: The rows that count.
        wrong: By system, rows without an answer, all of whose labels count as wrong.
        dropped: By system, or as "" for the truth, how many rows lack it; where such rows are left out.
        given: How many items there were.
        left: How many of them were left out.
    """

    rows: ArraySource
    wrong: Mapping[str, Bools]
    dropped: Mapping[str, int] = field(default_factory=dict[str, int])
    given: int = 0
    left: int = 0

    @classmethod
    def of(
        cls,
        rows: ArraySource,
        columns: Mapping[str, Sequence[str]],
        words: Collection[str],
        missing: str,
        *,
        flags: bool,
        count: str | None = None,
    ) -> Missed:
        """From the columns of each system, and of the truth under the name ""; `words` mean that nothing is there."""
        if missing not in get_args(Missing):
            raise SettingError.choice("missing", missing, get_args(Missing))
        if missing == EMPTY:
            return cls(rows, {})
        absent = {name: absent_of(rows, own, words, flags=flags) for name, own in columns.items()}
        for name, lacking in absent.items():
            if lacking.any() and (missing == ERROR or (missing == WRONG and name == TRUTH)):
                what = "true labels" if name == TRUTH else f"predictions of {name!r}"
                raise MissingError.labels(what, int(lacking.sum()), rows.origin, rows.first(lacking))
        if missing == DROP:
            return cls._without(rows, absent, times_of(rows, count))
        return cls(filled(rows, columns, absent) if flags else rows, absent)

    @classmethod
    def _without(cls, rows: ArraySource, absent: Mapping[str, Bools], times: Ints) -> Missed:
        """Rows that lack nothing."""
        lacking: Bools = np.logical_or.reduce(list(absent.values()))
        if len(lacking) and lacking.all():
            given = int(times.sum())
            raise EmptyError.all_dropped(rows.origin, given, "true labels and the predictions of all systems")
        dropped = {name: int(times[each].sum()) for name, each in absent.items() if each.any()}
        return cls(rows.take(~lacking), {}, dropped, int(times.sum()), int(times[lacking].sum()))


def times_of(rows: ArraySource, count: str | None) -> Ints:
    """How many items each row stands for: one, if no column says so."""
    width = len(next(iter(rows.arrays.values())))
    return np.ones(width, np.int64) if count is None else rows.arrays[count].astype(np.int64)


def absent_of(rows: ArraySource, columns: Sequence[str], words: Collection[str], *, flags: bool) -> Bools:
    """Rows in which a column holds nothing, or a word for it; with several columns, any of them."""
    if flags:
        absent: Bools = np.logical_or.reduce([np.isnan(rows.numbers(name)) for name in columns])
        return absent
    cells = rows.arrays[columns[0]].tolist()
    return np.array([is_missing(cell) or says_missing(cell, words) for cell in cells], np.bool_)


def filled(rows: ArraySource, columns: Mapping[str, Sequence[str]], absent: Mapping[str, Bools]) -> ArraySource:
    """Flags as 0 where any of a system's is missing: these rows count as wrong anyway."""
    numbers = {
        name: np.where(absent[system], 0.0, rows.numbers(name)) for system, own in columns.items() for name in own
    }
    return replace(rows, arrays={**rows.arrays, **numbers})
