"""Items with label sets, read from any engine and checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.source import Source
from mercalli.errors import EmptyError, LabelSetError
from mercalli.inputs.answers.answer import READ
from mercalli.inputs.answers.outputs import AnswerKind
from mercalli.inputs.arrays import Bools, Ints, distinct_rows, sums
from mercalli.inputs.classes import ClassList, check_name, label_text, normal, words_beside
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.inputs.set_columns import SetColumn
from mercalli.inputs.tally import MISSING, Column, says_missing
from mercalli.plan.answer_settings import EXCLUDE, OFF, USUAL_ANSWERS, AnswerSettings
from mercalli.plan.answers import Outputs, finish_column
from mercalli.plan.columns import check_there
from mercalli.plan.rows import check_present
from mercalli.plan.set_outputs import Beside, empty_words, read_sets, set_reader
from mercalli.stats.set_sample import SetSample
from mercalli.tasks.label_sets.missing import EMPTY, TRUTH, Missed, times_of
from mercalli.tasks.label_sets.roles import SetRoles
from mercalli.text.words import shown, suggestion

MOST_LABELS = 10_000


@dataclass(frozen=True)
class SetReading:
    """How outputs are read as sets, other spellings of the labels, and what a cell without labels means."""

    settings: AnswerSettings = USUAL_ANSWERS
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])
    missing: str = EMPTY

    def classes(self, labels: Sequence[str]) -> ClassList:
        """The labels with those spellings that mean one of them."""
        names = {normal(label): label for label in labels}
        there = {alias: names[normal(name)] for alias, name in self.aliases.items() if normal(name) in names}
        return ClassList(tuple(labels), {alias: name for alias, name in there.items() if normal(alias) not in names})


class Words(NamedTuple):
    """Words that were read as no label, and how many items have one."""

    items: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class SetItems:
    """Entries of items that are alike.

    Attributes:
        labels: The labels.
        truth: Those that each entry truly has (E, L).
        preds: Those that each system gave it, by name (E, L).
        unit: What is resampled as a whole, if not items.
        by: Columns to slice by.
        rows: How many items each entry stands for.
        origin: What the data is called.
        kinds: What the outputs of a system came to, by name, for those that are language models.
        outputs: The columns that hold outputs, and how they were read.
        nothing: Words that were read as no label, by their column.
        wrong: Entries without an answer of a system, by its name, if these count as wrong.
        missed: What was missing, and what became of it.
    """

    labels: tuple[str, ...]
    truth: Bools
    preds: Mapping[str, Bools]
    unit: Ints | None
    by: Mapping[str, Column]
    rows: Ints
    origin: str
    kinds: Mapping[str, Column]
    outputs: Outputs
    nothing: Mapping[str, Words]
    wrong: Mapping[str, Bools]
    missed: Missed

    @classmethod
    def read(
        cls,
        source: Source,
        roles: SetRoles,
        declared: Sequence[str] | None = None,
        separator: str | None = None,
        reading: SetReading | None = None,
    ) -> SetItems:
        """Labels are those declared, or all that occur, in the order of the alphabet."""
        reading = reading or SetReading()
        every = rows_of(source, roles, reading.settings)
        named = {TRUTH: roles.truth, **roles.preds}
        words = words_beside(declared or ())
        missed = Missed.of(every, named, words, reading.missing, flags=roles.flags, count=roles.count)
        rows = missed.rows
        outputs, read = _outputs(rows, roles, declared, separator, reading)
        sides = {
            name: read[name] if name in read else side_of(rows, columns, roles, separator, words)
            for name, columns in named.items()
        }
        if not len(sides[TRUTH].codes):
            raise EmptyError.no_rows(rows.origin)
        labels = labels_of(sides, roles.truth if roles.flags else declared, rows.origin)
        sides = {name: side if name in read or roles.flags else spelt_as(side, labels) for name, side in sides.items()}
        _check_unit(rows, roles.unit)
        columns = {name: _slices(rows.column(name)) for name in roles.others}
        wrong = {name: lacking for name, lacking in missed.wrong.items() if name not in read and lacking.any()}
        keys = [*(side.codes for side in sides.values()), *(column.codes for column in columns.values())]
        keys += [each.astype(np.int64) for each in wrong.values()]
        distinct, position = distinct_rows(keys, [int(key.max(initial=0)) + 1 for key in keys])
        truth, *preds = (_matched(side, labels)[codes] for side, codes in zip(sides.values(), distinct, strict=False))
        others = zip(columns.items(), distinct[len(sides) :], strict=False)
        entries = {name: Column(column.values, codes) for (name, column), codes in others}
        kinds = {name: Column(sides[name].kinds, codes) for name, codes in zip(sides, distinct, strict=False)}
        return cls(
            labels=tuple(labels),
            truth=truth,
            preds=dict(zip(roles.preds, preds, strict=True)),
            unit=None if roles.unit is None else entries[roles.unit].codes,
            by={name: entries[name] for name in roles.by},
            rows=sums(position, times_of(rows, roles.count), len(distinct[0])).astype(np.int64),
            origin=rows.origin,
            kinds={name: column for name, column in kinds.items() if column.values},
            outputs=outputs,
            nothing={} if roles.flags or reading.missing != EMPTY else _nothing(rows, roles, read, words),
            wrong={name: each > 0 for name, each in zip(wrong, distinct[len(keys) - len(wrong) :], strict=True)},
            missed=missed,
        )

    def sample(self, chosen: Ints) -> SetSample:
        """Some of the entries, drawn by units if there are any."""
        unit = None if self.unit is None else self.unit[chosen]
        preds = [pred[chosen] for pred in self.preds.values()]
        unread = [self.unread(name)[chosen] for name in self.preds]
        return SetSample.of(self.labels, self.truth[chosen], preds, self.rows[chosen], unit=unit, unread=unread)

    def unread(self, name: str) -> Bools:
        """Entries to which a system's answer could not be read, or is missing and counts as wrong."""
        column = self.kinds.get(name)
        if column is None:
            return self.wrong.get(name, np.zeros(len(self.rows), np.bool_))
        return np.array([AnswerKind(*kind).outcome != READ for kind in column.values])[column.codes]  # type: ignore[misc]

    def take(self, chosen: Bools) -> SetItems:
        """Some of the entries."""
        return replace(
            self,
            truth=self.truth[chosen],
            preds={name: pred[chosen] for name, pred in self.preds.items()},
            unit=None if self.unit is None else self.unit[chosen],
            by={name: Column(column.values, column.codes[chosen]) for name, column in self.by.items()},
            rows=self.rows[chosen],
            kinds={name: Column(column.values, column.codes[chosen]) for name, column in self.kinds.items()},
            wrong={name: each[chosen] for name, each in self.wrong.items()},
        )

    @property
    def answered(self) -> SetItems:
        """Those that count: all, or those that every system answered, if the settings leave out the others."""
        if self.outputs.settings.unread != EXCLUDE or not self.kinds:
            return self
        kept = ~np.logical_or.reduce([self.unread(name) for name in self.kinds])
        if not kept.any():
            raise EmptyError.all_dropped(self.origin, self.n, "an answer that could be read")
        return self.take(kept)

    @property
    def n(self) -> int:
        """How many items."""
        return int(self.rows.sum())


