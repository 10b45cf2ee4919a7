"""Fields on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.fire_screen import notes_told
from mercalli.reports.tables import DIM, MARK, Words, plain_table
from mercalli.results.field_text import (
    field_title,
    left_out,
    quantity_cells,
    quantity_header,
    table_cells,
    undefined_lines,
)
from mercalli.results.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.field import FieldReport, FireField


def show_field(console: Console, result: FireField, said: Sequence[str] = ()) -> None:
    """Print the whole screen."""
    result, said = visible_record((result, tuple(said)))
    console.print(Words(result.provenance.title, style=MARK))
    for line in said:
        console.print(Words(f"  {line}", style=DIM))
    for system in result.systems:
        for part in _system(result, system):
            console.print(part)


def _system(result: FireField, system: FieldReport) -> Iterator[RenderableType]:
    yield Words(f"\n{field_title(system)}", style=MARK)
    first, *others = quantity_header(result)
    made = plain_table((first, "left"), *((each, "right") for each in others))
    for each in system.quantities:
        made.add_row(*quantity_cells(each))
    yield made
    if system.table is not None:
        yield Words(f"\n{system.table.title}")
        listed = plain_table(*((each, "right") for each in system.table.header))
        for row in table_cells(system.table):
            listed.add_row(*row)
        yield listed
    yield from (Words(line, style=DIM) for line in [*undefined_lines(system), *left_out(system)])
    yield from notes_told(system.notes)
