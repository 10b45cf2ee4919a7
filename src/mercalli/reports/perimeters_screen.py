"""Perimeters on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.fire_screen import notes_told
from mercalli.reports.tables import DIM, MARK, Words, plain_table
from mercalli.results.perimeters_text import perimeter_title, step_cells, step_header, undefined_lines
from mercalli.results.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.perimeters import PerimeterReport, Perimeters, PerimeterStep


def show_perimeters(console: Console, result: Perimeters, said: Sequence[str] = ()) -> None:
    """Print the whole screen."""
    result, said = visible_record((result, tuple(said)))
    console.print(Words(result.provenance.title, style=MARK))
    for line in said:
        console.print(Words(f"  {line}", style=DIM))
    for system in result.systems:
        for step in system.steps:
            for part in _step(system, step):
                console.print(part)
        for part in notes_told(system.notes):
            console.print(part)


def _step(system: PerimeterReport, step: PerimeterStep) -> Iterator[RenderableType]:
    yield Words(f"\n{perimeter_title(system, step)}", style=MARK)
    first, *others = step_header(step)
    made = plain_table((first, "left"), *((each, "right") for each in others))
    for row in step_cells(step):
        made.add_row(*row)
    yield made
    yield from (Words(line, style=DIM) for line in undefined_lines(step))
