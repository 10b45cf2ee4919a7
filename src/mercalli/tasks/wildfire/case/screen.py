"""Score cards on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.wildfire.case.text import (
    POOLED,
    card_notes,
    cards_of,
    group_title,
    kpi_header,
    kpi_rows,
    score_header,
    score_rows,
)
from mercalli.tasks.wildfire.screen import notes_told, print_title, right_table
from mercalli.telling.terminal import MARK, Words
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from mercalli.tasks.wildfire.case.result import FireCaseResult


def show_case(console: Console, result: FireCaseResult, said: Sequence[str] = ()) -> None:
    """Print the scores of all cards, then the KPIs of each."""
    result, said = visible_record((result, tuple(said)))
    print_title(console, f"{result.name}: scores from 0 to 100", said)
    console.print(right_table(score_header(result), score_rows(result), 2))
    for model in result.models:
        for card in cards_of(model):
            console.print(Words(f"\n{model.name}, {card.fire or POOLED}", style=MARK))
            for group in card.groups:
                console.print(Words(group_title(group)))
                console.print(right_table(kpi_header(result), kpi_rows(group), 1))
            for part in notes_told(tuple(card_notes(card))):
                console.print(part)
