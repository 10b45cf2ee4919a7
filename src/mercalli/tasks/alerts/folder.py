"""The files of a report folder on alerts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.alerts.article import alerts_article
from mercalli.telling.files import article_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.tasks.alerts.result import AlertReport, Alerts, EventReport

HEADER = (
    *("system", "event", "items", "urgent", "right", "false"),
    *("metric", "value", "low", "high", "constant", "undefined"),
)


def alerts_files(result: Alerts) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, a table for a spreadsheet."""
    return {
        "result.json": to_json(result),
        **article_files(alerts_article(result), {}),
        "alerts.csv": csv_text(HEADER, _rows(result)),
    }


def _rows(result: Alerts) -> Iterator[Sequence[object]]:
    """Every metric of every system, overall and by event."""
    for system in result.systems:
        yield from _part_rows(system.name, "", system)
        for event in system.events:
            yield from _part_rows(system.name, event.name, event)


def _part_rows(system: str, event: str, part: AlertReport | EventReport) -> Iterator[Sequence[object]]:
    counts = part.counts
    told = [None] * 3 if counts is None else [counts.urgent, counts.right, counts.false]
    for each in part.measures:
        constant = each.baselines.get("constant")
        yield (
            *(system, event, part.n, *told),
            *(each.metric, each.value, each.low, each.high, constant, each.undefined),
        )
