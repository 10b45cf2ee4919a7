"""How fields compare, as an article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.tasks.wildfire.article import (
    WINDOWS,
    article_of,
    ends,
    not_counted,
    number_table,
    plain_number,
    quantity_header,
    quantity_rows,
    undefined_lines,
)
from mercalli.tasks.wildfire.figures import WINDOWS_SHOW, windows_picture
from mercalli.telling.article import Notes, Picture, Section, table
from mercalli.telling.files import folder, measures_csv
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.wildfire.result import FieldReport, FireField
    from mercalli.telling.article import Article, Block

# What is compared, and what it asks.
KINDS = {
    "fss": ("fractions skill score", "how near models come"),
    "arrival": ("arrival times", "when the fire came"),
    "probability": ("probabilities", "how far they can be trusted"),
    "ordinal": ("ordered classes", "how far off models are"),
}


def article(result: FireField) -> Article:
    """Each model by itself, then the picture of all."""
    what, asks = KINDS[result.kind]
    windows = [Section("Windows", (Picture(WINDOWS, WINDOWS_SHOW),))] if result.kind == "fss" else []
    models = (Section(each.name, tuple(_blocks(result, each)), counted(each.n, "cell")) for each in result.systems)
    return article_of(result, what, asks, (*models, *windows))


def _blocks(result: FireField, system: FieldReport) -> Iterator[Block]:
    yield from not_counted(system.excluded)
    yield Notes((*undefined_lines(system.quantities), *system.notes))
    rows = (
        (each.label, f"{plain_number(each.value)} {each.unit}".strip(), ends(each.low, each.high))
        for each in system.quantities
    )
    yield table("Every measure", quantity_header(result.provenance), rows)
    if system.table is not None:
        yield number_table(system.table)


def files(result: FireField) -> dict[str, str | bytes]:
    """The report folder: the numbers, what was counted in each window or at each level, and a picture of windows."""
    numbers = (row for each in result.systems for row in quantity_rows(each.name, each.quantities, "tiles", each.n))
    counted_by = [(each, each.table) for each in result.systems if each.table is not None]
    tables = {"metrics.csv": measures_csv(numbers, ("unit",))}
    if counted_by:
        rows = ((system.name, *row) for system, by in counted_by for row in by.rows)
        tables["windows.csv"] = csv_text(("system", *counted_by[0][1].header), rows)
    drawn = counted_by if result.kind == "fss" else []
    picture = windows_picture([(system.name, by, system.quantity("useful").value) for system, by in drawn])
    return folder(result, article(result), tables, picture)
