"""From files to a result: open them, find the columns and the profile, and say what was found."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mercalli.engines.frames import FrameSource, quoted
from mercalli.errors import ColumnError, FileError, SystemNameError
from mercalli.evaluation.compare import compare
from mercalli.evaluation.evaluate import evaluate
from mercalli.evaluation.guess import KEY, PRED, TEXT, TRUTH, guess_column, guess_profile, labels_in, usual_column
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.io.joins import Part, joined
from mercalli.io.profiles import read_profile
from mercalli.io.spark import open_spark
from mercalli.io.tables import UTF8, open_database, open_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.io.tables import Table
    from mercalli.results.records import Comparison, Evaluation

DUCKDB, SPARK = "duckdb", "spark"


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

    path: str
    source: FrameSource
    table: Table | None
    truth: str
    preds: tuple[str, ...]

    @property
    def name(self) -> str:
        """The file's name without its endings."""
        return Path(self.path).name.split(".")[0]


@dataclass(frozen=True)
class Found:
    """Open files, the profile and classes they share, and the sentences that say what was guessed."""

    files: tuple[Opened, ...]
    profile: str | None
    classes: Sequence[str] | None
    said: tuple[str, ...]


def evaluate_files(asked: Asked, **settings: Any) -> tuple[Evaluation, tuple[str, ...]]:  # noqa: ANN401 - as evaluate
    """Every file, or every prediction column of a single file, is a system."""
    found = find(asked)
    if len(found.files) == 1:
        only = found.files[0]
        return _evaluated(only, dict(zip(only.preds, only.preds, strict=True)), found, settings), found.said
    names = [each.name for each in found.files]
    for name in names:
        if names.count(name) > 1:
            raise SystemNameError.duplicate(name)
    results = [_evaluated(each, _systems_of(each), found, settings) for each in found.files]
    return _combined(results), found.said


def _systems_of(opened: Opened) -> dict[str, str]:
    """One system is called after its file, several after file and column."""
    if len(opened.preds) == 1:
        return {opened.name: opened.preds[0]}
    return {f"{opened.name}.{pred}": pred for pred in opened.preds}


def _evaluated(opened: Opened, systems: dict[str, str], found: Found, settings: dict[str, Any]) -> Evaluation:
    return evaluate(
        opened.source, truth=opened.truth, pred=systems, profile=found.profile, classes=found.classes, **settings
    )


def _combined(results: Sequence[Evaluation]) -> Evaluation:
    """Several evaluations under the same settings as one."""
    first = results[0]
    origin = ", ".join(result.provenance.origin for result in results)
    systems = tuple(system for result in results for system in result.systems)
    gates = tuple(gate for result in results for gate in result.gates)
    return replace(first, systems=systems, gates=gates, provenance=replace(first.provenance, origin=origin))


@dataclass(frozen=True)
class Compared:
    """A comparison and where its items are, for examples."""

    result: Comparison
    said: tuple[str, ...]
    relation: Any
    truth: str
    systems: dict[str, str]
    key: str | None
    classes: ClassList | None

    def examples(self, most: int) -> list[dict[str, str]]:
        """Items that one of the first two systems gets right and the other wrong, in the order of the file."""
        telling = ({name: str(value) for name, value in item.items()} for item in self._items() if self._tells(item))
        return list(islice(telling, most))

    def _tells(self, item: dict[str, object]) -> bool:
        truth, first, second = (self._class(item[name]) for name in ("truth", *list(self.systems)[:2]))
        return (first == truth) != (second == truth)

    def _class(self, label: object) -> object:
        """The class a label means; a label outside the classes means itself."""
        text = label_text(label)
        code = None if self.classes is None else self.classes.code(text)
        return normal(text) if code is None else code

    def _items(self) -> Iterator[dict[str, object]]:
        """Items on which the first two systems differ, a chunk at a time."""
        text = usual_column(TEXT, self.relation.columns)
        pair = list(self.systems.items())[:2]
        wanted = {
            **({self.key: self.key} if self.key else {}),
            **({text: text} if text else {}),
            "truth": self.truth,
            **dict(pair),
        }
        (_, one), (_, two) = pair
        chosen = self.relation.filter(f"{quoted(one)} is distinct from {quoted(two)}")
        chosen = chosen.project(", ".join(f"{quoted(column)} as {quoted(name)}" for name, column in wanted.items()))
        while rows := chosen.fetchmany(1000):
            yield from (dict(zip(wanted, row, strict=True)) for row in rows)


