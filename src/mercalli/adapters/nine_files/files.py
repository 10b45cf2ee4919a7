"""The named files of the original disaster evaluation that are no pictures; the report is that of every folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.adapters.nine_files.results import comprehensive_json
from mercalli.adapters.nine_files.tables import custom_csv, standard_csv
from mercalli.tasks.labels.article import article
from mercalli.telling.article import PAGE
from mercalli.telling.markdown.article import article_markdown

if TYPE_CHECKING:
    from mercalli.tasks.labels.result import Evaluation


def nine_files(result: Evaluation) -> dict[str, str | bytes]:
    """File names and contents."""
    return {
        "comprehensive_evaluation_report.md": article_markdown(article(result).on(PAGE)),
        "comprehensive_evaluation_results.json": comprehensive_json(result),
        "standard_metrics_comparison.csv": standard_csv(result),
        "custom_metrics_comparison.csv": custom_csv(result),
    }
