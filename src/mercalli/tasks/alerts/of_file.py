"""From a file of items to what its alerts are worth, and what was found in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.inputs.usual_names import INCIDENT, PRIORITY, SCORE, SCORE_STARTS
from mercalli.plan.columns import Role, told
from mercalli.plan.tables import open_tables
from mercalli.tasks.alerts.evaluate import alerts

if TYPE_CHECKING:
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.alerts.result import Alerts

ROLES = (
    Role("truth", PRIORITY),
    Role("score", SCORE, SCORE_STARTS),
    Role("event", INCIDENT, required=False, ranked=True),
)


def alerts_of_file(
    files: TableFiles,
    order: str | None,
    **settings: Any,  # noqa: ANN401 - as alerts
) -> tuple[Alerts, tuple[str, ...]]:
    """Every column of scores is a system."""
    (table,) = open_tables(files, ROLES)
    scores, event = table.columns["score"], next(iter(table.columns["event"]), None)
    result = alerts(table.source, truth=table.truth, score=scores, event=event, order=order, **settings)
    came = "as they stand" if order is None else f"by {order!r}"
    lists = "all items are one event" if event is None else told({"event": [event]})
    return result, (told({"truth": [table.truth], "score": scores}), f"{lists}; items came {came}")
