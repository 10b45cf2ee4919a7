"""What became of a fire's forecast, on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.wildfire.article import table_cells
from mercalli.tasks.wildfire.text import became, fire_header, fire_title, measure_cells, not_counted, useful_line
from mercalli.telling.terminal import BAD, DIM, MARK, Words, note_table, plain_table
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.wildfire.result import FireReport, FireResult
    from mercalli.telling.terminal import PlainTable


def show_fire(console: Console, result: FireResult, said: Sequence[str] = ()) -> None:
    """Print the whole screen."""
    result, said = visible_record((result, tuple(said)))
    print_title(console, result.provenance.title, said)
    for system in result.systems:
        for part in _system(result, system):
            console.print(part)


def print_title(console: Console, title: str, said: Sequence[str]) -> None:
    """What a screen is of, and what was guessed or written."""
    console.print(Words(title, style=MARK))
    for line in said:
        console.print(Words(f"  {line}", style=DIM))


def right_table(header: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1) -> PlainTable:
    """The first columns are names, the others numbers."""
    made = plain_table(*((each, "left" if at < names else "right") for at, each in enumerate(header)))
    made.names = names
    for row in rows:
        made.add_row(*(Words(cell) if at < names else cell for at, cell in enumerate(row)))
    return made


def _system(result: FireResult, system: FireReport) -> Iterator[RenderableType]:
    yield Words(f"\n{fire_title(result, system)}", style=MARK)
    name, *others, flag = fire_header(result)
    made = plain_table((name, "left"), *((each, "right") for each in others), (flag, "left"))
    for measure in system.measures:
        *cells, mark = measure_cells(measure)
        made.add_row(*cells, Words(mark, style=BAD))
    yield made
    yield from _windows(system)
    yield from (Words(line) for line in [*became(result, system), *not_counted(system)])
    yield from notes_told(system.notes)


def _windows(system: FireReport) -> Iterator[RenderableType]:
    """The fractions skill score by window, where windows were asked for."""
    if system.windows is None:
        return
    yield Words(f"\n{system.windows.title}")
    yield right_table(system.windows.header, table_cells(system.windows), 0)
    yield Words(useful_line(system))
    yield Words("")


def notes_told(notes: Sequence[str]) -> Iterator[RenderableType]:
    """What should be known before relying on it."""
    if notes:
        yield Words("\nBefore you rely on it")
        yield note_table(notes)
