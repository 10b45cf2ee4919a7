"""How sure each system is, where columns of the data say so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mercalli.errors import InputError, ProbabilityError, SettingError
from mercalli.errors.labels import INSTEAD
from mercalli.inputs.labels import Labels
from mercalli.tasks.labels.confidence.data import confidences_of, says_nothing
from mercalli.tasks.labels.confidence.estimate import confidence_report
from mercalli.tasks.labels.confidence.notes import notes
from mercalli.tasks.labels.confidence.result import ConfidenceReport
from mercalli.tasks.labels.confidence.roles import ConfidenceColumns, ConfidenceRoles, columns_of
from mercalli.tasks.labels.plan import Plan


@dataclass(frozen=True)
class Surety:
    """What was asked about confidence; `target` is how many of what is left to the machine must be right."""

    plan: Plan
    roles: ConfidenceRoles
    target: float

    def __post_init__(self) -> None:
        if isinstance(self.target, bool) or not 0 < self.target < 1:
            raise SettingError.outside("machine_accuracy", self.target, "a number above 0 and below 1")

    def report(self, system: str, labels: Labels) -> tuple[ConfidenceReport | None, tuple[str, ...]]:
        """How sure a system is, if it says so, and what should be known about that."""
        found, doubts = columns_of(self.plan.table, self.roles, system, labels.classes, self.plan.profile.contexts)
        if found is None:
            return None, tuple(doubts)
        try:
            return self._fitting(system, found, labels)
        except InputError as error:
            if found.sure:
                raise
            return None, (_unused(found, str(error).removesuffix(f" {INSTEAD}")),)

    def _fitting(
        self, system: str, found: ConfidenceColumns, labels: Labels
    ) -> tuple[ConfidenceReport | None, tuple[str, ...]]:
        """With the columns of the classes; where these do not add up, with those of other labels too."""
        try:
            return self._estimated(system, found, labels)
        except ProbabilityError:
            if found.wider is None:
                raise
        try:
            return self._estimated(system, found.wider, labels)
        except ProbabilityError:
            return self._estimated(system, replace(found, wider=None), labels)

    def _estimated(
        self, system: str, found: ConfidenceColumns, labels: Labels
    ) -> tuple[ConfidenceReport | None, tuple[str, ...]]:
        confidences = confidences_of(self.plan, self.plan.table.systems[system], found, labels)
        if not confidences.n:
            return None, (_unused(found, "no row has a number."),)
        if not found.sure and says_nothing(confidences):
            return None, (_unused(found, "there is nothing but 0 and 1."),)
        report = confidence_report(confidences, found, self.plan.settings, self.target)
        return report, tuple(notes(report, confidences.impossible))


def _unused(found: ConfidenceColumns, reason: str) -> str:
    return f"{found.called} not used as confidence: {reason}"
