"""Fields on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.wildfire.article import table_cells
from mercalli.tasks.wildfire.field.article import (
    field_title,
    left_out,
    quantity_cells,
    quantity_header,
    undefined_lines,
)
from mercalli.tasks.wildfire.screen import notes_told, print_title, right_table
from mercalli.telling.terminal import DIM, MARK, Words
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.wildfire.field.result import FieldReport, FireField


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
