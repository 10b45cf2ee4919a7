"""How well systems work in every group, as an article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.leads import notes_once
from mercalli.io.sheets import Sheet
from mercalli.results.groups import GroupReport
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.parity.figures import CLASS_SLOPES, PICTURE, SLOPES, translated, translated_classes
from mercalli.tasks.parity.result import Parity, ParityReport, TranslationReport
from mercalli.telling.article import (
    PAGE,
    Article,
    Block,
    Cell,
    Gates,
    Notes,
    Picture,
    Section,
    Table,
    table,
)
from mercalli.telling.blocks import measure_cell
from mercalli.telling.boards import system_article
from mercalli.telling.files import slices_csv
from mercalli.telling.groups import alike_cell, gap_table, group_cell, group_files
from mercalli.telling.svg.strip import Scale, Strip
from mercalli.text.numbers import count
from mercalli.text.words import counted, short_name

FEW, NOT_KNOWN = "too small", "no known group"
DIRECTION = -1


def article(result: Parity) -> Article:
    """The gaps, then every group, one system at a time."""
    systems = result.systems
    groups = counted(len(systems[0].slices), "group")
    return system_article(
        result,
        systems,
        _overview(result),
        lambda system: _blocks(result, system),
        Section("Picture", tuple(_pictures(result)), on=PAGE, anchor="picture"),
        asks="whether it works equally well in every group",
        summary=f"{counted(systems[0].n, 'row')}, {groups}, {counted(len(systems), 'system')}",
    )


def _shows(result: Parity) -> str:
    return (
        f"{result.headline[0]} in every group: hollow as it is, filled like for like, the size by the number of "
        f"{'urgent ' if result.urgent else ''}rows"
    )


def _pictures(result: Parity) -> Iterator[Picture]:
    yield Picture(PICTURE, _shows(result))
    if translated(result):
        yield Picture(SLOPES, "Recall of urgent messages in the source and in their translations")
    if translated_classes(result):
        yield Picture(CLASS_SLOPES, "Recall of every class in the source and in the translations")


def _overview(result: Parity) -> Iterator[Block]:
    if result.gates:
        yield Gates(result.gates)
    caption = "Gaps between groups, with intervals for all pairs at once"
    metrics = [each.metric for each in result.metrics]
    several = len({gap.column for each in result.systems for gap in each.gaps}) > 1
    yield gap_table(caption, result.systems, "groups by", metrics, several=several)
    yield Notes(notes_once(result.systems)[MOST_CAUTIONS:], on=PAGE)


def _blocks(result: Parity, system: ParityReport) -> Iterator[Block]:
    for column in dict.fromkeys(group.columns[0] for group in system.slices):
        groups = [group for group in system.slices if group.columns[0] == column]
        yield _groups(result, system, column, groups)
        if any(gap.to_reference for gap in system.gaps if gap.column == column):
            yield _to_reference(system, column)
    if system.translations:
        yield _translations(system.translations)


def _groups(result: Parity, system: ParityReport, column: str, groups: Sequence[GroupReport]) -> Table:
    """Every group, the weakest first; those that take no part last."""
    shown = [metric.metric for metric in result.metrics]
    lead = result.headline[0]
    raked = any(group.alike for group in groups)
    kept = sorted(
        groups,
        key=lambda group: (
            not group.known,
            group.few,
            group.measure(lead).value is None,
            group.measure(lead).value or 0.0,
        ),
    )
    scale = Scale.around([group.measure(lead) for group in kept])
    urgent = ["urgent"] if result.urgent else []
    header = (
        column,
        "rows",
        *urgent,
        lead,
        f"{lead} drawn",
        *(["like for like"] if raked else []),
        *(name for name in shown if name != lead),
    )
    overall = system.measure(lead).value
    rows = [
        (
            group_cell(group, FEW, NOT_KNOWN),
            count(group.n),
            *([count(group.urgent)] if result.urgent else []),
            measure_cell(group.measure(lead)),
            Cell("", strip=Strip(group.measure(lead), scale, line=overall)),
            *([alike_cell(group, lead)] if raked else []),
            *(measure_cell(group.measure(name)) for name in shown if name != lead),
        )
        for group in kept
    ]
    return table(f"By {column}, the weakest in {lead} first; the tall line is the value over all rows", header, rows)


def _to_reference(system: ParityReport, column: str) -> Table:
    gaps = [gap for gap in system.gaps if gap.column == column and gap.to_reference]
    rows = [(short_name(each.metric), gap.metric, measure_cell(each)) for gap in gaps for each in gap.to_reference]
    return table(
        "Each group minus the reference, with intervals for all of them at once",
        (column, "metric", "difference"),
        rows,
        words=("metric",),
    )


def _translations(pairs: Sequence[TranslationReport]) -> Table:
    header = (
        "translated into",
        "pairs",
        "same answer",
        "urgent found in both",
        "source only",
        "translation only",
        "neither",
        "recall lost",
        "p",
        "lost in translation",
        "weight lost",
    )
    rows: list[tuple[str | Cell, ...]] = [
        (
            short_name(each.group),
            count(each.n),
            measure_cell(each.agreement),
            *(count(number) for number in each.counts),
            measure_cell(each.difference),
            "" if each.p is None else f"{each.p:.4f}",
            measure_cell(each.lost),
            measure_cell(each.weight_lost),
        )
        for each in pairs
    ]
    return table("Messages and their translations", header, rows)


def tables(result: Parity) -> dict[str, Sheet]:
    """Groups and gaps for a spreadsheet."""
    groups = slices_csv((each.name, each.slices) for each in result.systems)
    return {"groups.csv": groups, **group_files(result.gates, result.systems, "group")}
