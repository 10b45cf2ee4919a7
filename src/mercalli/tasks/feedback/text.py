"""A report on feedback in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import number, span
from mercalli.text.visible import visible_record
from mercalli.text.words import counted

if TYPE_CHECKING:
    from mercalli.tasks.feedback.result import Beside, FeedbackReport

HEADER = ("metric", "feedback", "interval", "test", "interval", "difference", "interval")


def feedback_title(result: FeedbackReport) -> str:
    """What was looked at."""
    return (
        f"{counted(result.n, 'text')} of {counted(result.entries, 'record')} by "
        f"{counted(result.people, 'name')}, {result.start[:10]} to {result.end[:10]}; "
        f"{counted(result.tested, 'test text')}"
    )


def beside_cells(each: Beside) -> list[str]:
    """One metric as a row."""
    return [
        each.metric,
        number(each.feedback),
        span(each.feedback_low, each.feedback_high),
        number(each.test),
        span(each.test_low, each.test_high),
        "-" if each.difference is None else f"{each.difference:+.4f}",
        span(each.low, each.high),
    ]


def feedback_text(result: FeedbackReport) -> str:
    """The metrics side by side, and what should be known."""
    told = visible_record(result)
    rows = [beside_cells(each) for each in told.measures]
    return "\n".join([feedback_title(told), columns(HEADER, rows), *(f"! {note}" for note in told.notes)])


def feedback_html(result: FeedbackReport) -> str:
    """The same for a notebook."""
    return f"<h4>{escape(feedback_title(result))}</h4>" + html_table(
        HEADER, [beside_cells(each) for each in result.measures]
    )
