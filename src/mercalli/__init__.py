"""Mercalli: what do this model's errors do?

Accuracy counts errors; Mercalli weighs them, says how sure it is, and shows where they fall.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mercalli.adapters.evaluator import AdvancedMetricsEvaluator
    from mercalli.adapters.scikit_learn import scorer
    from mercalli.errors import MercalliError
    from mercalli.io.demo import read_demo
    from mercalli.io.profiles import profile_names, read_profile
    from mercalli.io.results import read_result, write_result
    from mercalli.metrics.catalogue import catalogue, parse
    from mercalli.metrics.facts import Facts, metric
    from mercalli.results.seal import diff, from_json, to_json
    from mercalli.stats.confusion import Confusion
    from mercalli.stats.counts import Counts
    from mercalli.tasks.advice.evaluate import advise
    from mercalli.tasks.advice.result import Advice
    from mercalli.tasks.alerts.evaluate import alerts
    from mercalli.tasks.alerts.result import Alerts
    from mercalli.tasks.cheers.evaluate import score_cheers, validate_cheers
    from mercalli.tasks.cheers.result import Cheers
    from mercalli.tasks.classifier.evaluate import train
    from mercalli.tasks.classifier.model import load_model
    from mercalli.tasks.feedback.add import add_feedback
    from mercalli.tasks.feedback.evaluate import feedback_report
    from mercalli.tasks.feedback.result import FeedbackReport
    from mercalli.tasks.label_sets.evaluate import multilabel
    from mercalli.tasks.label_sets.result import MultiLabel
    from mercalli.tasks.labels.compare.evaluate import compare
    from mercalli.tasks.labels.compare.result import Comparison
    from mercalli.tasks.labels.evaluate import evaluate
    from mercalli.tasks.labels.result import Evaluation
    from mercalli.tasks.scores.rank.evaluate import rank
    from mercalli.tasks.scores.rank.result import Ranked
    from mercalli.tasks.scores.recall_under_fpr import recall_under_fpr_constraint
    from mercalli.tasks.scores.threshold.evaluate import threshold
    from mercalli.tasks.scores.threshold.result import Decisions
    from mercalli.tasks.survival.evaluate import survival
    from mercalli.tasks.survival.result import SurvivalResult
    from mercalli.tasks.uplift.evaluate import uplift
    from mercalli.tasks.uplift.result import UpliftResult
    from mercalli.tasks.wildfire.case.evaluate import fire_case
    from mercalli.tasks.wildfire.case.result import FireCaseResult
    from mercalli.tasks.wildfire.field.evaluate import fire_field
    from mercalli.tasks.wildfire.field.result import FireField
    from mercalli.tasks.wildfire.perimeter.evaluate import fire_perimeter
    from mercalli.tasks.wildfire.perimeter.result import Perimeters
    from mercalli.tasks.wildfire.result import FireResult
    from mercalli.tasks.wildfire.severity.evaluate import burn_severity
    from mercalli.tasks.wildfire.structures.evaluate import structure_loss

__version__ = "0.1.0"

_HOMES = {
    "AdvancedMetricsEvaluator": "tasks.disaster",
    "Advice": "results.advice",
    "Alerts": "results.alerts",
    "Cheers": "results.cheers",
    "Comparison": "results.compared",
    "Confusion": "stats.confusion",
    "Counts": "stats.counts",
    "Decisions": "results.decisions",
    "Evaluation": "results.evaluation",
    "Facts": "metrics.facts",
    "FeedbackReport": "results.feedback",
    "FireCaseResult": "results.case",
    "FireField": "results.field",
    "FireResult": "results.fire",
    "MercalliError": "errors",
    "MultiLabel": "results.multilabel",
    "Perimeters": "results.perimeters",
    "Ranked": "results.ranked",
    "SurvivalResult": "results.survival",
    "UpliftResult": "results.uplift",
    "add_feedback": "tasks.feedback.add",
    "advise": "tasks.advice.data",
    "alerts": "evaluation.alerts",
    "burn_severity": "evaluation.burn_severity",
    "catalogue": "metrics.catalogue",
    "compare": "evaluation.compare",
    "diff": "results.seal",
    "evaluate": "evaluation.evaluate",
    "feedback_report": "tasks.feedback.report",
    "fire_case": "evaluation.fire_case",
    "fire_field": "evaluation.fire_field",
    "fire_perimeter": "evaluation.fire_perimeter",
    "from_json": "results.seal",
    "load_model": "tasks.classifier.saved",
    "metric": "metrics.facts",
    "multilabel": "evaluation.multilabel",
    "parse": "metrics.catalogue",
    "profile_names": "io.profiles",
    "rank": "evaluation.rank",
    "read_demo": "io.demo",
    "read_profile": "io.profiles",
    "read_result": "io.results",
    "recall_under_fpr_constraint": "evaluation.under_constraint",
    "score_cheers": "tasks.cheers",
    "scorer": "evaluation.scorer",
    "survival": "evaluation.survival",
    "structure_loss": "evaluation.structure_loss",
    "threshold": "evaluation.threshold",
    "to_json": "results.seal",
    "train": "tasks.classifier.train",
    "uplift": "evaluation.uplift",
    "validate_cheers": "tasks.cheers",
    "write_result": "io.results",
}

__all__ = [
    "AdvancedMetricsEvaluator",
    "Advice",
    "Alerts",
    "Cheers",
    "Comparison",
    "Confusion",
    "Counts",
    "Decisions",
    "Evaluation",
    "Facts",
    "FeedbackReport",
    "FireCaseResult",
    "FireField",
    "FireResult",
    "MercalliError",
    "MultiLabel",
    "Perimeters",
    "Ranked",
    "SurvivalResult",
    "UpliftResult",
    "__version__",
    "add_feedback",
    "advise",
    "alerts",
    "burn_severity",
    "catalogue",
    "compare",
    "diff",
    "evaluate",
    "feedback_report",
    "fire_case",
    "fire_field",
    "fire_perimeter",
    "from_json",
    "load_model",
    "metric",
    "multilabel",
    "parse",
    "profile_names",
    "rank",
    "read_demo",
    "read_profile",
    "read_result",
    "recall_under_fpr_constraint",
    "score_cheers",
    "scorer",
    "structure_loss",
    "survival",
    "threshold",
    "to_json",
    "train",
    "uplift",
    "validate_cheers",
    "write_result",
]


def __getattr__(name: str) -> object:
    """Names are looked up when used, so that importing the package costs next to nothing."""
    if name not in _HOMES:
        message = f"module 'mercalli' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"mercalli.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
