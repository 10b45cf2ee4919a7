"""All kinds of results, by the name under which each is sealed."""

from __future__ import annotations

from mercalli.tasks.advice.result import Advice
from mercalli.tasks.alerts.result import Alerts
from mercalli.tasks.cheers.result import Cheers
from mercalli.tasks.feedback.result import FeedbackReport
from mercalli.tasks.label_sets.result import MultiLabel
from mercalli.tasks.labels.compare.result import Comparison
from mercalli.tasks.labels.result import Evaluation
from mercalli.tasks.scores.rank.result import Ranked
from mercalli.tasks.scores.threshold.result import Decisions
from mercalli.tasks.survival.result import SurvivalResult
from mercalli.tasks.uplift.result import UpliftResult
from mercalli.tasks.wildfire.case.result import FireCaseResult
from mercalli.tasks.wildfire.field.result import FireField
from mercalli.tasks.wildfire.perimeter.result import Perimeters
from mercalli.tasks.wildfire.result import FireResult

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


def kind_of(result: Result) -> str:
    """The name under which a result is sealed."""
    return next(name for name, record in RESULTS.items() if type(result) is record)
