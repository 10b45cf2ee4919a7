"""The files of a report folder, whatever the result is of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.tasks.advice.folder import advice_files
from mercalli.tasks.advice.result import Advice
from mercalli.tasks.alerts.folder import alerts_files
from mercalli.tasks.alerts.result import Alerts
from mercalli.tasks.cheers.folder import cheers_files
from mercalli.tasks.cheers.result import Cheers
from mercalli.tasks.feedback.folder import feedback_files
from mercalli.tasks.feedback.result import FeedbackReport
from mercalli.tasks.label_sets.folder import multilabel_files
from mercalli.tasks.label_sets.result import MultiLabel
from mercalli.tasks.labels.compare.result import Comparison
from mercalli.tasks.labels.folder import report_files
from mercalli.tasks.labels.result import Evaluation
from mercalli.tasks.scores.rank.folder import ranked_files
from mercalli.tasks.scores.rank.result import Ranked
from mercalli.tasks.scores.threshold.folder import decisions_files
from mercalli.tasks.scores.threshold.result import Decisions
from mercalli.tasks.survival.folder import survival_files
from mercalli.tasks.survival.result import SurvivalResult
from mercalli.tasks.uplift.folder import uplift_files
from mercalli.tasks.uplift.result import UpliftResult
from mercalli.tasks.wildfire.case.folder import case_files
from mercalli.tasks.wildfire.case.result import FireCaseResult
from mercalli.tasks.wildfire.field.folder import field_files
from mercalli.tasks.wildfire.field.result import FireField
from mercalli.tasks.wildfire.folder import fire_files
from mercalli.tasks.wildfire.perimeter.folder import perimeters_files
from mercalli.tasks.wildfire.perimeter.result import Perimeters
from mercalli.tasks.wildfire.result import FireResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.registry import Result

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
