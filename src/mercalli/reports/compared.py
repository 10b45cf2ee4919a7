"""A comparison on a terminal: who is ahead on what, and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from mercalli.reports.screen import MARK, table
from mercalli.reports.words import DIGITS, count, interval
from mercalli.results.text import NOTHING, p_text, percent, with_companions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.records import Comparison, PairReport

DISAGREEMENTS = 5
MOST_PAIRS = 6


def show_comparison(
    console: Console, result: Comparison, said: Sequence[str], examples: Sequence[Mapping[str, str]] = ()
) -> None:
    """Print the whole screen."""
    for part in _parts(result, said):
        console.print(part)
    for line in _examples(examples):
        console.print(line)


def _parts(result: Comparison, said: Sequence[str]) -> Iterator[RenderableType]:
    pair = result.pairs[0]
    names = list(dict.fromkeys(name for each in result.pairs for name in (each.first, each.second)))
    yield Text(f"{result.provenance.origin}: {len(names)} systems on {pair.n:,} items", style=MARK)
    yield from (Text(f"  {line}", style="dim") for line in said)
    yield ""
    if result.rankings:
        yield _rankings(result)
    for each in result.pairs[:MOST_PAIRS]:
        yield from _pair(result, each)
    yield from (Text(f"\n! {note}", style="yellow") for note in result.notes)
    if len(result.pairs) > MOST_PAIRS:
        yield Text(f"\n{len(result.pairs) - MOST_PAIRS} more pairs: see --json.")


def _rankings(result: Comparison) -> RenderableType:
    made = table(("metric", "left"), ("best first, = where no difference was shown", "left"))
    for ranking in result.rankings:
        if ranking.metric in result.headline:
            made.add_row(ranking.metric, str(ranking))
    return made


def _pair(result: Comparison, pair: PairReport) -> Iterator[RenderableType]:
    only = f"{count(pair.only_first_right)} right only in the first, {count(pair.only_second_right)} only in the second"
    mcnemar = "" if pair.mcnemar_p is None else f", McNemar p {p_text(pair.mcnemar_p)}"
    yield Text(f"\n{pair.first} less {pair.second}: {only}{mcnemar}", style=MARK)
    level = result.provenance.settings["level"]
    made = table(
        ("metric", "left"),
        ("difference", "right"),
        (f"{percent(level)} interval", "right"),
        ("p", "right"),
        ("better", "left"),
    )
    for name in with_companions(result):
        each = pair.difference(name)
        change = NOTHING if each.difference is None else f"{each.difference:+.{DIGITS}f}"
        made.add_row(name, change, interval(each.low, each.high), p_text(each.p_adjusted), each.better or "")
    yield made
    if pair.disagreements:
        yield Text("Where they differ most")
        most = table(("count", "right"), ("truth", "left"), (pair.first, "left"), (pair.second, "left"))
        for where in pair.disagreements[:DISAGREEMENTS]:
            most.add_row(count(where.count), where.truth, where.first, where.second)
        yield most


def _examples(examples: Sequence[Mapping[str, str]]) -> Iterator[RenderableType]:
    """Items that one system gets right and the other wrong."""
    if examples:
        yield Text("\nItems that one gets right and the other wrong", style=MARK)
        made = table(*((name, "left") for name in examples[0]))
        for example in examples:
            made.add_row(*(Text(value) for value in example.values()))
        yield made