def _outputs(
    rows: ArraySource,
    roles: SetRoles,
    declared: Sequence[str] | None,
    separator: str | None,
    reading: SetReading,
) -> tuple[Outputs, dict[str, SetColumn]]:
    """The columns that hold outputs, by system; their classes are those declared, or those of the truth."""
    settings = reading.settings
    if settings.mode == OFF or roles.flags:
        return Outputs({}, settings), {}
    words = words_beside(declared or ())
    truth = side_of(rows, roles.truth, roles, separator, words)
    names = declared or labels_of({TRUTH: truth}, None, rows.origin) if declared or truth.labels() else ()
    if not names:
        return Outputs({}, settings), {}
    empty = empty_words(rows.arrays[roles.truth[0]].tolist(), words)
    reader = set_reader(reading.classes(names), settings, empty)
    systems = [column for (column,) in roles.preds.values()]
    texts = () if settings.text is None else rows.arrays[settings.text].tolist()
    found = {}
    for name, (column,) in roles.preds.items():
        finish = finish_column(rows.columns, column, systems)
        beside = Beside(texts, () if finish is None else rows.arrays[finish].tolist())
        cells = rows.arrays[column].tolist()
        found[name] = read_sets(cells, reader, settings, separator, (column, rows.origin), beside=beside)
    known = {name: each for name, each in found.items() if each is not None}
    outputs = Outputs({name: each.read for name, each in known.items()}, settings, reader)
    return outputs, {name: each.sets for name, each in known.items()}


