# Made by scripts/public_names.py from the records of the tasks.

from mercalli.adapters.disaster import AdvancedMetricsEvaluator as AdvancedMetricsEvaluator
from mercalli.adapters.enhanced import EnhancedModelEvaluator as EnhancedModelEvaluator
from mercalli.adapters.scikit_learn import scorer as scorer
from mercalli.adapters.scikit_learn import scorers as scorers
from mercalli.adapters.trainer import compute_metrics as compute_metrics
from mercalli.errors import MercalliError as MercalliError
from mercalli.io.demo import read_demo as read_demo
from mercalli.io.profiles import profile_names as profile_names
from mercalli.io.profiles import read_profile as read_profile
from mercalli.metrics.catalogue import catalogue as catalogue
from mercalli.metrics.catalogue import parse as parse
from mercalli.metrics.facts import Facts as Facts
from mercalli.metrics.facts import metric as metric
from mercalli.plan.answer_settings import AnswerSettings as AnswerSettings
from mercalli.plan.results import from_json as from_json
from mercalli.plan.results import read_result as read_result
from mercalli.plan.results import write_result as write_result
from mercalli.plan.statistics import count as count
from mercalli.plan.statistics import merge as merge
from mercalli.plan.statistics import read_statistic as read_statistic
from mercalli.plan.statistics import write_statistic as write_statistic
from mercalli.results.diff import diff as diff
from mercalli.results.seal import to_json as to_json
from mercalli.stats.confusion import Confusion as Confusion
from mercalli.stats.counts import Counts as Counts
from mercalli.stats.statistic import Statistic as Statistic
from mercalli.tasks.advice.evaluate import advise as advise
from mercalli.tasks.advice.result import Advice as Advice
from mercalli.tasks.alerts.evaluate import alerts as alerts
from mercalli.tasks.alerts.result import Alerts as Alerts
from mercalli.tasks.answers.evaluate import answers as answers
from mercalli.tasks.answers.result import AnswersReport as AnswersReport
from mercalli.tasks.capacity.evaluate import capacity as capacity
from mercalli.tasks.capacity.result import Capacity as Capacity
from mercalli.tasks.cheers.evaluate import score_cheers as score_cheers
from mercalli.tasks.cheers.evaluate import validate_cheers as validate_cheers
from mercalli.tasks.cheers.result import Cheers as Cheers
from mercalli.tasks.classifier.evaluate import train as train
from mercalli.tasks.classifier.model import load_model as load_model
from mercalli.tasks.feedback.data import add_feedback as add_feedback
from mercalli.tasks.feedback.evaluate import feedback_report as feedback_report
from mercalli.tasks.feedback.result import FeedbackReport as FeedbackReport
from mercalli.tasks.label_sets.evaluate import multilabel as multilabel
from mercalli.tasks.label_sets.result import MultiLabel as MultiLabel
from mercalli.tasks.labels.accumulator import Accumulator as Accumulator
from mercalli.tasks.labels.compare.evaluate import compare as compare
from mercalli.tasks.labels.compare.result import Comparison as Comparison
from mercalli.tasks.labels.evaluate import evaluate as evaluate
from mercalli.tasks.labels.query import query as query
from mercalli.tasks.labels.result import Evaluation as Evaluation
from mercalli.tasks.models.evaluate import models as models
from mercalli.tasks.models.result import ModelsResult as ModelsResult
from mercalli.tasks.monitor.add import monitor_add as monitor_add
from mercalli.tasks.monitor.evaluate import monitor_report as monitor_report
from mercalli.tasks.monitor.result import Monitor as Monitor
from mercalli.tasks.monitor.sample import monitor_sample as monitor_sample
from mercalli.tasks.monitor.start import monitor_start as monitor_start
from mercalli.tasks.over_time.evaluate import over_time as over_time
from mercalli.tasks.over_time.result import OverTime as OverTime
from mercalli.tasks.parity.evaluate import parity as parity
from mercalli.tasks.parity.result import Parity as Parity
from mercalli.tasks.places.evaluate import places as places
from mercalli.tasks.places.result import Places as Places
from mercalli.tasks.scores.rank.evaluate import rank as rank
from mercalli.tasks.scores.result import Decisions as Decisions
from mercalli.tasks.scores.result import Ranked as Ranked
from mercalli.tasks.scores.threshold.evaluate import recall_under_fpr_constraint as recall_under_fpr_constraint
from mercalli.tasks.scores.threshold.evaluate import threshold as threshold
from mercalli.tasks.stress.evaluate import stress_score as stress_score
from mercalli.tasks.stress.make import stress_make as stress_make
from mercalli.tasks.stress.result import StressResult as StressResult
from mercalli.tasks.stress.running import stress_run as stress_run
from mercalli.tasks.stress.shift.evaluate import stress_shift as stress_shift
from mercalli.tasks.stress.shift.result import ShiftResult as ShiftResult
from mercalli.tasks.survival.evaluate import survival as survival
from mercalli.tasks.survival.result import SurvivalResult as SurvivalResult
from mercalli.tasks.uplift.evaluate import uplift as uplift
from mercalli.tasks.uplift.result import UpliftResult as UpliftResult
from mercalli.tasks.wildfire.case.evaluate import fire_case as fire_case
from mercalli.tasks.wildfire.case.result import FireCaseResult as FireCaseResult
from mercalli.tasks.wildfire.field.evaluate import fire_field as fire_field
from mercalli.tasks.wildfire.perimeter.evaluate import fire_perimeter as fire_perimeter
from mercalli.tasks.wildfire.result import FireField as FireField
from mercalli.tasks.wildfire.result import FireResult as FireResult
from mercalli.tasks.wildfire.result import Perimeters as Perimeters
from mercalli.tasks.wildfire.severity.evaluate import burn_severity as burn_severity
from mercalli.tasks.wildfire.structures.evaluate import structure_loss as structure_loss
from mercalli.telling.kinds import write_report as write_report
from mercalli.telling.kinds import write_workbook as write_workbook
from mercalli.version import __version__ as __version__

