"""The files of a report folder on perimeters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.reports.fire_maps import perimeter_map
from mercalli.reports.markdown.computed import computed
from mercalli.reports.markdown.marks import escape, listed, table
from mercalli.results.perimeters_text import perimeter_title, step_cells, step_header, undefined_lines
from mercalli.results.seal import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.perimeters import Perimeters

HEADER = ("system", "time", "of", "name", "value", "unit", "undefined")


def perimeters_files(result: Perimeters) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, and a table of every step."""
    return {
        "result.json": to_json(result),
        "report.md": _page(result),
        "steps.csv": csv_text(HEADER, _rows(result)),
        **perimeter_map(result),
    }


def _page(result: Perimeters) -> str:
    parts = list(_steps(result))
    digests = {system.name: system.digest for system in result.systems}
    start = f"# {escape(result.provenance.title)}: perimeters"
    picture = "\n![The outlines observed and modelled, north up](map.png)"
    return "\n".join([start, picture, *parts, *computed(result.provenance, digests)]) + "\n"


def _steps(result: Perimeters) -> Iterator[str]:
    for system in result.systems:
        for step in system.steps:
            yield f"\n## {escape(perimeter_title(system, step))}\n"
            yield from table(step_header(step), step_cells(step))
            yield from listed(undefined_lines(step))
        yield from listed(system.notes)


def _rows(result: Perimeters) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for step in system.steps:
            for of, quantities in (("whole", step.quantities), ("growth", step.growth)):
                for each in quantities:
                    yield system.name, step.time, of, each.name, each.value, each.unit, each.undefined