def _check_unit(rows: ArraySource, unit: str | None) -> None:
    if unit is not None:
        check_present(rows, "unit", unit, rows.column(unit).codes == MISSING)


def _beside(columns: Sequence[str], roles: SetRoles, settings: AnswerSettings) -> list[str]:
    """Columns that may change what outputs mean: the items' texts, and why outputs ended."""
    systems = [column for found in roles.preds.values() for column in found]
    finishes = (finish_column(columns, name, systems) for name in systems)
    return [name for name in (settings.text, *finishes) if name is not None]


def rows_of(source: Source, roles: SetRoles, settings: AnswerSettings) -> ArraySource:
    """The rows, with all columns that are needed."""
    check_there(source, [*roles.every, settings.text])
    beside = [] if roles.flags else [*roles.sets, *_beside(source.columns, roles, settings)]
    return source.rows(roles.numbers, list(dict.fromkeys([*beside, *roles.others])))


def side_of(
    rows: ArraySource, columns: Sequence[str], roles: SetRoles, separator: str | None, words: Collection[str]
) -> SetColumn:
    """The sets in one column, or in one column of flags for each label."""
    if roles.flags:
        return SetColumn.of_flags(roles.truth, {column: rows.numbers(column) for column in columns}, rows.origin)
    cells = rows.arrays[columns[0]].tolist()
    return SetColumn.of(cells, separator, f"{columns[0]!r} of {rows.origin}", rows.first, words)


def _nothing(
    rows: ArraySource, roles: SetRoles, read: Mapping[str, SetColumn], words: Collection[str]
) -> dict[str, Words]:
    """The words that mean no label, and how many items have one; outputs of language models are counted elsewhere."""
    columns = [roles.truth[0], *(column for name, (column,) in roles.preds.items() if name not in read)]
    times = times_of(rows, roles.count).tolist()
    found = {
        name: [
            (cell, each)
            for cell, each in zip(rows.arrays[name].tolist(), times, strict=True)
            if says_missing(cell, words)
        ]
        for name in columns
    }
    return {
        name: Words(sum(each for _, each in cells), tuple(sorted({str(cell) for cell, _ in cells})))
        for name, cells in found.items()
        if cells
    }


def labels_of(sides: Mapping[str, SetColumn], declared: Sequence[str] | None, origin: str) -> list[str]:
    """Labels that differ only in case or blanks are one, spelt as the truth spells it."""
    spelt = {
        normal(label): label for side in reversed(list(sides.values())) for label in sorted(side.labels(), reverse=True)
    }
    if not spelt and declared is None:
        raise LabelSetError.none(origin)
    if len(spelt) > MOST_LABELS:
        raise LabelSetError.too_many(len(spelt), MOST_LABELS, origin)
    for label in spelt.values():
        check_name(label)
    if declared is None:
        return sorted(spelt.values())
    allowed = {normal(label) for label in declared}
    for name, side in sides.items():
        outside = sorted(label for label in side.labels() if normal(label) not in allowed)
        if outside:
            raise LabelSetError.in_column(
                name or "truth",
                origin,
                f"holds labels that are not among the {len(declared)} declared: {shown(outside)}."
                f"{suggestion(outside[0], declared)} Correct them, or add them to `labels`.",
            )
    return list(declared)


def spelt_as(column: SetColumn, labels: Sequence[str]) -> SetColumn:
    """The same with labels spelt as listed: the same sets are the same entries, however they were written."""
    names = {normal(label): label for label in labels}
    sets = [frozenset(names.get(normal(label), label) for label in held) for held in column.sets]
    ordered = sorted(set(sets), key=sorted)
    place = {held: at for at, held in enumerate(ordered)}
    return SetColumn(tuple(ordered), np.array([place[held] for held in sets], np.int64)[column.codes])


def _matched(column: SetColumn, labels: Sequence[str]) -> Bools:
    """Which labels each distinct set holds, however they are spelt."""
    plain = [frozenset(map(normal, each)) for each in column.sets]
    return SetColumn(tuple(plain), column.codes).flags([normal(label) for label in labels])


def _slices(column: Column) -> Column:
    """Values as text, in order; those that are missing are a slice of their own."""
    values = [*map(label_text, column.values), MISSING_SLICE]
    names, places = np.unique(values, return_inverse=True)
    return Column(tuple(str(name) for name in names), places[column.codes])
