"""The files of a report folder on fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.wildfire.article import table_cells
from mercalli.tasks.wildfire.field.article import (
    field_title,
    left_out,
    quantity_cells,
    quantity_header,
    undefined_lines,
)
from mercalli.tasks.wildfire.windows_figure import CAPTION, windows_picture
from mercalli.telling.article import Article, Notes, Picture, Section, Sentence, table
from mercalli.telling.files import article_files
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.tasks.wildfire.field.result import FieldReport, FireField
    from mercalli.tasks.wildfire.table import FieldTable
    from mercalli.telling.article import Block

HEADER = ("system", "name", "value", "low", "high", "unit", "undefined")


def field_files(result: FireField) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page, the numbers, and windows as a table and a picture."""
    pictures = windows_picture(_lines(result)) if result.kind == "fss" else {}
    return {
        "result.json": to_json(result),
        **article_files(field_article(result, pictures), pictures),
        "metrics.csv": csv_text(HEADER, _rows(result)),
        **_windows(result),
    }


def _lines(result: FireField) -> list[tuple[str, FieldTable, float | None]]:
    """What is drawn of each model."""
    return [(each.name, each.table, each.quantity("useful").value) for each in result.systems if each.table is not None]


def _windows(result: FireField) -> dict[str, str]:
    """What was counted in each window, or at each level, where there is such a table."""
    first = result.systems[0].table
    if first is None:
        return {}
    rows = [(system.name, *row) for system in result.systems if system.table for row in system.table.rows]
    return {"windows.csv": csv_text(("system", *first.header), rows)}


def _rows(result: FireField) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for each in system.quantities:
            yield system.name, each.name, each.value, each.low, each.high, each.unit, each.undefined


def field_article(result: FireField, pictures: Mapping[str, bytes]) -> Article:
    """Each model by itself, then the picture of all."""
    shown = tuple(Picture(name, CAPTION) for name in pictures)
    return Article(
        title=result.provenance.title,
        asks=result.kind,
        summary=f"{counted(len(result.systems), 'model')} against {result.observed}",
        sections=(
            *(Section(system.name, tuple(_blocks(result, system))) for system in result.systems),
            *([Section("Windows", shown)] if shown else []),
        ),
        metrics=(),
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _blocks(result: FireField, system: FieldReport) -> Iterator[Block]:
    yield Sentence(f"{field_title(system)}.")
    yield Notes((*undefined_lines(system), *left_out(system), *system.notes))
    _, *columns = quantity_header(result)
    yield table("Every number", ["what", *columns], map(quantity_cells, system.quantities))
    if system.table is not None:
        yield table(system.table.title, system.table.header, table_cells(system.table))
