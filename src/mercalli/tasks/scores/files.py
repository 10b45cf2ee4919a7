"""Scores of files: every file, or every column of scores of one, is a system; files are matched by their items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from mercalli.errors import JoinError, SettingError, StatisticError
from mercalli.inputs.classes import normal
from mercalli.inputs.tally import MISSING_WORDS
from mercalli.inputs.usual_names import SCORE, SCORE_STARTS, TRUTH
from mercalli.io.joins import ItemChoice
from mercalli.io.statistics import is_statistic
from mercalli.io.tables import open_database
from mercalli.plan.columns import Role
from mercalli.plan.guess import labels_in, one_of_two, scores_of_classes
from mercalli.plan.same_items import FileSystems, Items, common_key, items_of_many
from mercalli.plan.statistics import read_statistic
from mercalli.plan.systems import systems_of_file, together
from mercalli.plan.tables import OpenTable, TableFiles, open_tables
from mercalli.tasks.scores.data import MOST_LABELS

_Result = TypeVar("_Result", bound=Any)
_Scored: TypeAlias = tuple[OpenTable, dict[str, str]]

ROLES = (Role("truth", TRUTH), Role("score", SCORE, SCORE_STARTS))


def of_files(
    evaluate: Callable[..., _Result],
    files: TableFiles,
    positive: str | None,
    matching: Matching,
    **settings: Any,  # noqa: ANN401 - as threshold and rank
) -> tuple[_Result, tuple[str, ...]]:
    """What `evaluate` says of all files as one result, and what was guessed."""
    if any(map(is_statistic, files.files)):
        return _of_statistic(evaluate, files, matching, positive=positive, **settings)
    database = open_database()
    tables = [(table, _scores(table, positive)) for table in open_tables(files, ROLES, database)]
    if len(tables) == 1 and matching.items is not None:
        raise SettingError.named("items", "is only for several files with ids. Leave `items` out for one file.")
    try:
        items = _same_items(tables, matching, database)
    except JoinError as error:
        if matching.named or common_key([table for table, _ in tables], None) is not None:
            raise
        return _side_by_side(evaluate, tables, positive, f"not compared: {error.args[0]}", settings)
    if items is None:
        return _side_by_side(evaluate, tables, positive, "", settings)
    result = evaluate(items.source, truth=items.truth, score=items.systems, positive=positive, **settings)
    systems = tuple(replace(system, notes=(*items.shared, *system.notes)) for system in result.systems)
    told = (*(table.told for table, _ in tables), _positive(result, len(systems)), *items.how)
    return replace(result, systems=systems), tuple(dict.fromkeys(told))


def _of_statistic(
    evaluate: Callable[..., _Result],
    files: TableFiles,
    matching: Matching,
    **settings: Any,  # noqa: ANN401 - as threshold and rank
) -> tuple[_Result, tuple[str, ...]]:
    """What `evaluate` says of a statistic, which has its own roles."""
    if len(files.files) > 1:
        raise StatisticError.several()
    for name, value in {"id": matching.key, "items": matching.items}.items():
        if value is not None:
            raise SettingError.named(name, "is for rows, and the data is a statistic. Leave it out.")
    statistic, (truth, score) = read_statistic(files.files[0]), (files.named[role] for role in ("truth", "score"))
    asked = {"truth": truth[0] if truth else None, "score": list(score) or None}
    return evaluate(statistic, **asked, **settings), (f"statistic: {statistic.told}",)


@dataclass(frozen=True)
class Matching:
    """How the rows of several files are matched: the column of ids, and which items are taken if ids differ."""

    key: str | None = None
    items: ItemChoice | None = None

    @property
    def named(self) -> bool:
        """Whether it was asked for."""
        return self.key is not None or self.items is not None


def _same_items(tables: Sequence[_Scored], matching: Matching, database: Any) -> Items | None:  # noqa: ANN401 - a DuckDB connection
    """The systems of several files on the same items; nothing of one file, or where every class has a score."""
    if len(tables) == 1 or any(list(scores) != list(scores.values()) for _, scores in tables):
        return None
    files = [FileSystems(table, systems_of_file(table.name, list(scores))) for table, scores in tables]
    return items_of_many(
        files, common_key([table for table, _ in tables], matching.key), database, matching.items, "score"
    )


def _side_by_side(
    evaluate: Callable[..., _Result],
    tables: Sequence[_Scored],
    positive: str | None,
    said: str,
    settings: Mapping[str, Any],
) -> tuple[_Result, tuple[str, ...]]:
    """Every file by itself."""
    results = [
        evaluate(table.source, truth=table.truth, score=scores, positive=positive, **settings)
        for table, scores in tables
    ]
    guesses = [
        line
        for (table, scores), result in zip(tables, results, strict=True)
        for line in (table.told, _positive(result, len(scores)))
    ]
    if len(results) > 1:
        results = [_named(table, result) for (table, _), result in zip(tables, results, strict=True)]
    return together(results), tuple(dict.fromkeys([*guesses, *([said] if said else [])]))


def _scores(table: OpenTable, positive: str | None) -> dict[str, str]:
    """Columns by the name of their class where every class has one, else by their own."""
    columns = table.columns["score"]
    every, known = (labels_in(table.source, [table.truth], MOST_LABELS, words) for words in ((), MISSING_WORDS))
    classes = scores_of_classes(columns, every) or scores_of_classes(columns, known)
    if positive is None:
        classes = one_of_two(classes)
    else:
        classes = {label: column for label, column in classes.items() if normal(label) == normal(positive)}
    return classes if len(classes) > 1 else {column: column for column in classes.values() or columns}


def _named(table: OpenTable, result: _Result) -> _Result:
    """The same with systems that are called after their file; means over its classes say nothing of all files."""
    names = systems_of_file(table.name, [system.name for system in result.systems])
    systems = tuple(replace(system, name=name) for system, (name, _) in zip(result.systems, names, strict=True))
    return replace(result, systems=systems, **({"macro": ()} if hasattr(result, "macro") else {}))


def _positive(result: Any, scores: int) -> str:  # noqa: ANN401 - a result of threshold or rank
    if result.per_class:
        return f"each of {scores} classes has a score: one against the rest"
    return f"positive: {result.systems[0].positive!r}"
