"""From files of scores to decisions: open them, find the columns, and say what was found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mercalli.engines.frames import FrameSource
from mercalli.errors import ColumnError, SystemNameError
from mercalli.inputs.classes import normal
from mercalli.io.headers import UTF8
from mercalli.io.tables import open_table
from mercalli.plan.guess import guess_truth, labels_in
from mercalli.plan.score_columns import guess_scores, one_of_two, scores_of_classes
from mercalli.tasks.scores.data import MOST_LABELS
from mercalli.tasks.scores.rank.evaluate import rank
from mercalli.tasks.scores.rank.result import Ranked
from mercalli.tasks.scores.threshold.evaluate import threshold
from mercalli.tasks.scores.threshold.result import Decisions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_Found = TypeVar("_Found", Decisions, Ranked)


@dataclass(frozen=True)
class AskedScores:
    """Files, and what was said about their columns."""

    files: Sequence[str]
    truth: str | None = None
    scores: Sequence[str] = ()
    positive: str | None = None
    encoding: str = UTF8


@dataclass(frozen=True)
class OpenedScores:
    """One file with its columns found: scores by the name of their system, or of their class."""

    name: str
    source: FrameSource
    truth: str
    scores: Mapping[str, str]


def threshold_files(asked: AskedScores, **settings: Any) -> tuple[Decisions, tuple[str, ...]]:  # noqa: ANN401 - as threshold
    """Every file, or every column of scores of a single file, is a system."""
    opened = _open_all(asked)
    results = [_decided(each, asked.positive, settings) for each in opened]
    found = results[0] if len(results) == 1 else replace(_combined(opened, results), macro=())
    return found, _all_said(opened, found)


def rank_files(asked: AskedScores, **settings: Any) -> tuple[Ranked, tuple[str, ...]]:  # noqa: ANN401 - as rank
    """The same, to look at from the highest score down."""
    opened = _open_all(asked)
    results = [
        rank(each.source, truth=each.truth, score=dict(each.scores), positive=asked.positive, **settings)
        for each in opened
    ]
    found = results[0] if len(results) == 1 else _combined(opened, results)
    return found, _all_said(opened, found)


def _open_all(asked: AskedScores) -> list[OpenedScores]:
    opened = [_opened(path, asked) for path in asked.files]
    names = [each.name for each in opened]
    for name in names:
        if names.count(name) > 1:
            raise SystemNameError.duplicate(name)
    return opened


def _opened(path: str, asked: AskedScores) -> OpenedScores:
    table = open_table(path, encoding=asked.encoding)
    source = FrameSource.check(table.relation, table.origin)
    truth = guess_truth(source, asked.scores, "score") if asked.truth is None else asked.truth
    if truth in asked.scores:
        raise ColumnError.own_truth(truth)
    for column in (truth, *asked.scores):
        if column not in source.columns:
            raise ColumnError.unknown(column, source.columns, source.origin)
    columns = list(asked.scores) or guess_scores(source, [truth])
    scores = _scores(columns, labels_in(source, [truth], MOST_LABELS), asked.positive)
    return OpenedScores(Path(path).name.split(".")[0], source, truth, scores)


def _scores(columns: Sequence[str], labels: Sequence[str], positive: str | None) -> dict[str, str]:
    """Columns by the name of their class where every class has one, else by their own."""
    found = scores_of_classes(columns, labels)
    if positive is None:
        found = one_of_two(found)
    else:
        found = {label: column for label, column in found.items() if normal(label) == normal(positive)}
    return found if len(found) > 1 else {column: column for column in found.values() or columns}


def _decided(opened: OpenedScores, positive: str | None, settings: dict[str, Any]) -> Decisions:
    return threshold(opened.source, truth=opened.truth, score=dict(opened.scores), positive=positive, **settings)


def _combined(opened: Sequence[OpenedScores], results: Sequence[_Found]) -> _Found:
    """Several results under the same settings as one; a system is called after its file, and its column if need be."""
    origin = ", ".join(result.provenance.origin for result in results)
    systems = tuple(
        replace(system, name=each.name if len(result.systems) == 1 else f"{each.name}.{system.name}")
        for each, result in zip(opened, results, strict=True)
        for system in result.systems
    )
    return replace(results[0], systems=systems, provenance=replace(results[0].provenance, origin=origin))


def _all_said(opened: Sequence[OpenedScores], result: Decisions | Ranked) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for each in opened for line in _said(each, result)))


def _said(opened: OpenedScores, result: Decisions | Ranked) -> Iterator[str]:
    yield f"truth: {opened.truth!r}, score: {', '.join(map(repr, opened.scores.values()))}"
    if result.per_class:
        yield f"each of {len(opened.scores)} classes has a score: one against the rest"
    else:
        yield f"positive: {result.systems[0].positive!r}"
