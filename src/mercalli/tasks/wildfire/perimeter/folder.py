"""The files of a report folder on perimeters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.wildfire.figures import shown_of
from mercalli.tasks.wildfire.perimeter.figures import perimeter_map
from mercalli.tasks.wildfire.perimeter.text import (
    GROWTH_TITLE,
    growth_cells,
    growth_header,
    perimeter_title,
    step_cells,
    step_header,
    undefined_lines,
)
from mercalli.telling.article import Article, Notes, Picture, Section, table
from mercalli.telling.files import article_files
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.tasks.wildfire.perimeter.result import PerimeterReport, Perimeters, PerimeterStep
    from mercalli.tasks.wildfire.result import Quantity
    from mercalli.telling.article import Block

HEADER = ("system", "time", "of", "name", "value", "low", "high", "unit", "undefined")


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
    told = shown_of(len(result.systems), "The outlines observed and modelled")
    shown = tuple(Picture(name, told) for name in pictures)
    systems = (section for system in result.systems for section in _sections(result, system))
    return Article(
        title=result.provenance.title,
        asks="perimeters",
        summary=counted(len(result.systems), "model"),
        sections=(Section("Map", shown), *systems),
        metrics=(),
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _sections(result: Perimeters, system: PerimeterReport) -> Iterator[Section]:
    """Every step, then the growth of all; what should be known stands with the last of them."""
    for step in system.steps:
        last = system.notes if step is system.steps[-1] and not system.growth else ()
        yield Section(perimeter_title(system, step), tuple(_blocks(step, last)))
    if system.growth:
        _, *columns = growth_header(result)
        numbers = table("Every number", ["what", *columns], growth_cells(system))
        yield Section(f"{system.name}, {GROWTH_TITLE}", (Notes(system.notes), numbers))


def _blocks(step: PerimeterStep, notes: Sequence[str]) -> Iterator[Block]:
    yield Notes((*undefined_lines(step), *notes))
    _, *columns = step_header(step)
    yield table("Every number", ["what", *columns], step_cells(step))


def _rows(result: Perimeters) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for step in system.steps:
            yield from _numbers(system.name, step.time, "whole", step.quantities)
            yield from _numbers(system.name, step.time, "growth", step.growth)
        yield from _numbers(system.name, "", GROWTH_TITLE, system.growth)


def _numbers(system: str, time: str, of: str, quantities: Sequence[Quantity]) -> Iterator[Sequence[object]]:
    for each in quantities:
        yield system, time, of, each.name, each.value, each.low, each.high, each.unit, each.undefined
