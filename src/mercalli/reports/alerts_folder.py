"""The files of a report folder on alerts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.reports.alerts_rows import event_cells, event_header, measure_cells
from mercalli.reports.markdown.computed import computed
from mercalli.reports.markdown.marks import escape, table
from mercalli.results.alerts_text import alerted, alerts_title
from mercalli.results.seal import to_json
from mercalli.results.text import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.alerts import AlertReport, Alerts, EventReport

HEADER = (
    *("system", "event", "items", "urgent", "right", "false"),
    *("metric", "value", "low", "high", "constant", "undefined"),
)


def alerts_files(result: Alerts) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, a table for a spreadsheet."""
    return {
        "result.json": to_json(result),
        "report.md": _page(result),
        "alerts.csv": csv_text(HEADER, _rows(result)),
    }


def _page(result: Alerts) -> str:
    parts = [line for system in result.systems for line in _system(result, system)]
    start = f"# {escape(result.provenance.title)}: what the alerts are worth"
    digests = {system.name: system.digest for system in result.systems}
    return "\n".join([start, *parts, *computed(result.provenance, digests)]) + "\n"


def _system(result: Alerts, system: AlertReport) -> Iterator[str]:
    level = f"{percent(result.provenance.settings['level'])} interval"
    yield f"\n## {escape(alerts_title(system))}\n"
    yield from table(["metric", "value", level, "constant"], map(measure_cells, system.measures))
    yield from (f"\n{line}" for line in alerted(system))
    yield from (f"\n- {escape(note)}" for note in system.notes)
    if len(system.events) > 1:
        yield ""
        rows = (event_cells(event) for event in system.events)
        yield from table(event_header(system), ([escape(name), *numbers] for name, *numbers in rows))


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
