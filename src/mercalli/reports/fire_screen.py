"""What became of a fire's forecast, on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.screen import note_table
from mercalli.reports.tables import BAD, DIM, MARK, Words, plain_table
from mercalli.results.fire_text import became, fire_header, fire_title, measure_cells, not_counted
from mercalli.results.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.fire import FireReport, FireResult


def show_fire(console: Console, result: FireResult, said: Sequence[str] = ()) -> None:
    """Print the whole screen."""
    result, said = visible_record((result, tuple(said)))
    console.print(Words(result.provenance.title, style=MARK))
    for line in said:
        console.print(Words(f"  {line}", style=DIM))
    for system in result.systems:
        for part in _system(result, system):
            console.print(part)


def _system(result: FireResult, system: FireReport) -> Iterator[RenderableType]:
    yield Words(f"\n{fire_title(result, system)}", style=MARK)
    name, *others, flag = fire_header(result)
    made = plain_table((name, "left"), *((each, "right") for each in others), (flag, "left"))
    for measure in system.measures:
        *cells, mark = measure_cells(measure)
        made.add_row(*cells, Words(mark, style=BAD))
    yield made
    yield from (Words(line) for line in [*became(result, system), *not_counted(system)])
    yield from notes_told(system.notes)


def notes_told(notes: Sequence[str]) -> Iterator[RenderableType]:
    """What should be known before relying on it."""
    if notes:
        yield Words("\nBefore you rely on it")
        yield note_table(notes)
