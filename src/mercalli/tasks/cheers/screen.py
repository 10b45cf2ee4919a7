"""Scores of CHEERS on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.cheers.article import (
    best_run,
    measure_cells,
    measure_header,
    pair_cells,
    pair_header,
    reading_cells,
    reading_header,
    sector_cells,
    sector_header,
    slice_cells,
    slice_header,
    system_cells,
    system_header,
)
from mercalli.tasks.cheers.result import HUMIMPACT
from mercalli.tasks.cheers.text import coverage_words, run_title, score_lines
from mercalli.telling.terminal import DIM, MARK, Words, note_table, plain_table
from mercalli.text.visible import visible_record
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.cheers.result import Cheers, RunReport

MOST_SLICES = 20


def show_cheers(console: Console, result: Cheers, said: Sequence[str]) -> None:
    """Print the whole screen; the lines of the challenge come first, and are never broken."""
    told, words = visible_record((result, tuple(said)))
    for run in told.systems:
        if len(told.systems) > 1:
            console.print(Words(f"{run.name}", style=MARK))
        for line in score_lines(run):
            console.print(line, soft_wrap=True)
    for part in _parts(told, words):
        console.print(part)


def _parts(result: Cheers, said: Sequence[str]) -> Iterator[RenderableType]:
    yield Words(f"\n{result.provenance.title}", style=MARK)
    yield from (Words(f"  {line}", style=DIM) for line in said)
    if len(result.systems) > 1:
        yield from _board(result)
    best = best_run(result)
    if len(result.systems) > 1:
        yield Words(f"\nBelow: {best.name}, best by HumImpact; the others are in --json and --out.")
    yield from _run(result, best)
    yield from _notes(result, best)


def _board(result: Cheers) -> Iterator[RenderableType]:
    yield ""
    yield _table(system_header(), (system_cells(run) for run in result.systems))
    if result.pairs:
        yield ""
        yield _table(pair_header(result), pair_cells(result, (HUMIMPACT,)))
        yield Words("Best first, = where no difference was shown")
        yield from (Words(f"  {each.metric}: {each}") for each in result.rankings)


def _run(result: Cheers, run: RunReport) -> Iterator[RenderableType]:
    yield Words(f"\n{run_title(run)}", style=MARK)
    yield _table(measure_header(result), map(measure_cells, [*run.measures, run.ceiling]))
    yield Words(f"The accuracy rests on {coverage_words(run.coverage)}.")
    yield Words("\nReadings of the accuracy, by which sentences without a sector count")
    yield _table(reading_header(), map(reading_cells, run.readings))
    yield Words("\nSectors, end to end")
    yield _table(sector_header(), map(sector_cells, run.sectors))
    if run.slices:
        yield Words("\nSlices")
        yield _table(slice_header(), (slice_cells(part) for part in run.slices[:MOST_SLICES]))
    if len(run.slices) > MOST_SLICES:
        yield Words(f"{counted(len(run.slices) - MOST_SLICES, 'more slice')}: see --json or --out.", style=DIM)


def _notes(result: Cheers, best: RunReport) -> Iterator[RenderableType]:
    """On the run that is shown, on the others by their names, and on all."""
    others = [f"{run.name}: {note}" for run in result.systems if run is not best for note in run.notes]
    notes = [*best.notes, *others, *result.notes]
    if notes:
        yield Words("\nBefore you rely on it")
        yield note_table(notes)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> RenderableType:
    """Names to the left, numbers to the right."""
    made = plain_table(*((name, "right" if at else "left") for at, name in enumerate(header)))
    for name, *cells in rows:
        made.add_row(Words(name), *cells)
    return made
