"""The catalogue on a terminal: what each metric means and when it misleads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from mercalli.reports.screen import MARK, table
from mercalli.results.text import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from mercalli.results.records import MetricCard


def show_catalogue(console: Console, groups: Iterable[tuple[str, Sequence[MetricCard]]]) -> None:
    """A line for each metric."""
    for title, cards in groups:
        console.print(Text(title, style=MARK))
        made = table(("metric", "right"), ("meaning", "left"))
        made.columns[0].justify = "left"
        for card in cards:
            made.add_row(card.metric, card.meaning)
        console.print(made)
        console.print()
    console.print("One of them in full: mercalli metrics NAME")


def show_metric(console: Console, card: MetricCard, extra: Sequence[tuple[str, str]]) -> None:
    """Everything about one metric; `extra` holds further lines, such as a worked example."""
    console.print(Text(f"{card.label} ({card.metric})", style=MARK))
    console.print(card.meaning, highlight=False)
    console.print()
    made = table(("", "right"), ("", "left"))
    made.show_header = False
    made.columns[0].justify = "left"
    for name, text in [*_facts(card), *extra]:
        made.add_row(Text(name, style="dim"), Text(text))
    console.print(made)


def _facts(card: MetricCard) -> list[tuple[str, str]]:
    best = "no value is better than another" if card.best is None else f"best {card.best:g}"
    bands = ", ".join(f"{band.name} from {band.lower:g} ({band.says})" for band in card.bands)
    return [
        ("formula", card.formula),
        ("range", f"{_end(card.lowest)} to {_end(card.highest)}, {best}"),
        *([("bands", bands)] if bands else []),
        ("misleads", card.misleads),
        *([("read beside", ", ".join(card.beside))] if card.beside else []),
        ("reference", card.reference),
    ]


def _end(value: float | None) -> str:
    return "unbounded" if value is None else number(value, 0)