__all__ = [
    "Accumulator",
    "AdvancedMetricsEvaluator",
    "Advice",
    "Alerts",
    "AnswerSettings",
    "AnswersReport",
    "Capacity",
    "Cheers",
    "Comparison",
    "Confusion",
    "Counts",
    "Decisions",
    "EnhancedModelEvaluator",
    "Evaluation",
    "Facts",
    "FeedbackReport",
    "FireCaseResult",
    "FireField",
    "FireResult",
    "MercalliError",
    "ModelsResult",
    "Monitor",
    "MultiLabel",
    "OverTime",
    "Parity",
    "Perimeters",
    "Places",
    "Ranked",
    "ShiftResult",
    "Statistic",
    "StressResult",
    "SurvivalResult",
    "UpliftResult",
    "__version__",
    "add_feedback",
    "advise",
    "alerts",
    "answers",
    "burn_severity",
    "capacity",
    "catalogue",
    "compare",
    "compute_metrics",
    "count",
    "diff",
    "evaluate",
    "feedback_report",
    "fire_case",
    "fire_field",
    "fire_perimeter",
    "from_json",
    "load_model",
    "merge",
    "metric",
    "models",
    "monitor_add",
    "monitor_report",
    "monitor_sample",
    "monitor_start",
    "multilabel",
    "over_time",
    "parity",
    "parse",
    "places",
    "profile_names",
    "query",
    "rank",
    "read_demo",
    "read_profile",
    "read_result",
    "read_statistic",
    "recall_under_fpr_constraint",
    "score_cheers",
    "scorer",
    "scorers",
    "stress_make",
    "stress_run",
    "stress_score",
    "stress_shift",
    "structure_loss",
    "survival",
    "threshold",
    "to_json",
    "train",
    "uplift",
    "validate_cheers",
    "write_report",
    "write_result",
    "write_statistic",
    "write_workbook",
]
