"""A plan of an evaluation of survival: every system for every cause, and differences between systems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import SurvivalError
from mercalli.estimates.measure import cards
from mercalli.estimates.ranking import adjusted
from mercalli.estimates.slices import slice_reports
from mercalli.inputs.digest import digest_of
from mercalli.metrics.catalogue import parse
from mercalli.plan.provenance import provenance
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.stats.survival import Outcomes, Survival
from mercalli.tasks.survival.estimate import differences, estimate, measure
from mercalli.tasks.survival.notes import survival_notes
from mercalli.tasks.survival.panel import curve_metric, headline, panel, short
from mercalli.tasks.survival.parts import calibration, concordance_curve, curve_times, pair_counts, risk_groups
from mercalli.tasks.survival.result import SurvivalPair, SurvivalReport, SurvivalResult, SurvivalSlice
from mercalli.tasks.survival.until import horizons_of, until_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from mercalli.estimates.progress import Progress
    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Ints
    from mercalli.profiles.profile import Profile
    from mercalli.results.measure import Measure, Provenance
    from mercalli.stats.groups import Slice
    from mercalli.tasks.survival.data import FollowUp
    from mercalli.tasks.survival.estimate import Estimate
    from mercalli.tasks.survival.follow_up_data import FollowUpTable
    from mercalli.tasks.survival.until import Until


def outcomes_of(people: FollowUp) -> Outcomes:
    """What happened to people, without what was predicted."""
    return Outcomes(people.time, people.event, people.weight)


def _in_order(training: Outcomes | None) -> list[NDArray[Any]]:
    """The people of a training set, however they stood."""
    if training is None:
        return []
    rows = (
        [training.event, training.time] if training.weight is None else [training.weight, training.event, training.time]
    )
    order = np.lexsort(rows)
    return [each[order] for each in rows]


@dataclass(frozen=True)
class _Found:
    """A report, and the estimates that differences are made of."""

    report: SurvivalReport
    estimates: tuple[Estimate, ...]


@dataclass(frozen=True)
class SurvivalPlan:
    """People, and what is wanted of every system and cause."""

    given: FollowUpTable
    people: FollowUp
    training: Outcomes | None
    settings: Settings
    profile: Profile
    names: Mapping[int, str]
    progress: Progress

    def result(
        self, causes: tuple[int, ...], tau: float | None, at: tuple[float, ...] | None, missing: str
    ) -> SurvivalResult:
        """Every system for every cause, and differences between systems."""
        for cause in causes:
            self._check_happens(cause)
        several = len(causes) > 1
        found = [list(self._cause(cause, tau, at, several=several)) for cause in causes]
        metrics = {each.metric.text: each.metric for part in found for one in part for each in one.estimates}
        first = [part[0] for part in found]
        return SurvivalResult(
            headline={
                str(one.report.cause): tuple(self._shown(one, [each.report for each in part]))
                for one, part in zip(first, found, strict=True)
            },
            metrics=cards(metrics.values(), self.profile),
            systems=tuple(one.report for part in found for one in part),
            pairs=tuple(pair for part in found for pair in self._pairs(part)),
            causes={str(cause): self._name(cause) for cause in causes},
            trained_on=None if self.training is None else len(self.training.time),
            provenance=self._provenance(causes, tau, at, missing),
        )

    def _name(self, cause: int) -> str:
        """A cause as it was declared, or by its code where there are several."""
        competes = len(np.unique(self.people.event[self.people.event > 0])) > 1
        return self.names.get(cause, f"cause {cause}" if competes else "the event")

    def _shown(self, one: _Found, reports: list[SurvivalReport]) -> list[str]:
        """The headline that all systems of a cause have."""
        known = [{each.metric for each in report.measures} for report in reports]
        listed = headline([each.metric for each in one.estimates])
        return [text for text in listed if all(text in names for names in known)]

    def _check_happens(self, cause: int) -> None:
        there = np.unique(self.people.event[self.people.event > 0]).tolist()
        if cause not in there:
            raise SurvivalError.no_event(cause, self.given.roles.event, there, self.given.source.origin)

    def _cause(self, cause: int, tau: float | None, at: tuple[float, ...] | None, *, several: bool) -> Iterator[_Found]:
        """Every system for one cause."""
        systems = {name: self._survival(name, cause) for name in self.people.predictions}
        until = until_of(tau, systems, self.settings.like)
        horizons = horizons_of(at, until.tau, systems)
        for name, survival in systems.items():
            label = f"{name} ({self._name(cause)})" if several else name
            yield self._report((label, name), survival, until=until, horizons=horizons, given_tau=tau)

    def _survival(self, name: str, cause: int) -> Survival:
        prediction = self.people.predictions[name][cause]
        return Survival(
            outcomes_of(self.people), cause, prediction.risk, prediction.grid, prediction.cif, training=self.training
        )

    def _report(
        self,
        names: tuple[str, str],
        survival: Survival,
        *,
        until: Until,
        horizons: tuple[float, ...],
        given_tau: float | None,
    ) -> _Found:
        (label, name), tau = names, until.tau
        metrics = panel(survival, until, horizons, self.settings.like, cut=given_tau is not None)
        estimates: list[Estimate] = []
        for done, metric in enumerate(metrics, 1):
            estimates.append(estimate(metric, survival, self._unit))
            self.progress(f"measuring {label}", done, len(metrics))
        predicted = self.given.roles.predictions[name][survival.cause]
        measures = tuple(self._measure(each, survival) for each in estimates)
        calibrated = None if survival.cif is None or not horizons else horizons[len(horizons) // 2]
        parts = slice_reports(self.people, partial(self._slice, survival, headline(metrics)))
        curve = concordance_curve(
            survival,
            curve_times(survival, tau),
            lambda horizon: curve_metric(horizon, self.settings.like),
            level=self.settings.level,
            unit=self._unit,
            tell=lambda done, total: self.progress(f"C over time of {label}", done, total),
        )
        groups = () if calibrated is None else tuple(calibration(survival, calibrated, self.settings.level, self._unit))
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
            pairs=pair_counts(survival, given_tau),
            curve=curve,
            calibrated_at=calibrated,
            calibration=groups,
            groups=tuple(risk_groups(survival, tau)),
            slices=parts,
            notes=tuple(survival_notes(self.people, survival, measures, tau, given_tau=given_tau, slices=parts)),
            digest=self._digest(survival),
        )
        return _Found(report, tuple(estimates))

    @property
    def _unit(self) -> Ints | None:
        return None if self.people.unit is None else self.people.unit.codes

    def _measure(self, found: Estimate, survival: Survival) -> Measure:
        units = self.people.unit is not None
        return measure(found, survival, self.settings.level, self.profile, units=units)

    def _slice(self, survival: Survival, wanted: tuple[str, ...], part: Slice) -> SurvivalSlice:
        """The headline in a slice; the chance to be censored is that of everyone."""
        people = survival.take(part.chosen)
        unit = None if self._unit is None else self._unit[part.chosen]
        measures = tuple(self._measure(estimate(metric, people, unit), people) for metric in map(parse, wanted))
        events = int(people.happened.sum())
        return SurvivalSlice(part.columns, part.values, people.n, events, events < FEW_IN_CLASS, measures)

    def _pairs(self, found: list[_Found]) -> tuple[SurvivalPair, ...]:
        """Every two systems of one cause."""
        pairs = [
            SurvivalPair(
                one.report.name,
                two.report.name,
                differences(one.estimates, two.estimates, self.settings.level, self._unit),
            )
            for one, two in combinations(found, 2)
        ]
        metrics = {each.metric.text: each.metric for one in found for each in one.estimates}
        return adjusted(pairs, list(metrics.values()), 1 - self.settings.level)

    def _digest(self, survival: Survival) -> str:
        outcomes, training = survival.outcomes, self.training
        rows = [part for part in (outcomes.weight, survival.risk) if part is not None]
        rows += [] if survival.cif is None else list(survival.cif.T)
        order = np.lexsort((*rows, outcomes.event, outcomes.time))
        grid = [] if survival.grid is None else [survival.grid]
        parts = [each[order] for each in (outcomes.time, outcomes.event, *rows)]
        return digest_of(["survival", survival.cause], [*parts, *grid, *_in_order(training)])

    def _provenance(
        self, causes: tuple[int, ...], tau: float | None, at: tuple[float, ...] | None, missing: str
    ) -> Provenance:
        roles = self.given.roles
        return provenance(
            self.given.source.origin,
            {
                "time": roles.time,
                "event": roles.event,
                "predictions": roles.predicted,
                "weight": roles.weight,
                "unit": roles.unit,
                "by": roles.by,
            },
            {
                "level": self.settings.level,
                "like": self.settings.like,
                "missing": missing,
                "cause": ", ".join(map(str, causes)),
                "tau": tau,
                "at": None if at is None else ", ".join(str(short(each)) for each in at),
            },
            self.profile,
        )
