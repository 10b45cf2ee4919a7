"""Label sets as an article: every system over items, label by label, and by slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.label_sets.rows import (
    best_first,
    label_cells,
    label_header,
    measure_cells,
    measure_header,
    pair_cells,
    pair_header,
    slice_cells,
    slice_header,
    system_cells,
    system_header,
)
from mercalli.tasks.label_sets.text import sets_title
from mercalli.telling.article import Article, Notes, Section, Sentence, table
from mercalli.telling.words import RANKED
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.label_sets.result import MultiLabel, SetReport
    from mercalli.telling.article import Block


def multilabel_article(result: MultiLabel) -> Article:
    """All systems side by side, then each by itself."""
    ordered = best_first(result)
    systems = (Section(each.name, tuple(_blocks(result, each))) for each in ordered)
    return Article(
        title=result.provenance.title,
        asks="label sets",
        summary=f"{counted(ordered[0].n, 'item')}, {counted(len(ordered), 'system')}",
        sections=(Section("All systems", tuple(_board(result))), *systems),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={each.name: each.digest for each in ordered},
    )


def _board(result: MultiLabel) -> Iterator[Block]:
    rows = (system_cells(result, each) for each in best_first(result))
    yield table("Best first", system_header(result), rows)
    if result.pairs:
        rankings = ([each.metric, str(each)] for each in result.rankings)
        yield table("Who is ahead", RANKED, rankings, words=RANKED[1:])
        yield table("First less second", pair_header(result), pair_cells(result, result.headline))


def _blocks(result: MultiLabel, system: SetReport) -> Iterator[Block]:
    yield Sentence(f"{sets_title(system)}.")
    yield Notes(system.notes)
    yield table("Every metric", measure_header(result), map(measure_cells, system.measures))
    yield table("Labels", label_header(), map(label_cells, system.labels))
    if system.slices:
        yield table("Slices", slice_header(result), (slice_cells(result, part) for part in system.slices))
