"""From files to a result: open them, find the columns and the profile, and say what was found."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mercalli.engines.frames import FrameSource
from mercalli.errors import ColumnError, InputError
from mercalli.inputs.classes import ClassList, normal
from mercalli.inputs.usual_names import PRED
from mercalli.io.headers import UTF8
from mercalli.io.spark import open_spark
from mercalli.io.tables import open_table
from mercalli.plan.guess import guess_column, guess_profile, guess_truth, labels_in
from mercalli.plan.systems import clashing, system_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.io.tables import Table

DUCKDB, SPARK = "duckdb", "spark"
MOST_COUNTED = 100


@dataclass(frozen=True)
class Asked:
    """Files, and what was said about their columns, classes and profile."""

    files: Sequence[str]
    truth: str | None = None
    preds: Sequence[str] = ()
    profile: str | None = None
    classes: Sequence[str] = ()
    encoding: str = UTF8
    engine: str = DUCKDB
    master: str = "local[*]"


@dataclass(frozen=True)
class Opened:
    """One file with its columns found."""

    name: str
    source: FrameSource
    table: Table | None
    truth: str
    preds: tuple[str, ...]

    def systems(self) -> list[tuple[str, str]]:
        """Systems beside those of other files: one is called after its file, several after file and column."""
        return [(self.name if len(self.preds) == 1 else f"{self.name}.{pred}", pred) for pred in self.preds]


@dataclass(frozen=True)
class Found:
    """Open files, the profile and classes they share, and the sentences that say what was guessed."""

    files: tuple[Opened, ...]
    profile: str | None
    classes: Sequence[str] | None
    said: tuple[str, ...]


def find(asked: Asked, database: Any = None) -> Found:  # noqa: ANN401 - a DuckDB connection
    """Open the files, find their columns, and guess the profile if none was named."""
    names = system_names(asked.files)
    _check_once(asked.preds)
    opened = tuple(_opened(path, name, asked, database) for path, name in zip(asked.files, names, strict=True))
    said = list(dict.fromkeys(f"truth: {each.truth!r}, pred: {', '.join(map(repr, each.preds))}" for each in opened))
    labels = dict.fromkeys(label for each in opened for label in labels_in(each.source, [each.truth]))
    guessed = None if asked.profile is not None or asked.classes else guess_profile(list(labels))
    profile = guessed if asked.profile is None else asked.profile
    if asked.profile is None and profile is not None:
        said.append(f"profile: {profile}, because it knows all {len(labels)} true classes")
    return Found(opened, profile, _classes(asked, opened, profile), tuple(said))


def _check_once(preds: Sequence[str]) -> None:
    for name in preds:
        if list(preds).count(name) > 1:
            raise ColumnError.asked_twice("pred", name)


def _classes(asked: Asked, opened: Sequence[Opened], profile: str | None) -> Sequence[str] | None:
    """Classes as declared; without a profile, several files share the classes of all."""
    if asked.classes:
        return asked.classes
    if profile is not None or len(opened) == 1:
        return None
    labels = [label for each in opened for label in labels_in(each.source, [each.truth, *each.preds])]
    return ClassList.inferred(labels).names


def _opened(path: str, name: str, asked: Asked, database: Any) -> Opened:  # noqa: ANN401 - a DuckDB connection
    table: Table | None = None
    called = repr(path) if path in clashing(asked.files) else None
    if asked.engine == SPARK:
        opened = open_spark(path, asked.master, asked.encoding, called)
        source = FrameSource.check(opened.frame, opened.files.name, opened.error)
    else:
        table = open_table(path, encoding=asked.encoding, database=database, called=called)
        source = FrameSource.check(table.relation, table.origin, table.files.error)
    truth = guess_truth(source, asked.preds, "pred") if asked.truth is None else asked.truth
    if truth in asked.preds:
        raise ColumnError.own_truth(truth)
    for column in (truth, *asked.preds):
        if column not in source.columns:
            raise ColumnError.unknown(column, source.columns, source.origin)
    return Opened(name, source, table, truth, tuple(asked.preds) or (_pred(source, truth),))


def _pred(source: FrameSource, truth: str) -> str:
    """A column with a usual name, or an error that names the columns whose values are true classes."""
    try:
        return guess_column("pred", PRED, source, [truth])
    except ColumnError as error:
        likely = likely_preds(source, truth)
        raise (ColumnError.likely(error, likely) if likely else error) from None


def likely_preds(source: FrameSource, truth: str) -> list[str]:
    """Columns that mostly hold labels of the truth, among the first ones: each is counted."""
    if truth not in source.columns:
        raise ColumnError.unknown(truth, source.columns, source.origin)
    known = _labels(source, truth)
    others = {column: _labels(source, column) for column in source.columns[:MOST_COUNTED] if column != truth}
    return [column for column, labels in others.items() if len(labels & known) * 2 > len(labels)]


def _labels(source: FrameSource, column: str) -> set[str]:
    """The labels in a column, in the form in which they are matched; none in a column of lists."""
    try:
        return {normal(label) for label in labels_in(source, [column], sys.maxsize)}
    except InputError:
        return set()
