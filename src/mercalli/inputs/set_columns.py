"""Columns of label sets: lists, text with several labels in it, or one column of flags for each label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import LabelSetError
from mercalli.inputs.label_lists import LISTS, is_list, label_names, named
from mercalli.inputs.tally import Column
from mercalli.text.words import short_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from mercalli.inputs.arrays import Bools, Floats, Ints

SEPARATORS = (";", "|", ",")


@dataclass(frozen=True)
class SetColumn:
    """Distinct sets of labels in the order of the alphabet, and which of them each row has."""

    sets: tuple[frozenset[str], ...]
    codes: Ints

    @classmethod
    def of(
        cls,
        cells: Sequence[object],
        separator: str | None = None,
        name: str = "The column",
        first: Callable[[Bools], str] = lambda _: "",
    ) -> SetColumn:
        """From cells that hold a list each, or a text; a missing cell is the empty set.

        `name` and `first`, words for the first of some rows, tell where a list is that cannot be read.

        >>> column = SetColumn.of(["fire; flood", "['fire']", None])
        >>> [sorted(column.sets[code]) for code in column.codes]
        [['fire', 'flood'], ['fire'], []]
        """
        column = Column.of([_hashable(cell) if isinstance(cell, LISTS) else cell for cell in cells])
        between = separator or _separator(column.values)
        found = [each if isinstance(each, frozenset) else label_names(str(each), between) for each in column.values]
        every = [frozenset[str]() if each is None else each for each in [*found, None]]
        if None in found:
            wrong = found.index(None)
            raise LabelSetError.about(
                name,
                f"holds {short_name(str(column.values[wrong]))!r}{first(column.codes == wrong)}, which opens like a "
                f"list but is no whole list of labels, as in ['fire', 'flood']. Correct it.",
            )
        ordered = sorted(set(every), key=sorted)
        place = {each: at for at, each in enumerate(ordered)}
        return cls(tuple(ordered), np.array([place[each] for each in every], np.int64)[column.codes])

    @classmethod
    def of_flags(cls, labels: Sequence[str], flags: Mapping[str, Floats], origin: str) -> SetColumn:
        """From columns of 0 and 1 by their names, one for each label in their order."""
        for name, values in flags.items():
            wrong = values[(values != 0) & (values != 1)]
            if len(wrong):
                value = "nothing" if np.isnan(wrong[0]) else f"{wrong[0]:g}"
                raise LabelSetError.in_column(
                    name, origin, f"must hold 0 and 1, one column for each label; found {value}. Correct it."
                )
        table: Bools = np.stack([values == 1 for values in flags.values()], axis=1)
        distinct, codes = np.unique(np.packbits(table, axis=1), axis=0, return_inverse=True)
        bits = np.unpackbits(distinct, axis=1, count=len(labels)).astype(np.bool_)
        sets = tuple(frozenset(labels[at] for at in np.flatnonzero(row).tolist()) for row in bits)
        return cls(sets, codes.ravel().astype(np.int64))

    def labels(self) -> set[str]:
        """All labels that occur."""
        return set().union(*(self.sets[code] for code in np.unique(self.codes)))

    def flags(self, labels: Sequence[str]) -> Bools:
        """Which labels each distinct set holds: (sets, L)."""
        rows = [[label in each for label in labels] for each in self.sets]
        return np.array(rows, np.bool_).reshape(len(self.sets), len(labels))


def _hashable(cell: Iterable[object]) -> frozenset[str] | str:
    """The labels of a list; one that holds lists as text, which is no list of labels either."""
    found = named(cell)
    return str(list(cell)) if found is None else found


def _separator(values: Iterable[object]) -> str:
    """What stands between labels: the first usual sign that occurs outside lists."""
    texts = [value for value in values if isinstance(value, str) and not is_list(value)]
    return next((sign for sign in SEPARATORS if any(sign in text for text in texts)), SEPARATORS[-1])
