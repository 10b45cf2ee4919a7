"""From a file of people who were followed to a result: open it, find the columns, and say what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mercalli.engines.frames import FrameSource
from mercalli.errors import ColumnError, SurvivalError
from mercalli.io.headers import UTF8
from mercalli.io.tables import open_table
from mercalli.plan.guess import guess_column
from mercalli.tasks.survival.evaluate import survival

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mercalli.tasks.survival.result import SurvivalResult

TIME = ("time", "duration", "survival_time", "followup", "follow_up", "futime", "time_to_event")
EVENT = ("event", "status", "event_observed", "event_type", "event_code")


@dataclass(frozen=True)
class AskedSurvival:
    """A file, and what was said about its columns; predictions by which way they point."""

    file: str
    time: str | None
    event: str | None
    predictions: Mapping[str, Sequence[str]]
    train: str | None = None
    encoding: str = UTF8


def survival_of_file(asked: AskedSurvival, **settings: Any) -> tuple[SurvivalResult, tuple[str, ...]]:  # noqa: ANN401 - as survival
    """The people in one file, or in several that a glob means; every named prediction is a system."""
    if not any(asked.predictions.values()):
        raise SurvivalError.no_direction()
    source = _source(asked.file, asked.encoding)
    named = [name for name in (asked.time, asked.event) if name is not None]
    for name in named:
        if name not in source.columns:
            raise ColumnError.unknown(name, source.columns, source.origin)
    time = asked.time or guess_column("time", TIME, source, named)
    event = asked.event or guess_column("event", EVENT, source, [*named, time])
    given: dict[str, Any] = {kind: list(names) for kind, names in asked.predictions.items() if names}
    train = None if asked.train is None else _source(asked.train, asked.encoding)
    result = survival(source, time=time, event=event, train=train, **given, **settings)
    return result, (f"time: {time!r}, event: {event!r}, {_said(asked)}",)


def _source(file: str, encoding: str) -> FrameSource:
    table = open_table(file, encoding=encoding)
    return FrameSource.check(table.relation, table.origin)


def _said(asked: AskedSurvival) -> str:
    """Which way each prediction points."""
    ways = {"risk": "higher means sooner", "survival": "higher means later"}
    told = [
        f"{', '.join(map(repr, names))}: {ways.get(kind, 'chances over time')}"
        for kind, names in asked.predictions.items()
        if names
    ]
    return "; ".join(told)
