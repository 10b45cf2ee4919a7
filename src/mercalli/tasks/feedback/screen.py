"""A report on feedback on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.feedback.rows import BESIDE, LABELS, ORDER, SWAPS, beside_row, changed_words, label_row, swap_row
from mercalli.tasks.feedback.text import feedback_title
from mercalli.telling.terminal import DIM, MARK, Words, note_table, plain_table
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.tasks.feedback.result import FeedbackReport

MOST_LABELS = 20


def show_feedback(console: Console, result: FeedbackReport, said: Sequence[str]) -> None:
    """Print the whole screen."""
    for part in _parts(*visible_record((result, tuple(said)))):
        console.print(part)


def _parts(result: FeedbackReport, said: Sequence[str]) -> Iterator[RenderableType]:
    yield Words(f"{result.provenance.title}: {feedback_title(result)}", style=MARK)
    yield from (Words(f"  {line}", style=DIM) for line in said)
    yield ""
    yield _table(BESIDE, map(beside_row, result.measures))
    yield Words(f"\n{changed_words(result)}")
    yield Words(f"\n{ORDER}")
    yield _table(LABELS, map(label_row, result.labels[:MOST_LABELS]))
    if result.swaps:
        yield Words("\nThe most frequent corrections")
        yield _table(SWAPS, map(swap_row, result.swaps), left=(0, 1))
    yield Words("\nBefore you rely on it")
    yield note_table(result.notes)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)) -> RenderableType:
    """Names to the left, numbers to the right."""
    made = plain_table(*((name, "left" if at in left else "right") for at, name in enumerate(header)))
    for row in rows:
        made.add_row(*(Words(cell) if at in left else cell for at, cell in enumerate(row)))
    return made
