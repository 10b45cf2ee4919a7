"""From files of scores to decisions, and what was found in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from mercalli.inputs.classes import normal
from mercalli.inputs.usual_names import SCORE, SCORE_STARTS, TRUTH
from mercalli.plan.columns import Role
from mercalli.plan.guess import labels_in, one_of_two, scores_of_classes
from mercalli.plan.systems import systems_of_file, together
from mercalli.plan.tables import open_tables
from mercalli.tasks.scores.data import MOST_LABELS
from mercalli.tasks.scores.rank.evaluate import rank
from mercalli.tasks.scores.rank.result import Ranked
from mercalli.tasks.scores.threshold.evaluate import threshold
from mercalli.tasks.scores.threshold.result import Decisions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mercalli.plan.tables import OpenTable, TableFiles

_Result = TypeVar("_Result", Decisions, Ranked)

ROLES = (Role("truth", TRUTH), Role("score", SCORE, SCORE_STARTS))


@dataclass(frozen=True)
class ScoreTable:
    """An open file, and its scores by the name of their system, or of their class."""

    table: OpenTable
    scores: Mapping[str, str]


def threshold_files(
    files: TableFiles,
    positive: str | None,
    **settings: Any,  # noqa: ANN401 - as threshold
) -> tuple[Decisions, tuple[str, ...]]:
    """Every file, or every column of scores of a single file, is a system."""
    found, said = _of_files(threshold, files, positive, settings)
    return (found if len(files.files) == 1 else replace(found, macro=())), said


def rank_files(
    files: TableFiles,
    positive: str | None,
    **settings: Any,  # noqa: ANN401 - as rank
) -> tuple[Ranked, tuple[str, ...]]:
    """The same, to look at from the highest score down."""
    return _of_files(rank, files, positive, settings)


def _of_files(
    evaluate: Callable[..., _Result], files: TableFiles, positive: str | None, settings: dict[str, Any]
) -> tuple[_Result, tuple[str, ...]]:
    opened = [ScoreTable(each, _scores(each, positive)) for each in open_tables(files, ROLES)]
    results = [
        evaluate(each.table.source, truth=each.table.truth, score=dict(each.scores), positive=positive, **settings)
        for each in opened
    ]
    found = results[0] if len(results) == 1 else _combined(opened, results)
    return found, tuple(dict.fromkeys(line for each in opened for line in _said(each, found)))


def _scores(table: OpenTable, positive: str | None) -> dict[str, str]:
    """Columns by the name of their class where every class has one, else by their own."""
    columns = table.columns["score"]
    found = scores_of_classes(columns, labels_in(table.source, [table.truth], MOST_LABELS))
    if positive is None:
        found = one_of_two(found)
    else:
        found = {label: column for label, column in found.items() if normal(label) == normal(positive)}
    return found if len(found) > 1 else {column: column for column in found.values() or columns}


def _combined(opened: Sequence[ScoreTable], results: Sequence[_Result]) -> _Result:
    """Several results as one, with systems that are called after their files."""
    renamed = []
    for each, result in zip(opened, results, strict=True):
        names = systems_of_file(each.table.name, [system.name for system in result.systems])
        systems = tuple(replace(system, name=name) for system, (name, _) in zip(result.systems, names, strict=True))
        renamed.append(replace(result, systems=systems))
    return together(renamed)


def _said(opened: ScoreTable, result: Decisions | Ranked) -> Iterator[str]:
    yield opened.table.told
    if result.per_class:
        yield f"each of {len(opened.scores)} classes has a score: one against the rest"
    else:
        yield f"positive: {result.systems[0].positive!r}"
