"""A comparison on a terminal: who is ahead on what, and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.labels.compare.article import (
    difference_cells,
    difference_header,
    disagreement_header,
    disagreement_rows,
    only_right,
    pair_title,
    ranked_rows,
)
from mercalli.telling.terminal import DIM, MARK, PlainTable, Words, note_table, plain_table
from mercalli.telling.words import RANKED, with_companions
from mercalli.text.visible import visible_record
from mercalli.text.words import counted, short_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.labels.compare.result import Comparison, PairReport

DISAGREEMENTS = 5
LONGEST_CELL, LONGEST_TEXT = 60, 400
MOST_PAIRS = 6


def show_comparison(
    console: Console, result: Comparison, said: Sequence[str], examples: Sequence[Mapping[str, str]] = ()
) -> None:
    """Print the whole screen."""
    for part in _parts(*visible_record((result, tuple(said), tuple(examples)))):
        console.print(part)


def _parts(result: Comparison, said: Sequence[str], examples: Sequence[Mapping[str, str]]) -> Iterator[RenderableType]:
    names = {name for each in result.pairs for name in (each.first, each.second)}
    systems, items = counted(len(names), "system"), counted(result.pairs[0].n, "item")
    yield Words(f"{result.provenance.title}: {systems} on {items}", style=MARK)
    yield from (Words(f"  {line}", style=DIM) for line in said)
    yield ""
    if result.rankings:
        yield _rankings(result)
    for each in result.pairs[:MOST_PAIRS]:
        yield from _pair(result, each)
    if len(result.pairs) > MOST_PAIRS:
        yield Words(f"\n{counted(len(result.pairs) - MOST_PAIRS, 'more pair')}: see --json or --out.", style=DIM)
    if result.notes:
        yield Words("\nBefore you rely on it")
        yield note_table(result.notes)
    yield from _examples(examples)


def _rankings(result: Comparison) -> RenderableType:
    made = plain_table(*((name, "left") for name in RANKED))
    for row in ranked_rows(result, result.headline):
        made.add_row(*map(Words, row))
    return made


def _pair(result: Comparison, pair: PairReport) -> Iterator[RenderableType]:
    yield Words(f"\n{pair_title(pair)}: {only_right(pair)}", style=MARK)
    yield _differences(result, pair)
    if pair.disagreements:
        yield Words("Where they differ most")
        yield _disagreements(pair)


def _differences(result: Comparison, pair: PairReport) -> RenderableType:
    first, *numbers, better = difference_header(result)
    made = plain_table((first, "left"), *((name, "right") for name in numbers), (better, "left"))
    for name in with_companions(result):
        metric, *cells, ahead = difference_cells(pair.difference(name))
        made.add_row(Words(metric), *cells, Words(ahead))
    return made


def _disagreements(pair: PairReport) -> RenderableType:
    first, *names = disagreement_header(pair)
    made = plain_table((first, "right"), *((name, "left") for name in names))
    for found, *answers in disagreement_rows(pair, DISAGREEMENTS):
        made.add_row(found, *(Words(short_name(answer)) for answer in answers))
    return made


def _examples(examples: Sequence[Mapping[str, str]]) -> Iterator[RenderableType]:
    """Items that one system gets right and the other wrong: in a table, or one by one where they hold long texts."""
    if not examples:
        return
    yield Words("\nItems that one gets right and the other wrong", style=MARK)
    if any(len(value) > LONGEST_CELL for example in examples for value in example.values()):
        yield from (_item(example) for example in examples)
        return
    first, *others = examples[0]
    made = plain_table((first, "whole"), *((name, "left") for name in others))
    for example in examples:
        name, *values = example.values()
        made.add_row(name, *map(Words, values))
    yield made


def _item(example: Mapping[str, str]) -> RenderableType:
    """What is known of an item, a line for each column; long texts are cut."""
    made = PlainTable.grid(padding=(0, 2, 0, 0))
    for at, (name, value) in enumerate(example.items()):
        said = value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}…"
        made.add_row("  " if at else "- ", Words(name, style=DIM), Words(said))
    return made
