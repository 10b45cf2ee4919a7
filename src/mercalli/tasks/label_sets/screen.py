"""Label sets on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.label_sets.rows import (
    best_first,
    label_cells,
    label_header,
    measure_cells,
    measure_header,
    pair_cells,
    pair_header,
    slice_cells,
    slice_header,
    system_cells,
    system_header,
)
from mercalli.tasks.label_sets.text import sets_title
from mercalli.telling.terminal import DIM, MARK, Words, note_table, plain_table
from mercalli.text.visible import visible_record
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.label_sets.result import MultiLabel, SetReport

MOST_LABELS = MOST_SLICES = 25


def show_multilabel(console: Console, result: MultiLabel, said: Sequence[str]) -> None:
    """Print the whole screen."""
    for part in _parts(*visible_record((result, tuple(said)))):
        console.print(part)


def _parts(result: MultiLabel, said: Sequence[str]) -> Iterator[RenderableType]:
    yield Words(result.provenance.title, style=MARK)
    yield from (Words(f"  {line}", style=DIM) for line in said)
    ordered = best_first(result)
    if len(ordered) > 1:
        yield ""
        yield _table(system_header(result), (system_cells(result, each) for each in ordered))
        yield from _pairs(result)
        yield Words(f"\nBelow: {ordered[0].name}, best by {result.headline[0]}.")
    yield from _system(result, ordered[0])
    notes = list(ordered[0].notes)
    notes += [f"{each.name}: {note}" for each in ordered[1:] for note in each.notes if note not in ordered[0].notes]
    if notes:
        yield Words("\nBefore you rely on it")
        yield note_table(notes)


def _pairs(result: MultiLabel) -> Iterator[RenderableType]:
    if result.pairs:
        yield ""
        yield _table(pair_header(result), pair_cells(result, result.headline[:1]))
        yield Words("Best first, = where no difference was shown")
        ranked = (each for each in result.rankings if each.metric in result.headline)
        yield from (Words(f"  {each.metric}: {each}") for each in ranked)


def _system(result: MultiLabel, system: SetReport) -> Iterator[RenderableType]:
    yield Words(f"\n{sets_title(system)}", style=MARK)
    yield _table(measure_header(result), map(measure_cells, system.measures))
    yield Words("\nLabels, most frequent first")
    often = sorted(system.labels, key=lambda label: -label.support)
    yield _table(label_header(), map(label_cells, often[:MOST_LABELS]))
    if len(often) > MOST_LABELS:
        yield Words(f"{counted(len(often) - MOST_LABELS, 'more label')}: see --json or --out.", style=DIM)
    if system.slices:
        yield Words("\nSlices")
        yield _table(slice_header(result), (slice_cells(result, part) for part in system.slices[:MOST_SLICES]))
    if len(system.slices) > MOST_SLICES:
        yield Words(f"{counted(len(system.slices) - MOST_SLICES, 'more slice')}: see --json or --out.", style=DIM)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> RenderableType:
    """Names to the left, numbers to the right."""
    made = plain_table(*((name, "right" if at else "left") for at, name in enumerate(header)))
    for name, *cells in rows:
        made.add_row(Words(name), *cells)
    return made