def compare_files(asked: Asked, key: str | None, **settings: Any) -> Compared:  # noqa: ANN401 - as compare
    """The prediction columns of one file, or several files matched by a key or row by row."""
    database = open_database()
    found = find(asked, database)
    first = found.files[0]
    if key is not None:
        for each in found.files:
            if key not in each.source.columns:
                raise ColumnError.unknown(key, each.source.columns, each.source.origin)
    if len(found.files) == 1:
        systems = {pred: pred for pred in first.preds}
        relation, origin = _relation(first), first.source.origin
        said, key = found.said, key or usual_column(KEY, first.source.columns)
    else:
        key = key or _common_key(found.files)
        parts = [
            Part(name, _table(each), each.truth, pred)
            for each in found.files
            for name, pred in _systems_of(each).items()
        ]
        _reject_same_names(parts)
        made = joined(database, parts, key)
        relation, origin, systems = made.relation, made.origin, made.systems
        said = (*found.said, f"items matched {made.how}")
    result = compare(
        FrameSource.check(relation, origin),
        truth=first.truth,
        pred=systems,
        profile=found.profile,
        classes=found.classes,
        **settings,
    )
    profile = None if found.profile is None else read_profile(found.profile)
    declared = ClassList.check(profile.classes, profile.aliases) if profile is not None and profile.classes else None
    return Compared(result, said, relation, first.truth, systems, key, declared)


def _reject_same_names(parts: Sequence[Part]) -> None:
    names = [part.name for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise SystemNameError.duplicate(name)


def _table(opened: Opened) -> Table:
    if opened.table is None:
        raise FileError.engine_only(DUCKDB)
    return opened.table


def _relation(opened: Opened) -> Any:  # noqa: ANN401 - a DuckDB relation
    return _table(opened).relation


def _common_key(files: Sequence[Opened]) -> str | None:
    """A column with a usual name for ids that every file has."""
    shared = [column for column in files[0].source.columns if all(column in each.source.columns for each in files)]
    return usual_column(KEY, shared)


def find(asked: Asked, database: Any = None) -> Found:  # noqa: ANN401 - a DuckDB connection
    """Open the files, find their columns, and guess the profile if none was named."""
    opened = tuple(_opened(path, asked, database) for path in asked.files)
    said = list(dict.fromkeys(f"truth: {each.truth!r}, pred: {', '.join(map(repr, each.preds))}" for each in opened))
    labels = dict.fromkeys(label for each in opened for label in labels_in(each.source, [each.truth]))
    profile = asked.profile or (None if asked.classes else guess_profile(list(labels)))
    if asked.profile is None and profile is not None:
        said.append(f"profile: {profile}, because it knows all {len(labels)} true classes")
    return Found(opened, profile, _classes(asked, opened, profile), tuple(said))


def _classes(asked: Asked, opened: Sequence[Opened], profile: str | None) -> Sequence[str] | None:
    """Classes as declared; without a profile, several files share the classes of all."""
    if asked.classes:
        return asked.classes
    if profile is not None or len(opened) == 1:
        return None
    labels = [label for each in opened for label in labels_in(each.source, [each.truth, *each.preds])]
    return ClassList.inferred(labels).names


def _opened(path: str, asked: Asked, database: Any) -> Opened:  # noqa: ANN401 - a DuckDB connection
    table: Table | None = None
    if asked.engine == SPARK:
        frame, origin = open_spark(path, asked.master, asked.encoding)
        source = FrameSource.check(frame, origin)
    else:
        table = open_table(path, encoding=asked.encoding, database=database)
        source = FrameSource.check(table.relation, table.origin)
    truth = asked.truth or guess_column("truth", TRUTH, source, asked.preds)
    if truth in asked.preds:
        raise ColumnError.own_truth(truth)
    for column in (truth, *asked.preds):
        if column not in source.columns:
            raise ColumnError.unknown(column, source.columns, source.origin)
    return Opened(path, source, table, truth, tuple(asked.preds) or (_pred(source, truth),))


def _pred(source: FrameSource, truth: str) -> str:
    """A column with a usual name, or an error that names the columns whose values are true classes."""
    try:
        return guess_column("pred", PRED, source, [truth])
    except ColumnError as error:
        likely = _likely(source, truth)
        raise (ColumnError.likely(error, likely) if likely else error) from None


def _likely(source: FrameSource, truth: str) -> list[str]:
    """Columns that mostly hold labels of the truth."""
    if truth not in source.columns:
        raise ColumnError.unknown(truth, source.columns, source.origin)
    known = {normal(label) for label in labels_in(source, [truth])}
    found: list[str] = []
    for column in source.columns:
        labels = (
            {normal(label) for label in labels_in(source, [column], sys.maxsize)} if column != truth else set[str]()
        )
        if labels and len(labels & known) * 2 > len(labels):
            found.append(column)
    return found
