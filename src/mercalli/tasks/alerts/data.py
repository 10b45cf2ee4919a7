"""Items of a stream, read from any engine and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.engines.arrays import ArraySource
from mercalli.engines.source import Source
from mercalli.errors import ScoreError
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.classes import label_text, words_beside
from mercalli.inputs.scores import LARGEST
from mercalli.inputs.tally import MISSING, Column
from mercalli.plan.rows import Missing, check_present, whole_rows
from mercalli.stats.alerts import AlertStream, Types
from mercalli.stats.lists import GainTable
from mercalli.tasks.alerts.errors import PriorityError
from mercalli.tasks.alerts.priorities import Grades, Priorities


@dataclass(frozen=True)
class AlertRoles:
    """Which column plays which part; None where there is none."""

    truth: str
    scores: tuple[str, ...]
    event: str | None = None
    order: str | None = None
    types: str | None = None
    pred_types: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.types is None and self.pred_types:
            raise PriorityError.no_types("pred_types", "types")
        if self.types is not None and not self.pred_types:
            raise PriorityError.no_types("types", "pred_types")

    @property
    def keys(self) -> list[str]:
        """All but the scores."""
        every = (self.truth, self.event, self.order, self.types, *self.pred_types)
        return [name for name in every if name is not None]


@dataclass(frozen=True)
class Items:
    """What is true of the items, the same for all systems."""

    rows: ArraySource
    columns: AlertRoles
    dropped: int
    grades: Grades
    event: Ints
    events: tuple[str, ...]
    place: Ints
    priorities: Priorities

    @classmethod
    def read(
        cls,
        source: Source,
        columns: AlertRoles,
        priorities: Priorities,
        urgent: object,
        missing: Missing,
    ) -> Items:
        """Items with a priority and a score of every system, so that all systems have the same items.

        Every one must have an event and its place in the order, if these are named.
        """
        every = source.rows(columns.scores, columns.keys)
        words = words_beside(priorities.levels)
        absent = {f"truth in {columns.truth!r}": every.column(columns.truth).known(words).codes == MISSING}
        absent |= {f"score in {name!r}": np.isnan(every.numbers(name)) for name in columns.scores}
        there = whole_rows(every, absent, missing, "a priority or a score")
        rows, n = every if there.all() else every.take(there), int(there.sum())
        grades = Grades.check(rows.column(columns.truth), priorities, urgent, columns.truth, rows.origin)
        event, events = _events(rows, columns.event, n)
        place = _places(rows, columns.order, n)
        return cls(rows, columns, len(there) - n, grades, event, events, place, priorities)

    @property
    def n(self) -> int:
        """How many items."""
        return len(self.event)

    def score(self, name: str) -> Floats:
        """The predicted priorities of one system."""
        score = self.rows.numbers(name)
        if not (np.abs(score) <= LARGEST).all():
            raise ScoreError.not_finite(name, self.rows.origin, LARGEST)
        return score.astype(np.float64, copy=False)

    def gains(self, score: Floats) -> GainTable:
        """A graded list for each event."""
        return GainTable.of(score, self.grades.grade, self.event)

    def stream(self, score: Floats, pred_types: str | None) -> AlertStream | None:
        """The items in their order, if it is known what is urgent; without types, none are alike."""
        if self.grades.urgent is None:
            return None
        return AlertStream.of(self.event, self.place, self.grades.urgent, score, self._types(pred_types))

    def _types(self, pred: str | None) -> Types:
        if self.columns.types is None or pred is None:
            nothing = np.zeros((self.n, 0), np.bool_)
            return Types(nothing, nothing, np.zeros(0, np.bool_))
        sides = [self._names(column) for column in (self.columns.types, pred)]
        every = sorted({name for values, _ in sides for names in values for name in names})
        true, predicted = (_flags(values, every)[codes] for values, codes in sides)
        actionable = frozenset(self.priorities.type_name(name) for name in self.priorities.actionable)
        return Types(true, predicted, _flags([actionable], every)[0])

    def _names(self, column: str) -> tuple[list[frozenset[str]], Ints]:
        """Distinct sets of types, and which of them each item has; none where nothing stands."""
        names, cells = self.priorities.type_names, self.rows.arrays[column].tolist()
        distinct = Column.of([cell if isinstance(cell, str) else names(cell) for cell in cells]).known()
        values = [value if isinstance(value, frozenset) else names(value) for value in distinct.values]
        return [*values, frozenset()], distinct.codes


def _flags(values: Sequence[frozenset[str]], names: Sequence[str]) -> Bools:
    return np.array([[name in value for name in names] for value in values], np.bool_).reshape(len(values), len(names))


def _whole(rows: ArraySource, name: str, role: str) -> Column:
    """A column in which nothing is missing."""
    column = rows.column(name)
    check_present(rows, role, name, column.codes == MISSING)
    return column


def _events(rows: ArraySource, name: str | None, n: int) -> tuple[Ints, tuple[str, ...]]:
    """Which event each item belongs to, and their names in order."""
    if name is None:
        return np.zeros(n, np.int64), ("",)
    column = _whole(rows, name, "event")
    names, codes = np.unique([label_text(value) for value in column.values], return_inverse=True)
    return codes[column.codes], tuple(str(name) for name in names)


def _places(rows: ArraySource, name: str | None, n: int) -> Ints:
    """Places in the order of a column, numbers as numbers and all else as text; or that of the rows."""
    if name is None:
        return np.arange(n)
    column = _whole(rows, name, "order")
    _, ranks = np.unique(_sortable(column.values), return_inverse=True)
    return ranks[column.codes].astype(np.int64)


def _sortable(values: Sequence[object]) -> NDArray[Any]:
    """Numbers where all are, also those that a file holds as text; else text.

    >>> _sortable(["10", "9"]), _sortable(["10", "nine"])
    (array([10,  9]), array(['10', 'nine'], dtype='<U4'))
    """
    texts = np.array([label_text(value) for value in values])
    for kind in (np.int64, np.float64):
        try:
            return texts.astype(kind)
        except (ValueError, OverflowError):
            continue
    return texts
