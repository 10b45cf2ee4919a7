"""What a limited team reaches, as an article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.leads import notes_once
from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import Measure
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.capacity.figures import capacity_figure
from mercalli.tasks.capacity.result import BLIND, HANDLED, PERFECT, Capacity, CapacityReport, PartReport, QueueReport
from mercalli.tasks.capacity.verdict import ordered
from mercalli.tasks.capacity.words import blind_words, items, limit_words, share, team_words, waits
from mercalli.telling.article import (
    ALL,
    PAGE,
    SCREEN,
    Article,
    Block,
    Cell,
    Fold,
    Notes,
    Picture,
    Section,
    Table,
    table,
)
from mercalli.telling.blocks import below, comparison_section
from mercalli.telling.boards import Row, board, system_article
from mercalli.telling.files import MeasureRow, ahead_sheets, measures_csv
from mercalli.telling.words import interval_header, value_and_interval
from mercalli.text.numbers import DIGITS, number
from mercalli.text.words import counted

PICTURE = "capacity.png"
URGENT_IN_TIME, NO_MODEL, KNOWN = "urgent in time", "no model", "classes known"
QUEUE = (
    "handled",
    "urgent_handled",
    "median_wait_hours",
    "wait_hours_90",
    "longest_queue",
    "longest_at",
    "idle",
    "net",
)


def article(result: Capacity) -> Article:
    """All systems side by side, the pictures, then one system at a time."""
    systems = ordered(result)
    limit = limit_words(result.provenance)
    return system_article(
        result,
        systems,
        _overview(result, systems),
        lambda system: _blocks(result, system),
        *([_comparison(result)] if result.pairs else []),
        _weights(result),
        asks="what a limited team reaches",
        summary=f"{counted(systems[0].n, 'item')}, {team_words(result.provenance)}, {limit}",
    )


def _overview(result: Capacity, systems: Sequence[CapacityReport]) -> Iterator[Block]:
    yield _board(result, systems)
    yield Notes(notes_once(systems)[MOST_CAUTIONS:], on=PAGE)
    yield Picture(PICTURE, "What teams of other sizes handle in time, how many items wait, and how long urgent ones do")
    if len(systems) > 1:
        yield below(systems[0].name, HANDLED)


def _board(result: Capacity, systems: Sequence[CapacityReport]) -> Table:
    """What is handled in time, beside no model and the true classes."""
    titles = {HANDLED: "worth in time", "capacity_skill": "skill", "worth_in_team": "worth in teams"}
    rows = [
        Row(each.name, (_urgent(each.queue, result),), tuple(each.measure(name) for name in titles)) for each in systems
    ]
    foot = (
        (name, _urgent(queue, result), number(queue.share, DIGITS), *more)
        for name, queue, more in (
            (blind_words(result.provenance), result.blind, ("0.000", "1.000")),
            (KNOWN, result.perfect, ("1.000", "")),
        )
    )
    return board(
        f"Best first by {HANDLED}" if len(rows) > 1 else "What the team handles in time",
        rows,
        titles,
        result.metrics,
        more=(URGENT_IN_TIME,),
        baseline=BLIND,
        line=blind_words(result.provenance),
        foot=tuple(foot),
    )


def _urgent(queue: QueueReport, result: Capacity) -> Cell:
    return Cell(
        share(queue.urgent_share), mark=f"{items(round(queue.urgent, 1))} of {items(result.urgent)}", tone="soft"
    )


def _blocks(result: Capacity, system: CapacityReport) -> Iterator[Block]:
    yield _queues(result, system)
    yield table(
        "All items",
        ("metric", "value", interval_header(result.provenance), NO_MODEL, KNOWN),
        map(_measure_cells, system.measures),
        on=ALL if len(result.systems) == 1 else ~SCREEN,
    )
    yield _teams(result, system)
    for kind in ("region", "event"):
        parts = [part for part in system.parts if part.kind == kind]
        if parts:
            yield Fold(f"Each of {len(parts):,} {kind}s", (_parts(kind, parts, PAGE),))
            yield _parts(kind, parts, SCREEN)


def _queues(result: Capacity, system: CapacityReport) -> Table:
    """What happens to the items in the order of the model, in any, and in the best."""
    header = (
        "order",
        "handled",
        URGENT_IN_TIME,
        "urgent waits",
        "longest queue",
        "at",
        "idle",
        "on lowest weight",
        *(["net value"] if result.blind.net is not None else []),
    )
    rows = (
        (system.name, system.queue),
        (blind_words(result.provenance), result.blind),
        (KNOWN, result.perfect),
    )
    cells = (_queue_cells(name, queue, result) for name, queue in rows)
    spare = ("on lowest weight", "at", "handled")
    return table(
        f"What happens to {items(result.arrived)} items (urgent waits: the median, and nine in ten)",
        header,
        cells,
        words=("at",),
        spare=spare,
    )


def _queue_cells(name: str, queue: QueueReport, result: Capacity) -> tuple[str | Cell, ...]:
    most = items(round(queue.longest, 1))
    net = () if queue.net is None else (f"{queue.net:,.0f}",)
    handled = items(round(queue.handled, 1))
    return (
        name,
        handled,
        _urgent(queue, result),
        waits(queue),
        most,
        queue.longest_at,
        share(queue.idle),
        share(queue.least),
        *net,
    )


def _teams(result: Capacity, system: CapacityReport) -> Table:
    """What teams of other sizes handle in time."""
    values = zip(result.teams, system.queue.by_team, result.blind.by_team, result.perfect.by_team, strict=True)
    rows = ((f"{team:g} times", *(number(each, DIGITS) for each in row)) for team, *row in values)
    header = ("team", system.name, NO_MODEL, KNOWN)
    return table("Worth handled in time by teams of other sizes", header, rows, on=PAGE)


def _measure_cells(measure: Measure) -> list[str]:
    beside = (number(measure.baselines.get(name), DIGITS) for name in (BLIND, PERFECT))
    return [measure.metric, *value_and_interval(measure), *beside]


def _parts(kind: str, parts: Sequence[PartReport], on: object) -> Table:
    header = (kind, "items", "urgent", "capacity", URGENT_IN_TIME, "worth in time", NO_MODEL, KNOWN)
    return table(f"Each {kind}", header, map(_part_cells, parts), each=kind, spare=("capacity",), on=on)  # type: ignore[arg-type]


def _part_cells(part: PartReport) -> tuple[str, ...]:
    counts = f"{part.n:,}", items(part.urgent), items(round(part.capacity, 1))
    return (
        part.name,
        *counts,
        share(part.urgent_share),
        *(number(each, DIGITS) for each in (part.share, part.blind, part.perfect)),
    )


def _weights(result: Capacity) -> Section:
    ordered_weights = sorted(result.weights.items(), key=lambda each: -each[1])
    rows = ((name, f"{weight:g}", "yes" if name in result.urgent_classes else "") for name, weight in ordered_weights)
    return Section(
        "Weights", (table("What items are worth", ("class", "weight", "urgent"), rows, words=("urgent",)),), on=PAGE
    )


def _comparison(result: Capacity) -> Section:
    metrics = [each.metric for each in result.pairs[0].differences]
    return comparison_section(result.rankings, result.pairs, metrics, result.provenance)


def pictures(result: Capacity) -> dict[str, bytes]:
    """What its page shows."""
    return {PICTURE: capacity_figure(result)}


def tables(result: Capacity) -> dict[str, Sheet]:
    """Every metric of every system, overall and by event and region; queues; teams of other sizes; and who is ahead."""
    every = {
        "metrics.csv": measures_csv(_rows(result)),
        "parts.csv": sheet("parts", ("system", *PartReport.__dataclass_fields__), _part_rows(result)),
        "queues.csv": sheet("queues", ("order", *QUEUE), _queue_rows(result)),
        "teams.csv": sheet("teams", ("order", "team", HANDLED), _team_rows(result)),
        "time.csv": sheet("time", ("order", "hours", "arrived", "waiting"), _time_rows(result)),
        "waits.csv": sheet("waits", ("order", "bins", "urgent_handled"), _wait_rows(result)),
    }
    ahead = ahead_sheets(result.pairs, result.rankings)
    return {**every, **(ahead if result.pairs else {})}


def orders(result: Capacity) -> Iterator[tuple[str, QueueReport]]:
    """No model, every system, and the true classes."""
    yield BLIND, result.blind
    yield from ((system.name, system.queue) for system in ordered(result))
    yield PERFECT, result.perfect


def _rows(result: Capacity) -> Iterator[MeasureRow]:
    return (MeasureRow(system.name, measure) for system in result.systems for measure in system.measures)


def _part_rows(result: Capacity) -> Iterator[Sequence[object]]:
    return ((system.name, *vars(part).values()) for system in result.systems for part in system.parts)


def _queue_rows(result: Capacity) -> Iterator[Sequence[object]]:
    for name, each in orders(result):
        wait = (each.median_wait, each.long_wait)
        yield name, each.handled, each.urgent, *wait, each.longest, each.longest_at, each.idle, each.net


def _team_rows(result: Capacity) -> Iterator[Sequence[object]]:
    return ((name, *row) for name, each in orders(result) for row in zip(result.teams, each.by_team, strict=True))


def _time_rows(result: Capacity) -> Iterator[Sequence[object]]:
    for name, each in orders(result):
        yield from ((name, *row) for row in zip(result.hours, result.volume, each.queue, strict=True))


def _wait_rows(result: Capacity) -> Iterator[Sequence[object]]:
    return ((name, *row) for name, each in orders(result) for row in enumerate(each.waits))
