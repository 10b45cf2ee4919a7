"""Columns of label sets: lists, text with several labels in it, or one column of flags for each label."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import LabelSetError
from mercalli.inputs.classes import label_text
from mercalli.inputs.tally import Column, is_missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mercalli.inputs.arrays import Bools, Floats, Ints

SEPARATORS = (";", "|", ",")
BRACKETS = {"[": "]", "(": ")", "{": "}"}
QUOTES = "\"'"
LISTS = (list, tuple, set, frozenset, np.ndarray)


@dataclass(frozen=True)
class SetColumn:
    """Distinct sets of labels in the order of the alphabet, and which of them each row has."""

    sets: tuple[frozenset[str], ...]
    codes: Ints

    @classmethod
    def of(cls, cells: Sequence[object], separator: str | None = None) -> SetColumn:
        """From cells that hold a list each, or a text; a missing cell is the empty set.

        >>> column = SetColumn.of(["fire; flood", "['fire']", None])
        >>> [sorted(column.sets[code]) for code in column.codes]
        [['fire', 'flood'], ['fire'], []]
        """
        column = Column.of([frozenset(map(label_text, cell)) if isinstance(cell, LISTS) else cell for cell in cells])
        between = separator or _separator(column.values)
        found = [each if isinstance(each, frozenset) else label_names(str(each), between) for each in column.values]
        every = [*found, frozenset[str]()]
        ordered = sorted(set(every), key=sorted)
        place = {each: at for at, each in enumerate(ordered)}
        return cls(tuple(ordered), np.array([place[each] for each in every], np.int64)[column.codes])

    @classmethod
    def of_flags(cls, labels: Sequence[str], flags: Mapping[str, Floats], origin: str) -> SetColumn:
        """From columns of 0 and 1 by their names, one for each label in their order."""
        for name, values in flags.items():
            wrong = values[(values != 0) & (values != 1)]
            if len(wrong):
                raise LabelSetError.flag(name, float(wrong[0]), origin)
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


def label_names(text: str, separator: str = ",") -> frozenset[str]:
    """The labels that a text holds: a list as Python, JSON or DuckDB writes it, or labels with a sign between them.

    >>> sorted(label_names("['Food, other', 'WASH']")), sorted(label_names("[2, 10]")), sorted(label_names("a;b", ";"))
    (['Food, other', 'WASH'], ['10', '2'], ['a', 'b'])
    """
    bare = text.strip()
    if bare[:1] in BRACKETS and bare.endswith(BRACKETS[bare[:1]]):
        listed = _listed(bare)
        parts: Iterable[object] = bare[1:-1].split(",") if listed is None else listed
    else:
        parts = bare.split(separator)
    named = (label_text(part).strip(QUOTES).strip() for part in parts if not is_missing(part))
    return frozenset(name for name in named if name)


def _listed(text: str) -> Iterable[object] | None:
    """A list as JSON or Python writes it; None if it is neither."""
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(found, list | tuple | set):
            return found
    return None


def _separator(values: Iterable[object]) -> str:
    """What stands between labels: the first usual sign that occurs outside lists."""
    texts = [value for value in values if isinstance(value, str) and value.strip()[:1] not in BRACKETS]
    return next((sign for sign in SEPARATORS if any(sign in text for text in texts)), SEPARATORS[-1])
