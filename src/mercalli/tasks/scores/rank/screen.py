"""A ranking on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.scores.rank.text import all_described, described
from mercalli.tasks.scores.rank.words import best_first, cells, first, header, sentence
from mercalli.tasks.scores.words import class_notes, slices_elsewhere
from mercalli.telling.terminal import DIM, MARK, WIDE, Words, note_table, plain_table
from mercalli.text.names import plain
from mercalli.text.numbers import percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.scores.rank.result import Ranked, RankReport

MOST_SYSTEMS, MOST_SLICES = 20, 15


def show_ranked(console: Console, result: Ranked, said: Sequence[str]) -> None:
    """Print the whole screen."""
    for part in _parts(result, said, wide=console.width >= WIDE):
        console.print(part)


def _parts(result: Ranked, said: Sequence[str], *, wide: bool) -> Iterator[RenderableType]:
    chosen, *others = best_first(result)
    yield Words(f"{result.provenance.title}: {_what(result, chosen)}", style=MARK)
    yield from (Words(f"  {line}", style=DIM) for line in said)
    yield ""
    yield _tops(result, wide=wide)
    if len(result.systems) > MOST_SYSTEMS:
        yield Words(f"{len(result.systems) - MOST_SYSTEMS} more: see --json or --out.", style=DIM)
    if result.per_class:
        yield from (Words(line, style=DIM) for line in slices_elsewhere(result.systems))
        yield from _notes(class_notes(result.systems))
        return
    if others:
        yield Words(f"\nBelow: {plain(chosen.name)}, best by the first {first(chosen.tops[0])}.")
    yield ""
    yield from (Words(sentence(result, chosen, top)) for top in chosen.tops)
    yield from _slices(result, chosen, wide=wide)
    yield from _notes(chosen.notes)


def _what(result: Ranked, system: RankReport) -> str:
    if len(result.systems) == 1:
        return f"{described(result, system)}, {plain(system.name)}"
    return all_described(result)


def _tops(result: Ranked, *, wide: bool) -> RenderableType:
    """A row for each K, of each system if there are several."""
    level = percent(result.provenance.settings["level"])
    several = len(result.systems) > 1
    what = "class" if result.per_class else "system"
    width = {"wide": wide and not several, "narrow": several and not wide}
    shown = header(result, level, **width)
    made = plain_table(*([(what, "name")] if several else []), *((name, "right") for name in shown))
    for system in best_first(result)[:MOST_SYSTEMS]:
        for top in system.tops:
            made.add_row(*([Words(plain(system.name))] if several else []), *cells(result, top, **width))
    return made


def _slices(result: Ranked, system: RankReport, *, wide: bool) -> Iterator[RenderableType]:
    """The first K of each slice by itself."""
    if not system.slices:
        return
    yield Words("\nSlices, each ranked by itself")
    level = percent(result.provenance.settings["level"])
    shown = header(result, level, wide=wide)
    made = plain_table(("slice", "left"), ("rows", "right"), *((name, "right") for name in shown))
    for part in sorted(system.slices, key=lambda part: -part.n)[:MOST_SLICES]:
        name = Words(f"{plain(part.name)} (few)", style=DIM) if part.few else Words(plain(part.name))
        made.add_row(name, f"{part.n:,}", *cells(result, part.tops[0], wide=wide))
    yield made
    if len(system.slices) > MOST_SLICES:
        yield Words(f"{counted(len(system.slices) - MOST_SLICES, 'smaller slice')}: see --json or --out.", style=DIM)


def _notes(notes: Sequence[str]) -> Iterator[RenderableType]:
    if notes:
        yield Words("\nBefore you rely on it")
        yield note_table(notes)
