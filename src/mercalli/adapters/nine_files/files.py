"""The named files of the original disaster evaluation that are no pictures and no report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.adapters.nine_files.results import comprehensive_json
from mercalli.adapters.nine_files.tables import custom_csv, standard_csv

if TYPE_CHECKING:
    from mercalli.tasks.labels.result import Evaluation


def nine_files(result: Evaluation) -> dict[str, str | bytes]:
    """File names and contents."""
    return {
        "comprehensive_evaluation_results.json": comprehensive_json(result),
        "standard_metrics_comparison.csv": standard_csv(result),
        "custom_metrics_comparison.csv": custom_csv(result),
    }
