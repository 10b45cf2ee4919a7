"""All kinds of results, by the name under which each is sealed."""

from __future__ import annotations

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

FORMAT = 1
Result = (
    Evaluation
    | Comparison
    | Decisions
    | Ranked
    | Alerts
    | UpliftResult
    | SurvivalResult
    | Cheers
    | MultiLabel
    | FireResult
    | Perimeters
    | FireCaseResult
    | FireField
    | Advice
    | FeedbackReport
)
RESULTS: dict[str, type[Result]] = {
    "evaluation": Evaluation,
    "comparison": Comparison,
    "decisions": Decisions,
    "ranked": Ranked,
    "alerts": Alerts,
    "uplift": UpliftResult,
    "survival": SurvivalResult,
    "cheers": Cheers,
    "multilabel": MultiLabel,
    "fire": FireResult,
    "perimeters": Perimeters,
    "fire_case": FireCaseResult,
    "fire_field": FireField,
    "advice": Advice,
    "feedback": FeedbackReport,
}
