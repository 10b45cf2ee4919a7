"""How systems do over time, as an article."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.leads import notes_once
from mercalli.io.sheets import Kind, Sheet, sheet
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.over_time.figures import DISCOVERY, FINDS, PICTURE, discovers
from mercalli.tasks.over_time.result import OverTime, TimeReport
from mercalli.telling.article import PAGE, Article, Block, Cell, Gates, Notes, Picture, Section, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.boards import system_article
from mercalli.telling.files import MeasureRow, measures_csv, slices_csv
from mercalli.telling.groups import alike_cell, gap_table, group_cell, group_files
from mercalli.telling.svg.strip import Scale, Strip
from mercalli.text.numbers import count, value_text
from mercalli.text.words import counted, short_name

FEW, NOT_KNOWN = "too small", "not known"
MOST_FACTS = 10
FACTS = ("system", "fact", "first_urgent_item", "delay_hours")


def article(result: OverTime) -> Article:
    """Gaps, then every part of time, one system at a time."""
    systems = result.systems
    bins = counted(len(systems[0].parts(result.parts[0])), "bin")
    events = f", {counted(result.events, 'event')}" if result.events > 1 else ""
    width = result.provenance.settings["bin"]
    return system_article(
        result,
        systems,
        _overview(result),
        lambda system: _blocks(result, system),
        Section("Pictures", tuple(_pictures(result)), on=PAGE, anchor="picture"),
        asks="whether it holds over time",
        summary=f"{counted(systems[0].n, 'item')}{events}, {bins} of {width}, {counted(len(systems), 'system')}",
    )


def _pictures(result: OverTime) -> Iterator[Picture]:
    yield Picture(PICTURE, f"{_led(result)} over time, by event, with the number of items beneath")
    if discovers(result):
        yield Picture(DISCOVERY, "Urgent items that have come, and those that were found, over time")
    if any(system.facts for system in result.systems):
        yield Picture(FINDS, "How long it takes until the first urgent item is found")


def _led(result: OverTime) -> str:
    return "Urgent items found" if result.urgent else "Items that are right"


def _overview(result: OverTime) -> Iterator[Block]:
    if result.gates:
        yield Gates(result.gates)
    caption = "Gaps over time, with intervals for all pairs at once"
    yield gap_table(caption, result.systems, "parts by", result.headline)
    yield Notes(notes_once(result.systems)[MOST_CAUTIONS:], on=PAGE)


def _blocks(result: OverTime, system: TimeReport) -> Iterator[Block]:
    for column in reversed(result.parts):
        yield _parts(result, system, column)
    if system.timely or system.finds:
        rows = [(each.metric, measure_cell(each), count(each.n)) for each in (*system.timely, *system.finds)]
        yield table(
            "How early it finds what is urgent (found_ever and first finds: of facts)", ("metric", "value", "n"), rows
        )
    if system.facts:
        yield _facts(system)


def _parts(result: OverTime, system: TimeReport, column: str) -> Table:
    """Every part of time in its order."""
    lead, parts = result.headline[0], system.parts(column)
    raked, several = any(part.alike for part in parts), result.events > 1
    scale = Scale.around([part.measure(lead) for part in parts])
    others = [name for name in result.headline if name != lead]
    header = (
        *(column, "items"),
        *(["urgent"] if result.urgent else []),
        *(["events"] if several else []),
        lead,
        *(["like for like"] if raked else []),
        f"{lead} drawn",
        *others,
    )
    overall = system.measure(lead).value
    rows = [
        (
            group_cell(part, FEW, NOT_KNOWN),
            count(part.n),
            *([count(part.urgent)] if result.urgent else []),
            *([count(part.events)] if several else []),
            measure_cell(part.measure(lead)),
            *([alike_cell(part, lead)] if raked else []),
            Cell("", strip=Strip(part.measure(lead), scale, line=overall)),
            *(measure_cell(part.measure(name)) for name in others),
        )
        for part in parts
    ]
    return table(f"By {column}; intervals hold for one part at a time", header, rows)


def _facts(system: TimeReport) -> Table:
    rows = [
        (short_name(fact.fact), fact.first, "not found" if fact.delay is None else f"{value_text(fact.delay)} h")
        for fact in system.facts[:MOST_FACTS]
    ]
    title = f"First finds: the latest {len(rows)} of {counted(len(system.facts), 'fact')}"
    return table(title, ("fact", "first urgent item", "found after"), rows, words=("fact", "first urgent item"))


def tables(result: OverTime) -> dict[str, Sheet]:
    """Parts of time, gaps, delays and facts for a spreadsheet."""
    facts = [(each.name, fact.fact, fact.first, fact.delay) for each in result.systems for fact in each.facts]
    kinds: dict[str, Kind] = {"delay_hours": float}
    return {
        "slices.csv": slices_csv((each.name, each.slices) for each in result.systems),
        "delays.csv": measures_csv(
            (MeasureRow(each.name, measure) for each in result.systems for measure in (*each.timely, *each.finds)),
            (),
            "delays",
        ),
        **({"facts.csv": sheet("facts", FACTS, facts, kinds)} if facts else {}),
        **group_files(result.gates, result.systems),
    }
