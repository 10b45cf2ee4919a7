"""A summary as one page to print: no script, no link, nothing from outside."""

from __future__ import annotations

from mercalli.telling.page.rendering import rendered
from mercalli.telling.summary import KNOW, WRONG, Summary, is_main

BAR = 110  # dots across


def summary_page(summary: Summary) -> str:
    """The page."""
    return rendered(
        {"summary": summary, "is_main": is_main, "bar": BAR, "lists": {WRONG: summary.wrong, KNOW: summary.know}},
        template="summary.html.j2",
        styles=("theme.css", "summary.css"),
        scripts=(),
    )
