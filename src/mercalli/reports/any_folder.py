"""The files of a report folder, whatever the result is of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.reports.advice_folder import advice_files
from mercalli.reports.alerts_folder import alerts_files
from mercalli.reports.case_folder import case_files
from mercalli.reports.cheers_folder import cheers_files
from mercalli.reports.decisions_folder import decisions_files
from mercalli.reports.feedback_folder import feedback_files
from mercalli.reports.field_folder import field_files
from mercalli.reports.fire_folder import fire_files
from mercalli.reports.folder import report_files
from mercalli.reports.multilabel_folder import multilabel_files
from mercalli.reports.perimeters_folder import perimeters_files
from mercalli.reports.rank_folder import ranked_files
from mercalli.reports.survival_folder import survival_files
from mercalli.reports.uplift_folder import uplift_files
from mercalli.results.records import (
    Advice,
    Alerts,
    Cheers,
    Comparison,
    Decisions,
    Evaluation,
    FeedbackReport,
    FireCaseResult,
    FireField,
    FireResult,
    MultiLabel,
    Perimeters,
    Ranked,
    SurvivalResult,
    UpliftResult,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.results.records import Result

MAKERS: dict[type[Any], Callable[[Any], dict[str, str | bytes]]] = {
    Advice: advice_files,
    Alerts: alerts_files,
    Cheers: cheers_files,
    Decisions: decisions_files,
    FeedbackReport: feedback_files,
    FireCaseResult: case_files,
    FireField: field_files,
    FireResult: fire_files,
    MultiLabel: multilabel_files,
    Perimeters: perimeters_files,
    Ranked: ranked_files,
    SurvivalResult: survival_files,
    UpliftResult: uplift_files,
}


def folder_files(result: Result, *, latex: bool = False) -> dict[str, str | bytes]:
    """File names and contents; tables for a paper are made of evaluations and comparisons."""
    if isinstance(result, Evaluation | Comparison):
        return report_files(result, latex=latex)
    return MAKERS[type(result)](result)
