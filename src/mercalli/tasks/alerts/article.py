"""What alerts are worth, as an article."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.io.sheets import Sheet
from mercalli.results.measure import Measure
from mercalli.tasks.alerts.result import AlertReport, Alerts, EventReport
from mercalli.telling.article import LONG, Article, Block, Notes, Section, Verdicts, table
from mercalli.telling.files import MeasureRow, folder, measures_csv
from mercalli.telling.words import interval_header, value_and_interval
from mercalli.text.numbers import DIGITS, number
from mercalli.text.words import counted

SHORT = {"ndcg_at_k": "nDCG", "accumulated_alert_worth": "worth", "high_alert_worth": "high", "low_alert_worth": "low"}
COUNTS = ("urgent", "right", "false")


def article(result: Alerts) -> Article:
    """Each system by itself, overall and by event."""
    return Article(
        title=result.provenance.title,
        asks="what the alerts are worth",
        summary=f"{counted(result.systems[0].n, 'item')}, {counted(len(result.systems), 'system')}",
        sections=tuple(
            Section(system.name, tuple(_blocks(result, system)), _about(system)) for system in result.systems
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _about(system: AlertReport) -> str:
    events = f" of {len(system.events):,} events" if len(system.events) > 1 else ""
    urgent = "" if system.counts is None else f", {system.counts.urgent / system.n:.1%} of them urgent"
    return f"{counted(system.n, 'item')}{events}{urgent}"


def _blocks(result: Alerts, system: AlertReport) -> Iterator[Block]:
    yield Verdicts.of(tuple(_alerted(system)))
    yield Notes(system.notes)
    yield table(
        "All items",
        ("metric", "value", interval_header(result.provenance), "constant"),
        map(_measure_cells, system.measures),
    )
    if len(system.events) > 1:
        counts = () if system.counts is None else COUNTS
        header = ["event", "items", *counts, *(SHORT[measure.metric.partition("(")[0]] for measure in system.measures)]
        yield table("Each event", header, map(_event_cells, system.events), each="event", on=LONG)


def _alerted(system: AlertReport) -> Iterator[str]:
    """What was alerted; nothing if nobody said what is urgent."""
    counts = system.counts
    if counts is not None:
        were = "was" if counts.missed == 1 else "were"
        yield (
            f"{counted(counts.alerted, 'alert')}: {counts.right:,} right, {counts.false:,} false; "
            f"{counts.missed:,} of {counted(counts.urgent, 'urgent item')} {were} missed."
        )


def _measure_cells(measure: Measure) -> list[str]:
    return [measure.metric, *value_and_interval(measure), number(measure.baselines.get("constant"), DIGITS)]


def _event_cells(event: EventReport) -> list[str]:
    counts = (f"{count:,}" for count in _counted(event))
    return [event.name, f"{event.n:,}", *counts, *(number(measure.value, DIGITS) for measure in event.measures)]


def _counted(part: AlertReport | EventReport) -> tuple[int, ...]:
    counts = part.counts
    return () if counts is None else (counts.urgent, counts.right, counts.false)


def files(result: Alerts) -> dict[str, str | bytes]:
    """The report folder: every metric of every system, overall and by event, for a spreadsheet."""
    return folder(result, article(result), tables(result))


def tables(result: Alerts) -> dict[str, Sheet]:
    """Every metric of every system, overall and by event."""
    return {"alerts.csv": measures_csv(_rows(result), COUNTS)}


def _rows(result: Alerts) -> Iterator[MeasureRow]:
    for system in result.systems:
        parts: list[tuple[str, AlertReport | EventReport]] = [
            ("", system),
            *((event.name, event) for event in system.events),
        ]
        for name, part in parts:
            more = _counted(part) or (None, None, None)
            yield from (MeasureRow(system.name, measure, slice=name, more=more) for measure in part.measures)
