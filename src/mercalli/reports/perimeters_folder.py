"""The files of a report folder on perimeters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import counted
from mercalli.io.cells import csv_text
from mercalli.reports.article import Article, Notes, Picture, Section, table
from mercalli.reports.article_files import article_files
from mercalli.reports.fire_maps import perimeter_map
from mercalli.results.perimeters_text import perimeter_title, step_cells, step_header, undefined_lines
from mercalli.results.seal import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.reports.article import Block
    from mercalli.results.perimeters import PerimeterReport, Perimeters, PerimeterStep

HEADER = ("system", "time", "of", "name", "value", "unit", "undefined")


def perimeters_files(result: Perimeters) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, and a table of every step."""
    maps = perimeter_map(result)
    return {
        "result.json": to_json(result),
        **article_files(perimeters_article(result, maps), maps),
        "steps.csv": csv_text(HEADER, _rows(result)),
    }


def perimeters_article(result: Perimeters, pictures: Mapping[str, bytes]) -> Article:
    """The outlines, then every model and time."""
    shown = tuple(Picture(name, "The outlines observed and modelled, north up") for name in pictures)
    steps = (
        Section(perimeter_title(system, step), tuple(_blocks(system, step)))
        for system in result.systems
        for step in system.steps
    )
    return Article(
        title=result.provenance.title,
        asks="perimeters",
        summary=counted(len(result.systems), "model"),
        sections=(Section("Map", shown), *steps),
        metrics=(),
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _blocks(system: PerimeterReport, step: PerimeterStep) -> Iterator[Block]:
    last = system.notes if step is system.steps[-1] else ()
    yield Notes((*undefined_lines(step), *last))
    _, *columns = step_header(step)
    yield table("Every number", ["what", *columns], step_cells(step))


def _rows(result: Perimeters) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for step in system.steps:
            for of, quantities in (("whole", step.quantities), ("growth", step.growth)):
                for each in quantities:
                    yield system.name, step.time, of, each.name, each.value, each.unit, each.undefined
