"""Uplift: whom a score finds who gain from being treated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Literal

import numpy as np

from mercalli.errors import SettingError
from mercalli.estimates.intervals import finite
from mercalli.estimates.measure import cards
from mercalli.estimates.pairs import NOT_COMPARED, Compared, Paired, compared
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.estimates.slices import slice_reports
from mercalli.inputs.digest import digest_of
from mercalli.metrics.catalogue import Metric, parse
from mercalli.metrics.uplift.uplift_area import LIKES
from mercalli.metrics.uplift.uplift_at_k import top_arms
from mercalli.plan.detect import detecting
from mercalli.plan.numbers import ks_of
from mercalli.plan.provenance import provenance
from mercalli.plan.rows import error_or_drop
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.stats.groups import Slice
from mercalli.stats.uplift import Arm, UpliftTable
from mercalli.tasks.uplift.data import Trial, TrialRoles, trial_roles
from mercalli.tasks.uplift.errors import TrialError
from mercalli.tasks.uplift.estimate import UpliftEstimates, uplift_estimates, uplift_pair
from mercalli.tasks.uplift.notes import uplift_notes
from mercalli.tasks.uplift.result import ArmReport, Target, UpliftReport, UpliftResult, UpliftSlice
from mercalli.tasks.uplift.sample import UpliftSample
from mercalli.uncertainty.paired import exchanges

KS = (0.1, 0.2, 0.3, 0.5)


def uplift(
    data: object = None,
    *,
    outcome: object,
    treatment: object,
    score: object,
    k: object = KS,
    by_group: bool = False,
    by: object = None,
    unit: object = None,
    weight: object = None,
    propensity: object = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    like: str | None = None,
    missing: Literal["error", "drop"] = "error",
    lower_is_better: bool = False,
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> UpliftResult:
    """Whether a score finds the people who gain from a treatment, from a trial in which some were treated.

    Args:
        data: As in `evaluate`: a data frame, files, a dict of arrays, or nothing if the roles are arrays.
        outcome: The column, or array, of outcomes: 0 and 1, or any numbers of which more is better, unless
            `lower_is_better`.
        treatment: The column of treatment: 1 for treated people, 0 for the others.
        score: The column of scores, the highest to be treated first; several, or a dict name -> column, for several.
        k: How many can be treated: a count, a share such as 0.1 or "10%", or several of these.
        by_group: Take K people from each arm instead of from both together.
        by: One or more columns to slice by.
        unit: What is resampled as a whole: households, clinics, villages.
        weight: A column of weights: how many people each stands for.
        propensity: A column of each person's probability of treatment, if it was not the same for all.
        level: Confidence of the intervals and of the bands at each point.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many people or units would show it.
        like: A reading of AUUC and Qini under which another program's numbers come out: "sklift" or "causalml".
        missing: "drop" leaves out rows without outcome, treatment or score; by default they are an error.
        lower_is_better: Whether lower outcomes are better, such as deaths or days in hospital: outcomes that treatment
            avoids are then its gains.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Areas above random, what treating the K highest scores gains, curves with bands, and slices; several scores are
        compared for the same people.

    >>> trial = {"bought": [1, 0, 0, 0] * 5, "mailed": [1, 0, 1, 0] * 5, "score": [4, 4, 2, 2] * 5}
    >>> result = uplift(trial, outcome="bought", treatment="mailed", score="score", k=10, replicates=0)
    >>> print(result.systems[0].measure("auuc").value, result.systems[0].targets[0].per_1000[0])
    0.1250 1000.0000
    """
    required = {"outcome": outcome, "treatment": treatment}
    optional = {"weight": weight, "propensity": propensity, "unit": unit}
    settings, missing = Settings(level, replicates, "percentile", seed, like), error_or_drop(missing)
    if like is not None and like not in LIKES:
        raise SettingError.choice("like", like, LIKES)
    source, roles = trial_roles(data, required, score, optional, by, encoding)
    plan = _UpliftPlan(roles, source.origin, ks_of(k), by_group, settings)
    progress("reading people", 0, 1)
    trial = Trial.read(source, roles, missing)
    trial = trial.turn() if lower_is_better else trial
    progress("reading people", 1, 1)
    plan.check(trial)
    chosen = {**asdict(settings), "missing": missing, "by_group": str(by_group).lower()}
    chosen |= {"lower_is_better": "true"} if lower_is_better else {}
    pairs, rankings = plan.compared(trial, progress)
    result = UpliftResult(
        headline=tuple(metric.text for metric in plan.areas),
        metrics=cards([*plan.areas, *plan.at_ks]),
        systems=tuple(plan.report(trial, name, progress) for name in roles.scores),
        provenance=provenance(source.origin, {**vars(roles), "scores": tuple(roles.scores.values())}, chosen),
        pairs=pairs,
        rankings=rankings,
    )
    return detecting(result, detect)


@dataclass(frozen=True)
class _UpliftPlan:
    """What is wanted of every system."""

    roles: TrialRoles
    origin: str
    ks: tuple[float, ...]
    by_group: bool
    settings: Settings

    @property
    def areas(self) -> tuple[Metric, ...]:
        """AUUC, Qini and the effect, as they are to be read."""
        like = {} if self.settings.like is None else {"like": self.settings.like}
        return (parse("auuc").having(like), parse("qini").having(like), parse("average_treatment_effect"))

    @property
    def at_ks(self) -> tuple[Metric, ...]:
        """Uplift at every K."""
        return tuple(parse(f"uplift_at_k(k={k!r}, by_group={self.by_group})") for k in self.ks)

    def check(self, trial: Trial) -> None:
        """Refuse a K beyond the people there are, and a reading that their outcomes do not have."""
        people = np.ones(trial.n) if trial.weight is None else trial.weight
        arms = [float(people[trial.treated].sum()), float(people[~trial.treated].sum())]
        most = min(arms) if self.by_group else sum(arms)
        for k in self.ks:
            if k > most:
                raise TrialError.beyond(k, most, self.origin, each=self.by_group)
        if self.settings.like == "sklift" and not trial.binary:
            other = float(trial.outcome[(trial.outcome != 0) & (trial.outcome != 1)][0])
            raise TrialError.not_binary("sklift", self.roles.outcome, other, self.origin)

    def report(self, trial: Trial, name: str, progress: Progress) -> UpliftReport:
        """Everything about one score."""
        progress(f"resampling {name}", 0, 1)
        table, sample, estimates = self._estimates(trial, name, "overall")
        progress(f"resampling {name}", 1, 1)
        measures, targets = estimates.measures[: len(self.areas)], tuple(self._targets(table, estimates))
        parts = slice_reports(trial, partial(self._slice, trial, name), progress, f"resampling slices of {name}")
        return UpliftReport(
            name=name,
            score=self.roles.scores[name],
            n=trial.n,
            dropped=trial.dropped,
            distinct=len(table.score),
            treated=_arm(trial, table.treated, int(trial.treated.sum())),
            control=_arm(trial, table.control, int((~trial.treated).sum())),
            start=float(table.start),
            measures=measures,
            targets=targets,
            curve=estimates.curve,
            slices=parts,
            notes=tuple(uplift_notes(trial, table, sample, measures=measures, targets=targets, slices=parts)),
            digest=_digest(table),
        )

    def compared(self, trial: Trial, progress: Progress) -> Compared:
        """Every two systems for the same people; nothing without resampling."""
        names = list(self.roles.scores)
        if len(names) == 1 or not self.settings.replicates:
            return NOT_COMPARED
        metrics = (*self.areas[:-1], *self.at_ks)  # the effect is that of the treatment, whatever the score
        tables = [self._table(trial, name) for name in names]
        times = exchanges(len(names) * (len(names) - 1) // 2, self.settings.level, self.settings.replicates)

        def paired(first: int, second: int) -> Paired:
            one, two = UpliftSample.joint(trial, [names[first], names[second]])
            return uplift_pair((tables[first], tables[second]), (one, two), metrics, self.settings, times)

        units = None if trial.unit is None else len(np.unique(trial.unit.codes))
        level = self.settings.level
        return compared(names, metrics, paired, n=trial.n, units=units, level=level, progress=progress)

    def _targets(self, table: UpliftTable, estimates: UpliftEstimates) -> Iterator[Target]:
        for k, measure in zip(self.ks, estimates.measures[len(self.areas) :], strict=True):
            top = top_arms(table, k, by_group=self.by_group)
            yield Target(
                asked=k,
                k=tuple(float(used) for used in top.k),
                treated=float(top.treated.people),
                control=float(top.control.people),
                tied=float(top.tied),
                taken=float(top.taken),
                uplift=measure,
            )

    @staticmethod
    def _table(trial: Trial, system: str) -> UpliftTable:
        return UpliftTable.of(trial.scores[system], trial.treated, trial.outcome, trial.weight, trial.propensity)

    def _slice(self, trial: Trial, name: str, part: Slice) -> UpliftSlice:
        """The areas, the effect and uplift at every K."""
        people = trial.take(part.chosen)
        treated = int(people.treated.sum())
        few = min(treated, people.n - treated) < FEW_IN_CLASS
        _, _, estimates = self._estimates(people, name, part.key)
        return UpliftSlice(part.columns, part.values, people.n, treated, people.n - treated, few, estimates.measures)

    def _estimates(
        self, trial: Trial, system: str, seed: str
    ) -> tuple[UpliftTable, UpliftSample | None, UpliftEstimates]:
        """The table of one system's scores, what resampling needs if it is wanted and possible, and the estimates."""
        table = self._table(trial, system)
        both = trial.treated.any() and not trial.treated.all()
        sample = UpliftSample.of(trial, system, table) if self.settings.replicates and both else None
        metrics = [*self.areas, *self.at_ks]
        return table, sample, uplift_estimates(table, sample, metrics, self.settings, name=seed, n=trial.n)


def _arm(trial: Trial, arm: Arm, n: int) -> ArmReport:
    return ArmReport(n, float(arm.total.people), finite(float(trial.as_given(arm.total.mean))))


def _digest(table: UpliftTable) -> str:
    arms = (table.treated, table.control)
    parts = [part for arm in arms for part in (arm.people, arm.outcome)]
    weighed = [arm.mass for arm in arms if arm.mass is not arm.people]
    return digest_of(["uplift"], [table.score, *parts, *weighed])
