"""The named files of the original disaster evaluation that are no pictures; the report is that of every folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.adapters.nine_files.results import comprehensive_json, custom
from mercalli.io.cells import csv_text
from mercalli.tasks.labels.article import article
from mercalli.telling.article import PAGE
from mercalli.telling.markdown import article_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.tasks.labels.result import Evaluation

STANDARD_COLUMNS = {
    "Accuracy": "accuracy",
    "F1 (Weighted)": "f1_weighted",
    "F1 (Macro)": "f1_macro",
    "Precision": "precision_weighted",
    "Recall": "recall_weighted",
    "Balanced Acc": "balanced_accuracy",
}
CUSTOM_COLUMNS = {"dua": "DUA (Urgency)", "ecs": "ECS (Emotional)", "ar": "AR (Actionability)"}
TIME = "Time (s)"


def nine_files(result: Evaluation) -> dict[str, str | bytes]:
    """File names and contents."""
    return {
        "comprehensive_evaluation_report.md": article_markdown(article(result).on(PAGE)),
        "comprehensive_evaluation_results.json": comprehensive_json(result),
        "standard_metrics_comparison.csv": _standard_csv(result),
        "custom_metrics_comparison.csv": _custom_csv(result),
    }


def _standard_csv(result: Evaluation) -> str:
    """How long a model took is not in its predictions, so that column stays empty."""
    rows = ((*row, None) for row in _rows(result, list(STANDARD_COLUMNS.values())))
    return csv_text(("Model", *STANDARD_COLUMNS, TIME), rows)


def _custom_csv(result: Evaluation) -> str:
    """The original's three metrics under the original's names, other metrics of a profile under their own."""
    metrics = list(custom(result).values())
    return csv_text(("Model", *(CUSTOM_COLUMNS.get(metric, metric) for metric in metrics)), _rows(result, metrics))


def _rows(result: Evaluation, metrics: Sequence[str]) -> Iterator[tuple[str | float | None, ...]]:
    """Values in full; nothing where one is undefined or was not asked for."""
    for system in result.systems:
        found = {measure.metric: measure.value for measure in system.measures}
        yield (system.name, *(found.get(metric) for metric in metrics))
