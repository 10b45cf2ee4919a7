"""What alerts are worth, as an article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.leads import notes_once
from mercalli.io.sheets import Sheet
from mercalli.results.measure import Measure
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.alerts.estimate import CONSTANT, EVERYTHING, NOTHING
from mercalli.tasks.alerts.figures import FOUND as FOUND_FILE
from mercalli.tasks.alerts.figures import FOUND_SHOWS, alerts_figure
from mercalli.tasks.alerts.result import AlertCounts, AlertReport, Alerts, EventReport, ThresholdReport
from mercalli.tasks.alerts.verdict import called, decisive, ordered
from mercalli.telling.article import (
    ALL,
    LONG,
    PAGE,
    SCREEN,
    Article,
    Block,
    Cell,
    Fold,
    Notes,
    On,
    Picture,
    Section,
    Table,
    table,
)
from mercalli.telling.blocks import below, comparison_section
from mercalli.telling.boards import Row, board, keys, one_at_a_time
from mercalli.telling.files import MeasureRow, ahead_sheets, measures_csv
from mercalli.telling.words import interval_header, value_and_interval
from mercalli.text.numbers import DIGITS, number, share_text
from mercalli.text.words import counted

SHORT = {"ndcg_at_k": "nDCG", "accumulated_alert_worth": "worth", "high_alert_worth": "high", "low_alert_worth": "low"}
COUNTS = ("urgent", "right", "false")
FOUND, FALSE = "urgent found", "false alerts"
RULES = {NOTHING: "alert nothing", EVERYTHING: "alert everything"}


def article(result: Alerts) -> Article:
    """All systems side by side, then what other thresholds give and every event, one system at a time."""
    systems = ordered(result)
    return Article(
        title=result.provenance.title,
        asks="what the alerts are worth",
        summary=f"{counted(systems[0].n, 'item')}, {counted(len(systems), 'system')}",
        sections=(
            Section("Verdict", tuple(_overview(result, systems)), on=LONG, anchor="verdict"),
            *one_at_a_time(
                systems, lambda system: Section(system.name, tuple(_blocks(result, system)), _about(system))
            ),
            *([_comparison(result)] if result.pairs else []),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
        parts=keys([system.name for system in systems]),
    )


def _about(system: AlertReport) -> str:
    events = f" of {len(system.events):,} events" if len(system.events) > 1 else ""
    urgent = "" if system.counts is None else f", {system.counts.urgent / system.n:.1%} of them urgent"
    return f"{counted(system.n, 'item')}{events}{urgent}"


def _overview(result: Alerts, systems: Sequence[AlertReport]) -> Iterator[Block]:
    yield _board(result, systems)
    yield Notes(notes_once(systems)[MOST_CAUTIONS:], on=PAGE)
    if _drawn(systems):
        yield Picture(FOUND_FILE, FOUND_SHOWS)
    if len(systems) > 1:
        yield below(systems[0].name, called(result, decisive(result)))


def _drawn(systems: Sequence[AlertReport]) -> list[AlertReport]:
    """Those of which it is known how many urgent items they find."""
    return [each for each in systems if each.counts is not None and each.counts.urgent]


def pictures(result: Alerts) -> dict[str, bytes]:
    """What its page shows."""
    drawn = _drawn(ordered(result))
    return {FOUND_FILE: alerts_figure(drawn)} if drawn else {}


def _board(result: Alerts, systems: Sequence[AlertReport]) -> Table:
    """What is found and at what price, beside doing nothing and alerting everything where that is the same for all."""
    lead = decisive(result).metric
    names = sorted((card.metric for card in result.metrics), key=lambda name: name != lead)
    titles = {name: SHORT[name.partition("(")[0]] for name in names}
    more = () if systems[0].counts is None else (FOUND, FALSE)
    rows = [
        Row(each.name, tuple(_count_cells(each.counts)), tuple(each.measure(name) for name in names))
        for each in systems
    ]
    return board(
        f"Best first by {called(result, decisive(result))}"
        if len(rows) > 1
        else "What is found, and what that is worth",
        rows,
        titles,
        result.metrics,
        more=more,
        baseline=CONSTANT,
        line="what equal scores for all items get",
        foot=tuple(_rules(systems, names)),
    )


def _count_cells(counts: AlertCounts | None) -> Iterator[Cell | str]:
    if counts is not None:
        yield Cell(_share(counts), mark=f"{counts.right:,} of {counts.urgent:,}", tone="soft")
        yield f"{counts.false:,}"


def _share(counts: AlertCounts) -> str:
    return share_text(counts.right / counts.urgent) if counts.urgent else number(None)


def _rules(systems: Sequence[AlertReport], names: Sequence[str]) -> Iterator[tuple[Cell | str, ...]]:
    """What alerting nothing and everything gives; not where that depends on the types that each system predicts."""
    for rule, says in RULES.items():
        values = {tuple(each.measure(name).baselines.get(rule) for name in names) for each in systems}
        found = next((each.counts for each in systems[0].thresholds if each.name == rule), None)
        if found is not None and len(values) == 1:
            yield says, *_count_cells(found), *(number(value, DIGITS) for value in values.pop())


def _blocks(result: Alerts, system: AlertReport) -> Iterator[Block]:
    yield _thresholds(system)
    yield table(
        "All items",
        ("metric", "value", interval_header(result.provenance), "equal scores"),
        map(_measure_cells, system.measures),
        on=ALL if len(result.systems) == 1 else ~SCREEN,
    )
    if len(system.events) > 1:
        yield Fold(f"Each of {len(system.events):,} events", (_events(system, PAGE),))
        yield _events(system, SCREEN)


def _thresholds(system: AlertReport) -> Table:
    """What the threshold that was used gives, and what others would; each on the scale of the scores too."""
    raw = ("raw score",) if any(each.raw is not None for each in system.thresholds) else ()
    header = ("alert from", *raw, "alerts", FOUND, "missed", FALSE, "worth")
    rows = (_threshold_cells(each, bool(raw)) for each in system.thresholds)
    return table("What other thresholds would give, scores scaled to 0 to 1 (* the one that was used)", header, rows)


def _threshold_cells(each: ThresholdReport, raw: bool) -> tuple[str | Cell, ...]:  # noqa: FBT001 - whether the column is there
    name = f"{each.name} *" if each.used else each.name
    counts = each.counts
    worth = "" if each.worth is None else number(each.worth, DIGITS)
    given = (("" if each.raw is None else f"{each.raw:.4g}"),) if raw else ()
    return name, *given, f"{counts.alerted:,}", _share(counts), f"{counts.missed:,}", f"{counts.false:,}", worth


def _events(system: AlertReport, on: On) -> Table:
    counts = () if system.counts is None else COUNTS
    header = ["event", "items", *counts, *(SHORT[measure.metric.partition("(")[0]] for measure in system.measures)]
    return table("Each event", header, map(_event_cells, system.events), each="event", on=on)


def _measure_cells(measure: Measure) -> list[str]:
    return [measure.metric, *value_and_interval(measure), number(measure.baselines.get(CONSTANT), DIGITS)]


def _event_cells(event: EventReport) -> list[str]:
    counts = (f"{count:,}" for count in _counted(event))
    return [event.name, f"{event.n:,}", *counts, *(number(measure.value, DIGITS) for measure in event.measures)]


def _counted(part: AlertReport | EventReport) -> tuple[int, ...]:
    counts = part.counts
    return () if counts is None else (counts.urgent, counts.right, counts.false)


def _comparison(result: Alerts) -> Section:
    metrics = [card.metric for card in result.metrics]
    return comparison_section(result.rankings, result.pairs, metrics, result.provenance)


def tables(result: Alerts) -> dict[str, Sheet]:
    """Every metric of every system, overall and by event, and who is ahead."""
    ahead = ahead_sheets(result.pairs, result.rankings)
    return {"alerts.csv": measures_csv(_rows(result), COUNTS), **(ahead if result.pairs else {})}


def _rows(result: Alerts) -> Iterator[MeasureRow]:
    for system in result.systems:
        parts: list[tuple[str, AlertReport | EventReport]] = [
            ("", system),
            *((event.name, event) for event in system.events),
        ]
        for name, part in parts:
            more = _counted(part) or (None, None, None)
            yield from (MeasureRow(system.name, measure, slice=name, more=more) for measure in part.measures)
