"""What alerts are worth, as an article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.alerts.rows import event_cells, event_header, measure_cells
from mercalli.tasks.alerts.text import alerted, alerts_title
from mercalli.telling.article import Article, Notes, Section, Sentence, Verdicts, table
from mercalli.text.numbers import percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.alerts.result import AlertReport, Alerts
    from mercalli.telling.article import Block


def alerts_article(result: Alerts) -> Article:
    """Each system by itself, overall and by event."""
    return Article(
        title=result.provenance.title,
        asks="what the alerts are worth",
        summary=f"{result.systems[0].n:,} items, {counted(len(result.systems), 'system')}",
        sections=tuple(Section(system.name, tuple(_blocks(result, system))) for system in result.systems),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _blocks(result: Alerts, system: AlertReport) -> Iterator[Block]:
    level = f"{percent(result.provenance.settings['level'])} interval"
    yield Sentence(f"{alerts_title(system)}.")
    yield Verdicts(tuple(alerted(system)))
    yield Notes(system.notes)
    yield table("All items", ["metric", "value", level, "constant"], map(measure_cells, system.measures))
    if len(system.events) > 1:
        yield table("Each event", event_header(system), map(event_cells, system.events))
