"""Perimeters on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.wildfire.perimeter.text import (
    GROWTH_TITLE,
    growth_cells,
    growth_header,
    perimeter_title,
    step_cells,
    step_header,
    undefined_lines,
)
from mercalli.tasks.wildfire.screen import notes_told, print_title, right_table
from mercalli.telling.terminal import DIM, MARK, Words
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.wildfire.perimeter.result import PerimeterReport, Perimeters, PerimeterStep


def show_perimeters(console: Console, result: Perimeters, said: Sequence[str] = ()) -> None:
    """Print the whole screen."""
    result, said = visible_record((result, tuple(said)))
    print_title(console, result.provenance.title, said)
    for system in result.systems:
        for step in system.steps:
            for part in _step(system, step):
                console.print(part)
        for part in (*_growth(result, system), *notes_told(system.notes)):
            console.print(part)


def _step(system: PerimeterReport, step: PerimeterStep) -> Iterator[RenderableType]:
    yield Words(f"\n{perimeter_title(system, step)}", style=MARK)
    yield right_table(step_header(step), step_cells(step))
    yield from (Words(line, style=DIM) for line in undefined_lines(step))


def _growth(result: Perimeters, system: PerimeterReport) -> Iterator[RenderableType]:
    if system.growth:
        yield Words(f"\n{system.name}, {GROWTH_TITLE}", style=MARK)
        yield right_table(growth_header(result), growth_cells(system))
