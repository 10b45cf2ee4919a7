"""The files of a report folder on advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.advice.article import advice_article
from mercalli.telling.files import article_files

if TYPE_CHECKING:
    from mercalli.tasks.advice.result import Advice

HEADER = ("kind", "severity", "finding", "evidence", "action")


def advice_files(result: Advice) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, the findings for a spreadsheet."""
    rows = ((each.kind, each.severity, each.finding, each.evidence, each.action) for each in result.findings)
    return {
        "result.json": to_json(result),
        **article_files(advice_article(result), {}),
        "findings.csv": csv_text(HEADER, rows),
    }
