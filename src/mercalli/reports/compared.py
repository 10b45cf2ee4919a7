"""A comparison on a terminal: who is ahead on what, and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import counted
from mercalli.reports.screen import note_table
from mercalli.reports.tables import DIM, MARK, PlainTable, Words, plain_table
from mercalli.reports.words import DIGITS, count, interval
from mercalli.results.text import HOLM, NOTHING, p_text, percent, with_companions
from mercalli.results.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.records import Comparison, PairReport

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
    made = plain_table(("metric", "left"), ("best first, = where no difference was shown", "left"))
    for ranking in result.rankings:
        if ranking.metric in result.headline:
            made.add_row(Words(ranking.metric), Words(str(ranking)))
    return made


def _pair(result: Comparison, pair: PairReport) -> Iterator[RenderableType]:
    only = f"{count(pair.only_first_right)} right only in the first, {count(pair.only_second_right)} only in the second"
    mcnemar = "" if pair.mcnemar_p is None else f", McNemar p {p_text(pair.mcnemar_p)}"
    yield Words(f"\n{pair.first} less {pair.second}: {only}{mcnemar}", style=MARK)
    yield _differences(result, pair)
    if pair.disagreements:
        yield Words("Where they differ most")
        yield _disagreements(pair)


def _differences(result: Comparison, pair: PairReport) -> RenderableType:
    level = percent(result.provenance.settings["level"])
    numbers = (("difference", "right"), (f"{level} interval", "right"), (HOLM, "right"))
    made = plain_table(("metric", "left"), *numbers, ("better", "left"))
    for name in with_companions(result):
        each = pair.difference(name)
        change = NOTHING if each.difference is None else f"{each.difference:+.{DIGITS}f}"
        span, p = interval(each.low, each.high), p_text(each.p_adjusted)
        made.add_row(Words(name), change, span, p, Words(each.better or ""))
    return made


def _disagreements(pair: PairReport) -> RenderableType:
    made = plain_table(("count", "right"), ("truth", "left"), (pair.first, "left"), (pair.second, "left"))
    for where in pair.disagreements[:DISAGREEMENTS]:
        made.add_row(count(where.count), *map(Words, (where.truth, where.first, where.second)))
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
