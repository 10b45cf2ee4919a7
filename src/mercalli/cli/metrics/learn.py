"""The catalogue on a terminal: what each metric means and when it misleads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from mercalli.telling.terminal import DIM, MARK, Words, plain_table
from mercalli.telling.words import span_of
from mercalli.text.numbers import number
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from mercalli.cli.metrics.lessons import Chapter, Lesson
    from mercalli.results.measure import MetricCard


def show_chapters(console: Console, chapters: Iterable[Chapter]) -> None:
    """A line for each metric."""
    for chapter in map(visible_record, chapters):
        console.print(Words(chapter.title, style=MARK))
        meanings = plain_table(("metric", "whole"), ("meaning", "left"))
        for card in chapter.metrics:
            meanings.add_row(card.metric, Words(card.meaning))
        console.print(meanings)
        console.print()
    console.print("One of them in full: mercalli metrics NAME")


def show_lesson(console: Console, lesson: Lesson) -> None:
    """Everything about one metric."""
    shown = visible_record(lesson)
    console.print(Words(f"{shown.card.label} ({shown.card.metric})", style=MARK))
    console.print(Words(shown.card.meaning))
    console.print()
    facts = plain_table(("", "whole"), ("", "left"))
    facts.show_header = False
    for name, text in [*_facts(shown.card), *_more(shown)]:
        facts.add_row(Text(name, style=DIM), Words(text))
    console.print(facts)


def _more(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """When it is undefined, its options, other names, and what it gives."""
    yield "undefined when", lesson.undefined
    if lesson.options:
        yield "options", ", ".join(lesson.options)
    if lesson.aliases:
        yield "also called", ", ".join(lesson.aliases)
    if lesson.kernel:
        yield "needs", f"a profile that sets {' and '.join(lesson.needs)}: mercalli profile show humaid"
    elif lesson.needs:
        yield "needs", f"its options, as in {lesson.card.metric}({', '.join(f'{name}=...' for name in lesson.needs)})"
    if lesson.example is not None:
        yield "example", lesson.example.data
        yield "gives", "no value" if lesson.example.value is None else number(lesson.example.value)
        if lesson.example.majority is not None:
            yield "majority gets", number(lesson.example.majority)


def _facts(card: MetricCard) -> list[tuple[str, str]]:
    bands = ", ".join(f"{band.name} from {band.lower:g} ({band.says})" for band in card.bands)
    return [
        ("formula", card.formula),
        ("range", span_of(card)),
        *([("bands", bands)] if bands else []),
        ("misleads", card.misleads),
        *([("read beside", ", ".join(card.beside))] if card.beside else []),
        ("reference", card.reference),
    ]
