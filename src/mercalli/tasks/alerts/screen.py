"""What alerts are worth, on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.alerts.rows import event_cells, event_header, measure_cells
from mercalli.tasks.alerts.text import alerted, alerts_title
from mercalli.telling.interval_columns import with_interval
from mercalli.telling.terminal import DIM, MARK, Words, note_table, plain_table
from mercalli.text.names import plain
from mercalli.text.numbers import percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.alerts.result import AlertReport, Alerts

MOST_EVENTS = 20
INTERVAL = 2


def show_alerts(console: Console, result: Alerts, said: Sequence[str]) -> None:
    """Print the whole screen."""
    console.print(Words(result.provenance.title, style=MARK))
    for line in said:
        console.print(Words(f"  {line}", style=DIM))
    for system in result.systems:
        for part in _system(result, system):
            console.print(part)


def _system(result: Alerts, system: AlertReport) -> Iterator[RenderableType]:
    yield Words(f"\n{alerts_title(system)}", style=MARK)
    level = percent(result.provenance.settings["level"])
    header = [("metric", "left"), ("value", "right"), (f"{level} interval", "right"), ("constant", "right")]
    made = plain_table(*with_interval(result.provenance, header, INTERVAL))
    for measure in system.measures:
        made.add_row(*with_interval(result.provenance, measure_cells(measure), INTERVAL))
    yield made
    yield from (Words(line) for line in alerted(system))
    if len(system.events) > 1:
        yield from _events(system)
    yield from _notes(system.notes)


def _events(system: AlertReport) -> Iterator[RenderableType]:
    name, *others = event_header(system)
    made = plain_table((name, "left"), *((each, "right") for each in others))
    for event in system.events[:MOST_EVENTS]:
        first, *cells = event_cells(event)
        made.add_row(Words(plain(first)), *cells)
    yield ""
    yield made
    if len(system.events) > MOST_EVENTS:
        yield Words(f"{counted(len(system.events) - MOST_EVENTS, 'more event')}: see --json or --out.", style=DIM)


def _notes(notes: Sequence[str]) -> Iterator[RenderableType]:
    if notes:
        yield Words("\nBefore you rely on it")
        yield note_table(notes)
