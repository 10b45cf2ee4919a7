"""A training on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.classifier.article import left_out_words, part_cells, summary_of, untested_words
from mercalli.telling.terminal import DIM, MARK, Words, plain_table, show
from mercalli.telling.told import article_of
from mercalli.text.numbers import number, percent
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.classifier.result import LeftOut, Training
    from mercalli.tasks.label_sets.result import MultiLabel
    from mercalli.tasks.labels.result import Evaluation

MOST_PARTS = 30


def show_training(
    console: Console, training: Training, result: Evaluation | MultiLabel, left: LeftOut | None, said: Sequence[str]
) -> None:
    """How it was trained, what it is worth, and how far it generalises."""
    told, lines = visible_record((training, tuple(said)))
    for part in _trained(told, lines):
        console.print(part)
    show(console, article_of(result))
    if left is not None:
        for part in _left_out(visible_record(left), result):
            console.print(part)


def _trained(training: Training, said: Sequence[str]) -> Iterator[RenderableType]:
    yield Words(summary_of(training), style=MARK)
    tried = ", ".join(f"{each.name} {number(each.value)}" for each in training.trials)
    yield Words(
        f"  weights of labels by {training.metric} in {training.folds} folds: {training.chosen} ({tried})", style=DIM
    )
    yield from (Words(f"  {line}", style=DIM) for line in said)
    yield ""


def _left_out(left: LeftOut, result: Evaluation | MultiLabel) -> Iterator[RenderableType]:
    yield Words(f"\nOn a new {left.column}", style=MARK)
    yield Words(left_out_words(left))
    yield from map(Words, untested_words(left))
    level = f"{percent(result.provenance.settings['level'])} interval"
    shown = plain_table(
        (left.column, "left"), ("texts", "right"), (left.metric, "right"), (level, "right"), ("only there", "left")
    )
    for name, *cells, only in map(part_cells, left.parts[:MOST_PARTS]):
        shown.add_row(Words(name), *cells, Words(only))
    yield shown
    rest = len(left.parts) - MOST_PARTS
    if rest > 0:
        yield Words(f"and {rest} more, in the report", style=DIM)
