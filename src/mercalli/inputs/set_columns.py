"""Columns of label sets: lists, also as Python, JSON or DuckDB writes them, labels in one text, or columns of flags."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.errors import LabelSetError
from mercalli.inputs.answers.answer import READ
from mercalli.inputs.answers.outputs import AnswerKind
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.classes import label_text
from mercalli.inputs.tally import MISSING_WORDS, Column, is_missing
from mercalli.text.words import short_name

SEPARATORS = (";", "|", ",")
LISTS = (list, tuple, set, frozenset, np.ndarray)
BRACKETS = {"[": "]", "(": ")", "{": "}"}
QUOTES = "\"'"
NOTHING = ("NULL", "None", "nan", "<NA>")
# One value of a list and the comma after it: in either quotes, or bare.
VALUE = re.compile(
    r"""\s*+(?:'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)"|([^,'"\[\]{}][^,\[\]{}]*+)?)\s*+(,|$)""", re.DOTALL
)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True)
class SetColumn:
    """Distinct sets of labels in the order of the alphabet, and which of them each row has.

    Where the sets were read in outputs, `kinds` says what each came to: several may be empty, and not all of them read.
    """

    sets: tuple[frozenset[str], ...]
    codes: Ints
    kinds: tuple[AnswerKind, ...] = ()

    @classmethod
    def of(
        cls,
        cells: Sequence[object],
        separator: str | None = None,
        name: str = "The column",
        first: Callable[[Bools], str] = lambda _: "",
        words: Collection[str] = MISSING_WORDS,
    ) -> SetColumn:
        """From cells that hold a list each, or a text; a missing cell, or one of the `words` for it, is empty.

        `name` and `first`, words for the first of some rows, tell where a list is that cannot be read.

        >>> column = SetColumn.of(["fire; flood", "['fire']", None])
        >>> [sorted(column.sets[code]) for code in column.codes]
        [['fire', 'flood'], ['fire'], []]
        """
        column = Column.of([_hashable(cell) if isinstance(cell, LISTS) else cell for cell in cells]).known(words)
        between = separator or usual_separator(column.values)
        sets = [value if isinstance(value, frozenset) else label_names(str(value), between) for value in column.values]
        every = [frozenset[str]() if labels is None else labels for labels in [*sets, None]]
        if None in sets:
            wrong = sets.index(None)
            raise LabelSetError.about(
                name,
                f"holds {short_name(str(column.values[wrong]))!r}{first(column.codes == wrong)}, which opens like a "
                f"list but is no whole list of labels, as in ['fire', 'flood']. Correct it.",
            )
        ordered = sorted(set(every), key=sorted)
        place = {labels: at for at, labels in enumerate(ordered)}
        return cls(tuple(ordered), np.array([place[labels] for labels in every], np.int64)[column.codes])

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

    @property
    def unread(self) -> Bools:
        """Which of the sets are none: what could not be read."""
        lost = [kind.outcome != READ for kind in self.kinds] or [False] * len(self.sets)
        return np.array(lost, np.bool_)

    def labels(self) -> set[str]:
        """All labels that occur."""
        return set().union(*(self.sets[code] for code in np.unique(self.codes)))

    def flags(self, labels: Sequence[str]) -> Bools:
        """Which labels each distinct set holds: (sets, L)."""
        rows = [[label in held for label in labels] for held in self.sets]
        return np.array(rows, np.bool_).reshape(len(self.sets), len(labels))


def _hashable(cell: Iterable[object]) -> frozenset[str] | str:
    """The labels of a list; one that holds lists as text, which is no list of labels either."""
    labels = named(cell)
    return str(list(cell)) if labels is None else labels


def usual_separator(values: Iterable[object]) -> str:
    """What stands between labels: the first usual sign that occurs outside lists."""
    texts = [value for value in values if isinstance(value, str) and not is_list(value)]
    return next((sign for sign in SEPARATORS if any(sign in text for text in texts)), SEPARATORS[-1])


def named(parts: Iterable[object]) -> frozenset[str] | None:
    """The labels of a list, whose missing and empty values are none; None if it holds lists itself.

    >>> sorted(named(["fire", None, "", 3.0])), named([["fire"]])
    (['3', 'fire'], None)
    """
    present = [part for part in parts if not is_missing(part)]
    if any(isinstance(part, (*LISTS, Mapping)) for part in present):
        return None
    texts = (label_text(part).strip(QUOTES).strip() for part in present)
    return frozenset(text for text in texts if text)


def is_list(text: str) -> bool:
    """Whether a text stands in brackets.

    >>> is_list("[a, b]"), is_list("(a, b)"), is_list("(un)safe; fire")
    (True, True, False)
    """
    bare = text.strip()
    return bare[:1] in BRACKETS and bare.endswith(BRACKETS[bare[:1]])


def label_names(text: str, separator: str = ",") -> frozenset[str] | None:
    """The labels that a text holds: a list, or labels with a sign between them; None if it opens as a list and is none.

    Labels may begin with a parenthesis, so that a text that does is a list only if it reads as one.

    >>> sorted(label_names("['Food, other', 'WASH']")), sorted(label_names("[2, 10]")), sorted(label_names("a;b", ";"))
    (['Food, other', 'WASH'], ['10', '2'], ['a', 'b'])
    >>> label_names("['a', 'b'"), label_names("{'a': 1}"), sorted(label_names("(un)safe;fire", ";"))
    (None, None, ['(un)safe', 'fire'])
    """
    bare = text.strip()
    parts = _listed(bare) if is_list(bare) else None
    if parts is not None:
        return named(parts)
    return None if bare[:1] in ("[", "{") else named(bare.split(separator))


def _listed(text: str) -> Iterable[object] | None:
    """A list as JSON, Python or DuckDB writes it; None if it is neither."""
    for read in (json.loads, ast.literal_eval):
        try:
            values = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(values, list | tuple | set):
            return values
    return _values(text[1:-1], text[0])


def _values(text: str, opens: str) -> list[object] | None:
    """The values of a list, in quotes only where they need them; a map, which has braces, is none."""
    values: list[object] = []
    at, comma = 0, ","
    while comma:
        value = VALUE.match(text, at)
        if value is None:
            return None
        single, double, bare, comma = value.groups()
        if bare is not None and opens == "{" and re.search("[:=]", bare):
            return None
        quoted = single if double is None else double
        values.append(_bare(bare or "") if quoted is None else ESCAPED.sub(r"\1", quoted))
        at = value.end()
    return values


def _bare(value: str) -> str | None:
    return None if value.strip() in NOTHING else value
