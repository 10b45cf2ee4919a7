"""From a file of items to what its alerts are worth: open it, find the columns, and say what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mercalli.engines.frames import FrameSource
from mercalli.errors import ColumnError
from mercalli.inputs.usual_names import TRUTH
from mercalli.io.headers import UTF8
from mercalli.io.tables import open_table
from mercalli.plan.guess import guess_column, usual_column
from mercalli.plan.score_columns import guess_scores
from mercalli.tasks.alerts.evaluate import alerts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.tasks.alerts.result import Alerts

PRIORITY = ("priority", "gold_priority", "true_priority", *TRUTH)
EVENT = ("event", "event_id", "incident", "topic")


@dataclass(frozen=True)
class AskedAlerts:
    """A file, and what was said about its columns."""

    file: str
    truth: str | None = None
    scores: Sequence[str] = ()
    event: str | None = None
    order: str | None = None
    encoding: str = UTF8


def alert_file(asked: AskedAlerts, **settings: Any) -> tuple[Alerts, tuple[str, ...]]:  # noqa: ANN401 - as alerts
    """Every column of scores is a system."""
    table = open_table(asked.file, encoding=asked.encoding)
    source = FrameSource.check(table.relation, table.origin, table.files.error)
    truth = guess_column("truth", PRIORITY, source, asked.scores) if asked.truth is None else asked.truth
    if truth in asked.scores:
        raise ColumnError.own_truth(truth)
    scores = list(asked.scores) or guess_scores(source, [truth])
    event = asked.event or usual_column(EVENT, source.columns)
    result = alerts(source, truth=truth, score=scores, event=event, order=asked.order, **settings)
    came = "as they stand" if asked.order is None else f"by {asked.order!r}"
    lists = "all items are one event" if event is None else f"event: {event!r}"
    said = (f"truth: {truth!r}, score: {', '.join(map(repr, scores))}", f"{lists}; items came {came}")
    return result, said
