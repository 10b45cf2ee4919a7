"""What a result carries."""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.errors import SystemNameError
from mercalli.results.advice import Advice
from mercalli.results.alerts import Alerts
from mercalli.results.case import FireCaseResult
from mercalli.results.cheers import Cheers
from mercalli.results.compared import Comparison, Difference, Disagreement, PairReport, Ranking
from mercalli.results.decisions import Decisions
from mercalli.results.feedback import FeedbackReport
from mercalli.results.field import FireField
from mercalli.results.fire import FireResult
from mercalli.results.measured import BandCard, Measure, MetricCard, Provenance
from mercalli.results.multilabel import MultiLabel
from mercalli.results.perimeters import Perimeters
from mercalli.results.ranked import Ranked
from mercalli.results.survival import SurvivalResult
from mercalli.results.systems import (
    ClassNote,
    ClassReport,
    ConfusionReport,
    ErrorExample,
    LevelReport,
    SliceReport,
    SystemReport,
    Table,
)
from mercalli.results.text import evaluation_html, evaluation_text
from mercalli.results.uplift import UpliftResult

__all__ = [
    "FORMAT",
    "RESULTS",
    "Advice",
    "Alerts",
    "BandCard",
    "Cheers",
    "ClassNote",
    "ClassReport",
    "Comparison",
    "ConfusionReport",
    "Correlation",
    "Decisions",
    "Difference",
    "Disagreement",
    "ErrorExample",
    "Evaluation",
    "FeedbackReport",
    "FireCaseResult",
    "FireField",
    "FireResult",
    "GateReport",
    "LevelReport",
    "Measure",
    "MetricCard",
    "MultiLabel",
    "PairReport",
    "Perimeters",
    "Provenance",
    "Ranked",
    "Ranking",
    "Result",
    "SliceReport",
    "SurvivalResult",
    "SystemReport",
    "Table",
    "UpliftResult",
]

FORMAT = 1


@dataclass(frozen=True)
class GateReport:
    """Whether one gate was passed by one system, in one place if it looks at several."""

    gate: str
    system: str
    place: str | None
    value: float | None
    passed: bool
    undefined: str | None = None


@dataclass(frozen=True)
class Correlation:
    """How metrics move together.

    Attributes:
        over: What they were seen to move over: "systems", "slices" or "resamples".
        n: How many of these there are.
        metrics: The metrics, in the order of rows and columns.
        values: Pearson's coefficient of each pair; None where one of both does not vary.
    """

    over: str
    n: int
    metrics: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True)
class Evaluation:
    """One or more systems, each against the truth; `notes` are about all of them together.

    `of_classes` are metrics that were asked for and give a number per class; `headline` has their means over classes.
    """

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[SystemReport, ...]
    provenance: Provenance
    gates: tuple[GateReport, ...] = ()
    classes: tuple[ClassNote, ...] = ()
    comparison: Comparison | None = None
    correlation: Correlation | None = None
    notes: tuple[str, ...] = ()
    of_classes: tuple[str, ...] = ()

    @property
    def measured(self) -> tuple[str, ...]:
        """The metrics that give one number for each system."""
        return tuple(each.metric for each in self.systems[0].measures)

    def __getitem__(self, system: str) -> SystemReport:
        """A system by its name."""
        found = next((each for each in self.systems if each.name == system), None)
        if found is None:
            raise SystemNameError.unknown(system, [each.name for each in self.systems])
        return found

    def __str__(self) -> str:
        return evaluation_text(self)

    def _repr_html_(self) -> str:
        return evaluation_html(self)


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
