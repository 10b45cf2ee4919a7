"""A report on feedback as an article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.feedback.rows import BESIDE, LABELS, ORDER, SWAPS, beside_row, changed_words, label_row, swap_row
from mercalli.tasks.feedback.text import feedback_title
from mercalli.telling.article import Article, Notes, Section, Sentence, table

if TYPE_CHECKING:
    from mercalli.tasks.feedback.result import FeedbackReport


def feedback_article(result: FeedbackReport) -> Article:
    """All of it."""
    sides = (
        Sentence(f"{changed_words(result)}"),
        table("Feedback beside the test", BESIDE, map(beside_row, result.measures)),
        Notes(result.notes),
    )
    labels = (table(ORDER, LABELS, map(label_row, result.labels), words=LABELS[-2:]),)
    swaps = (table("The most frequent corrections", SWAPS, map(swap_row, result.swaps), words=SWAPS[1:2]),)
    return Article(
        title=result.provenance.title,
        asks="feedback",
        summary=feedback_title(result),
        sections=(
            Section("Feedback and test", sides),
            Section("Which labels changed", labels),
            *([Section("Corrections", swaps)] if result.swaps else []),
        ),
        metrics=(),
        provenance=result.provenance,
        digests={"model": result.digest},
    )
