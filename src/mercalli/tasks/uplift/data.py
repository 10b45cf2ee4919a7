"""A trial: people with scores and outcomes, of whom some were treated, that have been checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from mercalli.errors import EmptyError, MissingError, WeightError
from mercalli.inputs.classes import label_text
from mercalli.inputs.labels import sliced, units
from mercalli.inputs.tally import MISSING, Tally
from mercalli.tasks.uplift.errors import TrialError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.inputs.arrays import Bools, Floats, Ints
    from mercalli.inputs.columns import Columns
    from mercalli.inputs.tally import Column

TREATED = {"1": True, "true": True, "0": False, "false": False}


@dataclass(frozen=True)
class TrialRoles:
    """Which column plays which part; scores by the name of their system."""

    outcome: str
    treatment: str
    scores: Mapping[str, str]
    weight: str | None = None
    propensity: str | None = None
    unit: str | None = None
    by: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        seen: dict[str, str] = {}
        for role, name in self._apart():
            if name in seen:
                raise TrialError.two_parts(name, (seen[name], role))
            seen[name] = role

    def _apart(self) -> list[tuple[str, str]]:
        """Parts that must not be played by one column."""
        scores = [("score", name) for name in dict.fromkeys(self.scores.values())]
        return [("outcome", self.outcome), ("treatment", self.treatment), *scores]

    @property
    def numbers(self) -> tuple[str, ...]:
        """Columns of numbers, each once."""
        others = [name for name in (self.weight, self.propensity) if name is not None]
        return tuple(dict.fromkeys([self.outcome, *self.scores.values(), *others]))

    @property
    def keys(self) -> tuple[str, ...]:
        """Columns of anything else."""
        return tuple(dict.fromkeys([self.treatment, *([] if self.unit is None else [self.unit]), *self.by]))


@dataclass(frozen=True)
class Trial:
    """Checked people, one entry each; scores by the name of their system."""

    scores: Mapping[str, Floats]
    treated: Bools
    outcome: Floats
    weight: Floats | None
    propensity: Floats | None
    unit: Column | None
    by: Mapping[str, Column]
    dropped: int = 0

    @classmethod
    def check(cls, columns: Columns, roles: TrialRoles, missing: Literal["error", "drop"] = "error") -> Trial:
        """People from columns, or a named error."""
        return _Checker(columns, roles, missing).trial()

    @property
    def n(self) -> int:
        """How many people."""
        return len(self.treated)

    @property
    def rows(self) -> Ints:
        """How often each entry occurred: once."""
        return np.broadcast_to(np.int64(1), self.treated.shape)

    @property
    def binary(self) -> bool:
        """Whether every outcome is 0 or 1."""
        return bool(((self.outcome == 0) | (self.outcome == 1)).all())

    @property
    def plain(self) -> bool:
        """Whether everyone counts the same."""
        return self.weight is None and self.propensity is None

    def take(self, chosen: Bools | Ints) -> Trial:
        """The same for some of the people."""
        return replace(
            self,
            scores={name: score[chosen] for name, score in self.scores.items()},
            treated=self.treated[chosen],
            outcome=self.outcome[chosen],
            weight=None if self.weight is None else self.weight[chosen],
            propensity=None if self.propensity is None else self.propensity[chosen],
            unit=None if self.unit is None else self.unit.take(chosen),
            by={name: column.take(chosen) for name, column in self.by.items()},
        )


@dataclass(frozen=True)
class _Checker:
    columns: Columns
    roles: TrialRoles
    missing: Literal["error", "drop"]

    def trial(self) -> Trial:
        roles = self.roles
        treatment = self.columns.column(roles.treatment)
        if not len(treatment.codes):
            raise EmptyError.no_rows(self.columns.origin)
        found = Trial(
            scores={name: self._finite("score", column) for name, column in roles.scores.items()},
            treated=self._treated(treatment),
            outcome=self._finite("outcome", roles.outcome),
            weight=None if roles.weight is None else self._weights(roles.weight),
            propensity=None if roles.propensity is None else self._propensities(roles.propensity),
            unit=self._unit(len(treatment.codes)),
            by={name: sliced(self.columns.column(name)) for name in roles.by},
        )
        absent = self._absent(found, treatment)
        kept = replace(found.take(~absent), dropped=int(absent.sum())) if absent.any() else found
        self._check_arms(kept)
        return kept

    def _treated(self, column: Column) -> Bools:
        """Who was treated; where that is missing, nobody yet."""
        known = [TREATED.get(label_text(value).casefold()) for value in column.values]
        wrong = [at for at, treated in enumerate(known) if treated is None]
        if wrong:
            where = self.columns.first(np.isin(column.codes, wrong))
            values = [label_text(column.values[at]) for at in wrong]
            raise TrialError.treatment(self.roles.treatment, values, self.columns.origin, where)
        return np.array([*map(bool, known), False], np.bool_)[column.codes]

    def _finite(self, role: str, name: str) -> Floats:
        numbers = self.columns.numbers(name)
        infinite = np.isinf(numbers)
        if infinite.any():
            raise TrialError.not_finite(role, name, self.columns.origin, self.columns.first(infinite))
        return numbers

    def _present(self, role: str, name: str) -> Floats:
        """Numbers of which none is missing."""
        numbers = self.columns.numbers(name)
        absent = np.isnan(numbers)
        if absent.any():
            raise MissingError.values(f"{role} in {name!r}", int(absent.sum()), self.columns.origin)
        return numbers

    def _weights(self, name: str) -> Floats:
        weights = self._present("weight", name)
        wrong = ~np.isfinite(weights) | (weights < 0)
        if wrong.any():
            raise WeightError.outside(float(weights[wrong][0]), self.columns.origin, self.columns.first(wrong))
        return weights

    def _propensities(self, name: str) -> Floats:
        chances = self._present("propensity", name)
        wrong = ~((chances > 0) & (chances < 1))
        if wrong.any():
            raise TrialError.propensity(name, float(chances[wrong][0]), self.columns.origin, self.columns.first(wrong))
        return chances

    def _unit(self, rows: int) -> Column | None:
        name = self.roles.unit
        if name is None:
            return None
        tally = Tally.unweighted({name: self.columns.column(name)}, np.ones(rows, np.int64), self.columns.origin)
        return units(tally, name, np.ones(rows, np.bool_))

    def _absent(self, found: Trial, treatment: Column) -> Bools:
        """People without an outcome, a treatment or the score of some system."""
        roles = self.roles
        lacking = {
            f"treatment in {roles.treatment!r}": treatment.codes == MISSING,
            f"outcome in {roles.outcome!r}": np.isnan(found.outcome),
            **{f"score in {roles.scores[name]!r}": np.isnan(score) for name, score in found.scores.items()},
        }
        for role, absent in lacking.items():
            if self.missing == "error" and absent.any():
                where = self.columns.first(absent)
                raise MissingError.labels(role, int(absent.sum()), self.columns.origin, where)
        every: Bools = np.logical_or.reduce(list(lacking.values()))
        if every.all():
            raise TrialError.all_dropped(self.columns.origin, len(every))
        return every

    def _check_arms(self, trial: Trial) -> None:
        """Somebody, of some weight, in each arm."""
        weight = np.ones(trial.n) if trial.weight is None else trial.weight
        treated, controls = (bool(weight[arm].sum() > 0) for arm in (trial.treated, ~trial.treated))
        if not (treated or controls):
            raise WeightError.all_zero(self.columns.origin)
        if not (treated and controls):
            raise TrialError.empty_arm(self.roles.treatment, self.columns.origin, nobody=controls)
