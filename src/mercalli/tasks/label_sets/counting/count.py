"""From rows to the entries of a statistic: sets of labels, groups for units, and no free text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mercalli.console.lists import listed
from mercalli.engines.arrays import ArraySource
from mercalli.engines.keys import with_keys
from mercalli.engines.open import source_of
from mercalli.errors import ColumnError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.classes import label_text, words_beside
from mercalli.inputs.tally import Column, says_missing
from mercalli.plan.answer_settings import USUAL_ANSWERS
from mercalli.plan.roles import slice_names
from mercalli.plan.tables import TableFiles, open_tables
from mercalli.stats.counted_units import Units
from mercalli.stats.entries import Entries
from mercalli.tasks.label_sets.counting.question import TRUTH, SetQuestion, set_text
from mercalli.tasks.label_sets.data import SetItems, SetReading, labels_of, rows_of, side_of, spelt_as
from mercalli.tasks.label_sets.missing import EMPTY, Missing, absent_of
from mercalli.tasks.label_sets.roles import ROLES, SetRoles, columns_of


def counted(
    data: object = None,
    *,
    key: bytes | None = None,
    truth: str | Sequence[str] | None = None,
    pred: object = None,
    labels: Sequence[str] | None = None,
    separator: str | None = None,
    unit: str | None = None,
    by: str | Sequence[str] | None = None,
    groups: int = 256,
    public_units: bool = False,
    missing: Missing = EMPTY,
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> tuple[dict[str, Any], Entries]:
    """The header and the entries; arguments are those of `multilabel`, and how units are named."""
    roles = replace(SetRoles.of(truth, pred), unit=unit, by=slice_names(by))
    if roles.flags:
        raise ColumnError.of_role("truth", "names columns of 0 and 1, and only columns of sets are counted. Name one.")
    source = with_keys(source_of(data, encoding), roles.by, roles.unit)
    units = Units.chosen(roles.unit, roles.by, groups, key, public=public_units)
    progress("counting label sets", 0, 1)
    rows = rows_of(source, roles, USUAL_ANSWERS)
    items = SetItems.read(rows, roles, labels, separator, SetReading(missing=missing))
    _check_plain(items)
    question = SetQuestion(
        systems=tuple(roles.preds),
        by=roles.by,
        unit=roles.unit,
        labels=items.labels,
        separator=separator,
        missing=missing,
        units=units,
    )
    _check_names(question)
    sets = dict(zip(question.sets.values(), _sets(rows, roles, question, labels), strict=True))
    named = {name: _as_text(rows.column(name)) for name in roles.others}
    if units is not None and roles.unit is not None:
        named[roles.unit] = units.named(named[roles.unit], key)
    columns = {column: sets[column] if column in sets else named[name] for name, column in question.columns.items()}
    entries = Entries.of(columns, np.ones(len(sets[TRUTH].codes), np.int64))
    progress("counting label sets", 1, 1)
    return question.json, entries


def opened_file(
    path: str, asked: Mapping[str, Any], settings: Mapping[str, Any]
) -> tuple[object, dict[str, Any], list[str]]:
    """A file with its columns found, and what to say about that."""
    truth = listed(asked.get("truth"), "truth")
    (table,) = open_tables(TableFiles.of(path, truth=truth, pred=asked.get("pred"), **settings), ROLES)
    return table.source, {**asked, **columns_of(table)}, [table.told]


def _check_plain(items: SetItems) -> None:
    """Refuse free text: it has to be read before, and its answers are then sets of labels."""
    for name in items.outputs.columns:
        raise ColumnError.in_column(
            name,
            items.origin,
            "holds outputs of a language model, and only plain sets of labels are counted. Read them into a column "
            "of sets first.",
        )


def _check_names(question: SetQuestion) -> None:
    faults = question.faults()
    if faults:
        raise ColumnError.about("the columns or labels", f"have {faults[0]}. Rename one.")


def _sets(
    rows: ArraySource, roles: SetRoles, question: SetQuestion, declared: Sequence[str] | None
) -> Iterator[Column]:
    """The truth and each system as texts of sets; also of rows that are left out, which may count for one system."""
    words = words_beside(declared or ())
    named = {TRUTH: roles.truth, **roles.preds}
    absent = {name: absent_of(rows, own, words, flags=False) for name, own in named.items()}
    sides = {name: side_of(rows, own, roles, question.separator, words) for name, own in named.items()}
    labels_of(sides, question.labels, rows.origin)
    for name, own in named.items():
        side = spelt_as(sides[name], question.labels)
        texts = list(map(set_text, side.sets))
        cells: list[str | None] = [texts[code] for code in side.codes.tolist()]
        if question.lacks(name):
            cells = [None if lost else cell for cell, lost in zip(cells, absent[name].tolist(), strict=True)]
        else:
            raw = rows.arrays[own[0]].tolist()
            cells = [str(word) if says_missing(word, words) else cell for cell, word in zip(cells, raw, strict=True)]
        yield Column.of(cells)


def _as_text(column: Column) -> Column:
    """Values as slices and units name them."""
    return replace(column, values=tuple(label_text(value) for value in column.values))
