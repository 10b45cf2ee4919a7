"""Fields on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.fire_screen import notes_told, print_title, right_table
from mercalli.reports.tables import DIM, MARK, Words
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
    print_title(console, result.provenance.title, said)
    for system in result.systems:
        for part in _system(result, system):
            console.print(part)


def _system(result: FireField, system: FieldReport) -> Iterator[RenderableType]:
    yield Words(f"\n{field_title(system)}", style=MARK)
    yield right_table(quantity_header(result), [quantity_cells(each) for each in system.quantities])
    if system.table is not None:
        yield Words(f"\n{system.table.title}")
        yield right_table(system.table.header, table_cells(system.table), 0)
    yield from (Words(line, style=DIM) for line in [*undefined_lines(system), *left_out(system)])
    yield from notes_told(system.notes)
