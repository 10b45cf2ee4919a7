"""Scores in files: every file, or every column of scores of a single file, is a system."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from mercalli.inputs.classes import normal
from mercalli.inputs.usual_names import SCORE, SCORE_STARTS, TRUTH
from mercalli.plan.columns import Role
from mercalli.plan.guess import labels_in, one_of_two, scores_of_classes
from mercalli.plan.systems import systems_of_file, together
from mercalli.plan.tables import open_tables
from mercalli.tasks.scores.data import MOST_LABELS

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.plan.tables import OpenTable, TableFiles

_Result = TypeVar("_Result", bound=Any)

ROLES = (Role("truth", TRUTH), Role("score", SCORE, SCORE_STARTS))


def of_files(
    evaluate: Callable[..., _Result],
    files: TableFiles,
    positive: str | None,
    **settings: Any,  # noqa: ANN401 - as threshold and rank
) -> tuple[_Result, tuple[str, ...]]:
    """What `evaluate` says of all files as one result, and what was guessed."""
    tables = [(each, _scores(each, positive)) for each in open_tables(files, ROLES)]
    results = [
        evaluate(table.source, truth=table.truth, score=scores, positive=positive, **settings)
        for table, scores in tables
    ]
    said = [
        line
        for (table, scores), result in zip(tables, results, strict=True)
        for line in (table.told, _positive(result, len(scores)))
    ]
    if len(results) > 1:
        results = [_named(table, result) for (table, _), result in zip(tables, results, strict=True)]
    return together(results), tuple(dict.fromkeys(said))


def _scores(table: OpenTable, positive: str | None) -> dict[str, str]:
    """Columns by the name of their class where every class has one, else by their own."""
    columns = table.columns["score"]
    classes = scores_of_classes(columns, labels_in(table.source, [table.truth], MOST_LABELS))
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
