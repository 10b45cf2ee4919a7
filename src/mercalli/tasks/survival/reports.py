"""What is computed for each system and cause: a report, and the estimates that differences are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np

from mercalli.estimates.progress import Progress, steps
from mercalli.estimates.ranking import adjusted
from mercalli.estimates.settings import Settings
from mercalli.estimates.slices import slice_reports
from mercalli.inputs.arrays import Ints
from mercalli.inputs.digest import digest_of
from mercalli.metrics.catalogue import Metric
from mercalli.profiles.profile import Profile
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.stats.groups import Slice
from mercalli.stats.incidence import Incidence
from mercalli.stats.survival import Outcomes, Survival
from mercalli.tasks.survival.curves import (
    censoring_curve,
    concordance_curve,
    curve_times,
    drawn_until,
    incidence_curve,
    risk_groups,
)
from mercalli.tasks.survival.data import FollowUp, FollowUpRoles
from mercalli.tasks.survival.estimate import Estimate, calibration, differences, estimate, measure, pair_counts
from mercalli.tasks.survival.notes import survival_notes
from mercalli.tasks.survival.panel import Cutoff, curve_metric, cutoff_of, headline, horizons_of, panel
from mercalli.tasks.survival.result import CensoringCurve, IncidenceCurve, SurvivalPair, SurvivalReport, SurvivalSlice


@dataclass(frozen=True)
class SystemEstimates:
    """A report, and the estimates that differences are made of."""

    report: SurvivalReport
    estimates: tuple[Estimate, ...]


def shared_headline(systems: Sequence[SystemEstimates]) -> tuple[str, ...]:
    """The headline that all systems of a cause have."""
    measured = [{measure.metric for measure in system.report.measures} for system in systems]
    metrics = headline([estimate.metric for estimate in systems[0].estimates])
    return tuple(metric.text for metric in metrics if all(metric.text in texts for texts in measured))


@dataclass(frozen=True)
class Reports:
    """People, and what is wanted of every system and cause; `tau` and `at` are None if they were not asked for."""

    people: FollowUp
    roles: FollowUpRoles
    training: Outcomes | None
    settings: Settings
    profile: Profile
    names: Mapping[int, str]
    tau: float | None
    at: tuple[float, ...] | None
    progress: Progress

    def name(self, cause: int) -> str:
        """A cause as it was declared, or by its code where there are several."""
        return self.names.get(cause, f"cause {cause}" if len(self.people.causes) > 1 else "the event")

    def of_cause(self, cause: int, *, several: bool) -> list[SystemEstimates]:
        """Every system for one cause; its name stands in their labels where there are several."""
        systems = {
            name: replace(by_cause[cause], training=self.training) for name, by_cause in self.people.predictions.items()
        }
        cutoff = cutoff_of(self.tau, systems, self.settings.like)
        horizons = horizons_of(self.at, cutoff.tau, systems)
        labels = {name: f"{name} ({self.name(cause)})" if several else name for name in systems}
        return [self._system(labels[name], name, each, cutoff, horizons) for name, each in systems.items()]

    def _system(
        self, label: str, name: str, survival: Survival, cutoff: Cutoff, horizons: tuple[float, ...]
    ) -> SystemEstimates:
        tau, like, level = cutoff.tau, self.settings.like, self.settings.level
        metrics = panel(survival, cutoff, horizons, like, cut=self.tau is not None)
        measuring = steps(metrics, f"measuring {label}", self.progress)
        estimates = [estimate(metric, survival, self._unit) for metric in measuring]
        predicted = self.roles.predictions[name][survival.cause]
        measures = tuple(measure(each, survival, level, self.profile) for each in estimates)
        calibrated = None if survival.cif is None or not horizons else horizons[len(horizons) // 2]
        parts = slice_reports(self.people, partial(self._slice, survival, headline(metrics)))
        times = curve_times(survival, tau)
        drawing = steps(times, f"C over time of {label}", self.progress)
        points = [estimate(curve_metric(at, like), survival, self._unit) for at in drawing]
        groups = () if calibrated is None else tuple(calibration(survival, calibrated, level, self._unit))
        report = SurvivalReport(
            name=label,
            system=name,
            cause=survival.cause,
            kind=predicted.kind,
            columns=predicted.columns,
            n=survival.n,
            dropped=self.people.dropped,
            events=int(survival.happened.sum()),
            competing=int(survival.competing.sum()),
            censored=int(survival.censored.sum()),
            tau=tau,
            horizons=horizons,
            measures=measures,
            standard_errors={each.metric.text: each.error for each in estimates},
            pairs=pair_counts(survival, self.tau),
            curve=concordance_curve(survival, times, points, level),
            calibrated_at=calibrated,
            calibration=groups,
            groups=tuple(risk_groups(survival, tau, level, self._unit)),
            slices=parts,
            notes=tuple(
                survival_notes(self.people, survival, measures, tau, given_tau=self.tau, like=like, slices=parts)
            ),
            digest=self._digest(survival),
        )
        return SystemEstimates(report, tuple(estimates))

    @property
    def _unit(self) -> Ints | None:
        return None if self.people.unit is None else self.people.unit.codes

    def _slice(self, survival: Survival, metrics: Sequence[Metric], part: Slice) -> SurvivalSlice:
        """The headline in a slice; the chance to be censored is that of everyone."""
        people = survival.take(part.chosen)
        unit = None if self._unit is None else self._unit[part.chosen]
        measures = tuple(
            measure(estimate(metric, people, unit), people, self.settings.level, self.profile) for metric in metrics
        )
        events = int(people.happened.sum())
        return SurvivalSlice(part.columns, part.values, people.n, events, events < FEW_IN_CLASS, measures)

    def pairs(self, systems: Sequence[SystemEstimates]) -> tuple[SurvivalPair, ...]:
        """Every two systems of one cause."""
        pairs = [
            SurvivalPair(
                first.report.name,
                second.report.name,
                differences(first.estimates, second.estimates, self.settings.level),
            )
            for first, second in combinations(systems, 2)
        ]
        metrics = {each.metric.text: each.metric for system in systems for each in system.estimates}
        return adjusted(pairs, list(metrics.values()), 1 - self.settings.level)

    def incidence(self, tau: float) -> tuple[IncidenceCurve, ...]:
        """That of every cause that happened, among all people."""
        people, level = self.people.outcomes, self.settings.level
        end = drawn_until(people, tau)
        return tuple(
            incidence_curve(Incidence(people, cause), self.name(cause), end, level, self._unit)
            for cause in self.people.causes
        )

    def censoring(self) -> CensoringCurve:
        """The probability not to be censored yet, of these people or of the training set."""
        if self.training is not None:
            return censoring_curve(self.training, self.settings.level, None)
        return censoring_curve(self.people.outcomes, self.settings.level, self._unit)

    def _digest(self, survival: Survival) -> str:
        """Of the people and of those of the training set, however they stood."""
        outcomes, training = survival.outcomes, self.training
        rows = [part for part in (outcomes.weight, survival.risk) if part is not None]
        rows += [] if survival.cif is None else list(survival.cif.T)
        order = np.lexsort((*rows, outcomes.event, outcomes.time))
        parts = [each[order] for each in (outcomes.time, outcomes.event, *rows)]
        parts += [] if survival.grid is None else [survival.grid]
        if training is not None:
            others = [each for each in (training.weight, training.event, training.time) if each is not None]
            parts += [each[np.lexsort(others)] for each in others]
        return digest_of(["survival", survival.cause], parts)
