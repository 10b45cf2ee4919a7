"""Uplift as an article: whom a treatment helps, and how many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.uplift.rows import (
    ARMS,
    area_cells,
    areas,
    arm_rows,
    effect,
    level,
    slice_cells,
    slice_header,
    target_cells,
    target_header,
)
from mercalli.tasks.uplift.text import gained, gained_span, target_text, title
from mercalli.telling.article import Article, Notes, Picture, Section, Sentence, Verdicts, table
from mercalli.text.numbers import percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.uplift.result import Target, UpliftReport, UpliftResult
    from mercalli.telling.article import Block

CURVES = "uplift.png"


def uplift_article(result: UpliftResult) -> Article:
    """The trial, each system by itself, then the curves of all."""
    first = result.systems[0]
    trial = Section("The trial", (Sentence(effect(result, first)), table("Both arms", ARMS, arm_rows(first))))
    systems = (Section(system.name, tuple(_blocks(result, system))) for system in result.systems)
    curves = Section("Curves", (Picture(CURVES, _shown(result)),))
    return Article(
        title=result.provenance.title,
        asks="whom the treatment helps",
        summary=f"{first.n:,} people, {counted(len(result.systems), 'system')}",
        sections=(trial, *systems, curves),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _shown(result: UpliftResult) -> str:
    share = percent(result.provenance.settings["level"])
    return f"What treating the highest scores first gains, with {share} bands; dashed: a random order"


def _blocks(result: UpliftResult, system: UpliftReport) -> Iterator[Block]:
    yield Sentence(f"{title(system)}.")
    yield Verdicts((_sentence(system.targets[0]),))
    yield Notes(system.notes)
    targets = map(target_cells, system.targets)
    yield table("Outcomes gained per 1,000 treated, highest scores first", target_header(result), targets)
    measures = (area_cells(system.measure(metric)) for metric in areas(result))
    yield table("How well the scores order people", ["metric", "value", level(result), "random"], measures)
    if system.slices:
        slices = (slice_cells(result, part) for part in system.slices)
        yield table("Slices", slice_header(result), slices)


def _sentence(target: Target) -> str:
    value, low, high = target.per_1000
    sure = "" if low is None else f" [{gained_span(low, high)}]"
    return f"Treating the first {target_text(target)} gains {gained(value)}{sure} outcomes per 1,000 treated."
