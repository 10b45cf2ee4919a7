"""Files of labels: opened, with their columns, their classes and the profile found."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from mercalli.engines.frames import FrameSource
from mercalli.errors import ColumnError, InputError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.classes import ClassList, normal
from mercalli.inputs.usual_names import PRED
from mercalli.io.headers import UTF8
from mercalli.metrics.averages import CLASSES_ELSEWHERE
from mercalli.plan.answer_files import TRUTH_ROLE, notes_on, open_answers
from mercalli.plan.columns import Role, check_there, find_columns
from mercalli.plan.guess import labels_in, told_profile
from mercalli.plan.tables import DUCKDB, LOCAL, OpenTable, TableFiles

PRED_ROLE = Role("pred", PRED)
ROLES = TRUTH_ROLE, PRED_ROLE
MOST_COUNTED = 100


@dataclass(frozen=True)
class LabelFiles:
    """Files, and what was said about their columns, classes and profile."""

    files: Sequence[str]
    truth: str | None = None
    preds: Sequence[str] = ()
    profile: str | None = None
    classes: Sequence[str] = ()
    encoding: str = UTF8
    engine: str = DUCKDB
    master: str = LOCAL
    read_as: str | None = None
    truth_file: str | None = None
    key: str | None = None
    progress: Progress = quiet

    def tables(self, database: Any) -> list[OpenTable]:  # noqa: ANN401 - a DuckDB connection
        """The files with their columns found; a log with the answers of several systems is a table for each."""
        named = {"truth": () if self.truth is None else (self.truth,), "pred": tuple(self.preds)}
        files = TableFiles(self.files, named, self.encoding, self.engine, self.master, self.read_as, self.progress)
        opened = open_answers(files, self.truth_file, self.key, database)
        return [_with_preds(table, self.preds) for table in opened]


@dataclass(frozen=True)
class LabelTables:
    """Open files, the profile and classes they share, and the sentences that say what was guessed."""

    files: Sequence[OpenTable]
    profile: str | None
    classes: Sequence[str] | ClassList | None
    guesses: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def lone(self) -> OpenTable | None:
        """The only file, whose systems are called after their columns; those of a log are called after the log."""
        return self.files[0] if len(self.files) == 1 and self.files[0].log is None else None


def open_labels(files: LabelFiles, database: Any = None, like: str | None = None) -> LabelTables:  # noqa: ANN401 - a DuckDB connection
    """Open the files, find their columns, and guess the profile if neither it nor the classes were named."""
    opened = files.tables(database)
    guesses = list(dict.fromkeys(line for each in opened for line in (*each.found, each.told)))
    profile = files.profile
    if profile is None and not files.classes:
        labels = list(dict.fromkeys(label for each in opened for label in labels_in(each.source, [each.truth])))
        profile, told = told_profile(labels)
        guesses += told
    return LabelTables(opened, profile, _classes(files, opened, profile, like), tuple(guesses), notes_on(opened))


def _classes(
    files: LabelFiles, opened: Sequence[OpenTable], profile: str | None, like: str | None
) -> Sequence[str] | ClassList | None:
    """Classes as declared; without a profile, several files share those of all their truths.

    Where another program takes predicted labels for classes, those of all files are.
    """
    if files.classes:
        return files.classes
    if profile is not None or len(opened) == 1:
        return None
    predicted = like in CLASSES_ELSEWHERE
    columns = [(each.source, [each.truth, *(each.columns["pred"] if predicted else ())]) for each in opened]
    return ClassList.inferred(label for source, names in columns for label in labels_in(source, names))


def _with_preds(table: OpenTable, preds: Sequence[str]) -> OpenTable:
    """Predictions as named or by a usual name, or an error that names the columns whose values are true classes."""
    try:
        columns = find_columns(table.source, [PRED_ROLE], {"pred": preds, **table.columns})
    except ColumnError as error:
        likely = likely_preds(table.source, table.truth)
        raise (ColumnError.likely(error, likely) if likely else error) from None
    return replace(table, columns={**table.columns, **columns})


def likely_preds(source: FrameSource, truth: str) -> list[str]:
    """Columns that mostly hold labels of the truth, among the first ones: each is counted."""
    check_there(source, [truth])
    known = _labels(source, truth)
    others = {column: _labels(source, column) for column in source.columns[:MOST_COUNTED] if column != truth}
    return [column for column, labels in others.items() if len(labels & known) * 2 > len(labels)]


def _labels(source: FrameSource, column: str) -> set[str]:
    """The labels in a column, in the form in which they are matched; none in a column of lists."""
    try:
        return {normal(label) for label in labels_in(source, [column], sys.maxsize)}
    except InputError:
        return set()
