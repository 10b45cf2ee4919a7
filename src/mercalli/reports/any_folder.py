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
from mercalli.results.advice import Advice
from mercalli.results.alerts import Alerts
from mercalli.results.case import FireCaseResult
from mercalli.results.cheers import Cheers
from mercalli.results.compared import Comparison
from mercalli.results.decisions import Decisions
from mercalli.results.evaluation import Evaluation
from mercalli.results.feedback import FeedbackReport
from mercalli.results.field import FireField
from mercalli.results.fire import FireResult
from mercalli.results.multilabel import MultiLabel
from mercalli.results.perimeters import Perimeters
from mercalli.results.ranked import Ranked
from mercalli.results.survival import SurvivalResult
from mercalli.results.uplift import UpliftResult

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
