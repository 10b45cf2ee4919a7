"""Labelled texts: what a classifier learns from and is tested on, checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import ClassError, EmptyError, LabelSetError, LengthError, SettingError, TextError
from mercalli.errors.data import said_missing
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.labels import MISSING_SLICE, MOST_CLASSES
from mercalli.inputs.set_columns import LISTS, SetColumn, is_list
from mercalli.inputs.tally import MISSING_WORDS, Column, is_missing, says_missing
from mercalli.text.words import counted

Mode: TypeAlias = Literal["multi-class", "multi-label"]
Texts: TypeAlias = NDArray[np.object_]

MULTI_CLASS: Mode = "multi-class"
MULTI_LABEL: Mode = "multi-label"
MODES = (MULTI_CLASS, MULTI_LABEL)
DELIMITER = "|"
IN_A_PROFILE = "; if one of these is a class, name a `profile` that has it"
IS_A_LIST = "is a list. If a text may have several labels, say --mode multi-label; else give one label for each text."


@dataclass(frozen=True)
class LabelledTexts:
    """Texts with their labels.

    Attributes:
        texts: The texts.
        mode: Whether each text has one label ("multi-class") or any number ("multi-label").
        classes: The labels that occur, in order.
        sets: The distinct sets of labels, of one each if the mode is multi-class, and which of them each text has.
        by: Columns beside them, such as events, by their names.
        ids: What names each text, if anything does.
        origin: What the data is called.
        dropped: How many rows were left out because they lacked a text or a label.
        roles: Which columns hold what, where the texts come from a table.
        delimiter: What stands between labels where several are written as one text.
    """

    texts: Texts
    mode: Mode
    classes: tuple[str, ...]
    sets: SetColumn
    by: Mapping[str, Column] = field(default_factory=dict[str, Column])
    ids: Texts | None = None
    origin: str = "the texts"
    dropped: int = 0
    roles: Mapping[str, str] = field(default_factory=dict[str, str])
    delimiter: str = DELIMITER

    @classmethod
    def check(
        cls,
        texts: Sequence[object],
        labels: Sequence[object],
        *,
        mode: Mode = MULTI_CLASS,
        by: Mapping[str, Sequence[object]] | None = None,
        ids: Sequence[object] | None = None,
        delimiter: str = DELIMITER,
        known: ClassList | None = None,
        missing: Literal["error", "drop"] = "error",
        words: Collection[str] = MISSING_WORDS,
        origin: str = "the texts",
        roles: Mapping[str, str] | None = None,
    ) -> LabelledTexts:
        """From texts and one label each, or any number of labels each: lists, or text with a delimiter between them.

        Labels that differ only in case, blanks, hyphens or underscores are one class; `known` are classes with other
        spellings of theirs; `words` that are none of them mean that a label is missing.

        >>> data = LabelledTexts.check(["a fire", "flooded", "Fire!"], ["fire", "flood", "Fire"])
        >>> data.classes, data.codes
        (('fire', 'flood'), array([0, 1, 0]))
        >>> LabelledTexts.check(["smoke and water"], ["fire|flood"], mode="multi-label").flags
        array([[ True,  True]])
        """
        _check_settings(mode, delimiter, missing)
        columns = {"text": texts, "label": labels, **(by or {}), **({} if ids is None else {"id": ids})}
        if len({len(column) for column in columns.values()}) > 1:
            raise LengthError.unequal([(name, len(column)) for name, column in columns.items()])
        if not len(texts):
            raise EmptyError.no_rows(origin)
        nothing = words if known is None else known.missing_words & frozenset(words)
        whole = _whole_rows(texts, labels, mode, missing, origin, nothing)
        held = _array(labels)[whole]
        sets = (
            _single(held, delimiter, known, origin)
            if mode == MULTI_CLASS
            else _several(held, delimiter, origin, nothing)
        )
        occurring = sets.labels()
        return cls(
            texts=_array(map(_text, texts))[whole],
            mode=mode,
            classes=tuple(name for labels in sets.sets for name in labels if name in occurring)
            if mode == MULTI_CLASS
            else tuple(sorted(occurring)),
            sets=sets,
            by={name: Column.of(_array(map(_slice, column))[whole].tolist()) for name, column in (by or {}).items()},
            ids=None if ids is None else _array(map(_text, ids))[whole],
            origin=origin,
            dropped=int((~whole).sum()),
            roles=dict(roles or {}),
            delimiter=delimiter,
        )

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def flags(self) -> Bools:
        """Which labels each text has: (texts, classes)."""
        flags: Bools = self.sets.flags(self.classes)[self.sets.codes]
        return flags

    @cached_property
    def codes(self) -> Ints:
        """The place of the label of each text, where it has one."""
        place = {name: at for at, name in enumerate(self.classes)}
        named = [place.get(next(iter(labels), ""), -1) for labels in self.sets.sets]
        codes: Ints = np.array(named, np.int64)[self.sets.codes]
        return codes

    @cached_property
    def counts(self) -> Ints:
        """How many texts have each label."""
        counts: Ints = self.flags.sum(axis=0, dtype=np.int64)
        return counts

    def written(self) -> list[str]:
        """The labels of each text as a file holds them."""
        written = [self.delimiter.join(name for name in self.classes if name in labels) for labels in self.sets.sets]
        return [written[code] for code in self.sets.codes]

    def spelt(self, known: ClassList) -> LabelledTexts:
        """The same texts, where labels that mean a known class have its name.

        >>> LabelledTexts.check(["smoke"], ["FIRE"]).spelt(ClassList(("fire", "flood"))).written()
        ['fire']
        """
        codes = {name: known.code(name) for labels in self.sets.sets for name in labels}
        named = {name: name if code is None else known.names[code] for name, code in codes.items()}
        sets = tuple(frozenset(named[name] for name in labels) for labels in self.sets.sets)
        classes = tuple(dict.fromkeys(named[name] for name in self.classes))
        return replace(self, classes=classes, sets=SetColumn(sets, self.sets.codes))

    def take(self, rows: Ints | Bools) -> LabelledTexts:
        """Some of the texts, with the same classes."""
        return replace(
            self,
            texts=self.texts[rows],
            sets=SetColumn(self.sets.sets, self.sets.codes[rows]),
            by={name: column.take(rows) for name, column in self.by.items()},
            ids=None if self.ids is None else self.ids[rows],
        )


def _check_settings(mode: str, delimiter: str, missing: str) -> None:
    if mode not in MODES:
        raise SettingError.choice("mode", mode, MODES)
    if missing not in ("error", "drop"):
        raise SettingError.choice("missing", missing, ("error", "drop"))
    if not delimiter.strip() and delimiter != "\t":
        raise SettingError.outside("delimiter", delimiter, "a sign such as |, ; or /")


def _whole_rows(  # noqa: PLR0917 - as check has them
    texts: Sequence[object], labels: Sequence[object], mode: str, missing: str, origin: str, words: Collection[str]
) -> Bools:
    """Which rows have what they need; a text may have none of several labels."""
    lacks = {"text": _missing(texts), **({"label": _missing(labels, words)} if mode == MULTI_CLASS else {})}
    for what, rows in lacks.items():
        if rows.any() and missing == "error":
            said = sorted({str(label) for label in labels if says_missing(label, words)} if what == "label" else ())
            raise TextError.lacking(
                what, int(rows.sum()), int(rows.argmax()) + 1, origin, said_missing(said, IN_A_PROFILE)
            )
    whole: Bools = ~np.logical_or.reduce(list(lacks.values()))
    if not whole.any():
        raise TextError.about(
            f"all {counted(len(whole), 'row')} of {origin}",
            "lack a text or a label. Check that the right columns are named.",
        )
    return whole


def _missing(values: Sequence[object], words: Collection[str] = ()) -> Bools:
    lacks = (is_missing(value) or says_missing(value, words) for value in values)
    return np.fromiter(lacks, np.bool_, len(values))


def _array(values: Iterable[object]) -> Texts:
    return np.fromiter(values, np.object_)


def _text(value: object) -> str:
    return value if isinstance(value, str) else label_text(value)


def _slice(value: object) -> str:
    return MISSING_SLICE if is_missing(value) else label_text(value)


def _single(labels: Texts, delimiter: str, known: ClassList | None, origin: str) -> SetColumn:
    """Sets of one label each; spellings of one class are that class."""
    listed = next((label for label in labels if isinstance(label, LISTS)), None)
    if listed is not None:
        raise TextError.label(str(listed), origin, IS_A_LIST)
    column = Column.of([_text(label) for label in labels])
    names = [label_text(label) for label in column.values]
    for label in names:
        _check_single(label, delimiter, origin)
    if len(names) > MOST_CLASSES:
        raise ClassError.too_many(len(names), MOST_CLASSES, "The label column", origin)
    classes = _matched(names, known)
    codes = np.array([classes.code(label) for label in names], np.int64)
    return SetColumn(tuple(frozenset([name]) for name in classes.names), codes[column.codes])


def _check_single(label: str, delimiter: str, origin: str) -> None:
    if delimiter in label:
        raise TextError.label(
            label,
            origin,
            f"holds the delimiter {delimiter!r}. If a text may have several labels, say --mode multi-label; "
            f"if it is one label, name a `delimiter` that no label holds.",
        )
    if is_list(label):
        raise TextError.label(label, origin, IS_A_LIST)


def _matched(labels: Sequence[str], known: ClassList | None) -> ClassList:
    """The classes that labels mean: those known, and the others as they are written."""
    if known is None:
        return ClassList.inferred(labels)
    strange = [label for label in labels if known.code(label) is None]
    return known.extended(strange) if strange else known


def _several(cells: Texts, delimiter: str, origin: str, words: Collection[str]) -> SetColumn:
    """Sets of any number of labels."""
    sets = SetColumn.of(cells.tolist(), delimiter, f"The label column of {origin}", words=words)
    labels = sorted(sets.labels())
    if len(labels) > MOST_CLASSES:
        raise LabelSetError.too_many(len(labels), MOST_CLASSES, origin)
    inside = next((label for label in labels if delimiter in label), None)
    if inside is not None:
        raise TextError.label(
            inside,
            origin,
            f"holds the delimiter {delimiter!r}, so predictions could not be read again. "
            f"Name a `delimiter` that no label holds.",
        )
    return sets
