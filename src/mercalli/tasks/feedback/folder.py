"""The files of a report folder on feedback."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.feedback.article import feedback_article
from mercalli.telling.files import article_files

if TYPE_CHECKING:
    from mercalli.tasks.feedback.result import FeedbackReport

LABELS = ("label", "texts", "missed", "wrongly", "recall", "test_recall", "difference", "low", "high")


def feedback_files(result: FeedbackReport) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, the labels for a spreadsheet."""
    rows = (
        (
            *(each.name, each.n, each.missed, each.wrongly, each.recall.feedback, each.recall.test),
            *(each.recall.difference, each.recall.low, each.recall.high, each.first, each.last, each.since),
        )
        for each in result.labels
    )
    return {
        "result.json": to_json(result),
        **article_files(feedback_article(result), {}),
        "labels.csv": csv_text((*LABELS, "first", "last", "since"), rows),
    }
