"""Whatever label sets come from, with their roles and rules: rows, or a statistic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.engines.arrays import ArraySource
from mercalli.engines.keys import with_keys
from mercalli.engines.open import source_of
from mercalli.engines.source import Source
from mercalli.errors import SettingError
from mercalli.inputs.tally import Column
from mercalli.io.statistics import is_statistic
from mercalli.plan.answer_settings import USUAL_ANSWERS, AnswerSettings
from mercalli.plan.columns import columns_text
from mercalli.plan.roles import column_systems, slice_names
from mercalli.plan.statistics import check_counted, check_task, is_counted, origin_of, read_statistic
from mercalli.plan.tables import TableFiles, open_tables
from mercalli.stats.entries import ROWS
from mercalli.stats.statistic import Statistic
from mercalli.tasks.label_sets.counting.question import TRUTH, SetQuestion, checked, set_of
from mercalli.tasks.label_sets.data import SetItems, SetReading
from mercalli.tasks.label_sets.missing import EMPTY
from mercalli.tasks.label_sets.roles import ROLES, SetRoles, columns_of

UNCHANGED = (USUAL_ANSWERS, AnswerSettings("off"))


@dataclass(frozen=True)
class SetTable:
    """The source with its columns by role, and how its sets are read."""

    source: Source
    roles: SetRoles
    labels: Sequence[str] | None
    separator: str | None
    reading: SetReading

    @property
    def items(self) -> SetItems:
        """Its items, read and checked."""
        return SetItems.read(self.source, self.roles, self.labels, self.separator, self.reading)


def opened_sets(data: object, asked: Mapping[str, Any], reading: SetReading, encoding: str) -> SetTable:
    """As it was asked for, as `multilabel` takes it."""
    if is_counted(data):
        statistic = data if isinstance(data, Statistic) else read_statistic(data)
        return _of_statistic(statistic, asked, reading)
    source = source_of(data, encoding)
    by, roles = asked["by"], SetRoles.of(asked["truth"], asked["pred"])
    roles = replace(roles, unit=asked["unit"], by=(by,) if isinstance(by, str) else tuple(by))
    source = with_keys(source, roles.by, roles.unit)
    return SetTable(source, roles, asked["labels"], asked["separator"], reading)


def opened_file(
    path: str, named: Mapping[str, Sequence[str]], encoding: str
) -> tuple[object, dict[str, Any], list[str]]:
    """A file with its columns found, or a statistic with its own, and what to say about that."""
    if is_statistic(path):
        statistic = read_statistic(path)
        roles = {role: list(columns) or None for role, columns in named.items()}
        return statistic, roles, [f"statistic: {statistic.told}"]
    (table,) = open_tables(TableFiles.of(path, encoding, **named), ROLES)
    guessed = columns_text({role: columns for role, columns in table.columns.items() if not named[role]})
    return table.source, columns_of(table), [guessed] if guessed else []


def _of_statistic(statistic: Statistic, asked: Mapping[str, Any], reading: SetReading) -> SetTable:
    """What was counted, under the rules by which it was counted: a row for every entry, with its number of items."""
    check_task(statistic, "multilabel")
    question = checked(statistic)
    given = {**asked, "answers": None if reading.settings in UNCHANGED else reading.settings}
    for name in ("truth", "unit", "labels", "separator", "profile", "answers"):
        if given.get(name) is not None:
            raise SettingError.named(name, "is for rows, and the data is a statistic. Leave it out.")
    if reading.missing not in (EMPTY, question.missing):
        raise SettingError.named(
            "missing",
            f"is {reading.missing!r}, and the statistic was counted with {question.missing!r}. Leave it out, or count "
            f"the rows again.",
        )
    systems = column_systems("pred", asked.get("pred") or list(question.systems))
    by = slice_names(asked.get("by")) or question.by
    check_counted(statistic, "pred", tuple(systems.values()), question.systems)
    check_counted(statistic, "by", by, question.by)
    preds = {name: (column,) for name, column in systems.items()}
    roles = SetRoles((TRUTH,), preds, flags=False, unit=question.unit, by=by, count=ROWS)
    rules = SetReading(AnswerSettings("off"), missing=question.missing)
    return SetTable(_source(statistic, question), roles, question.labels, None, rules)


def _source(statistic: Statistic, question: SetQuestion) -> ArraySource:
    """Its entries as rows; sets of labels are lists."""
    arrays = {
        name: _cells(statistic.entries.columns[column], sets=name in question.sets)
        for name, column in question.columns.items()
    }
    return ArraySource({**arrays, ROWS: statistic.entries.rows}, origin_of(statistic))


def _cells(column: Column, *, sets: bool) -> NDArray[Any]:
    """What stands in each entry."""
    values = np.empty(len(column.values) + 1, object)
    for at, value in enumerate(column.values):
        values[at] = set_of(str(value)) if sets else value
    cells: NDArray[Any] = values[column.codes]
    return cells
