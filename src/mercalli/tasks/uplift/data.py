"""A trial: people with scores and outcomes, of whom some were treated, that have been checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.keys import with_keys
from mercalli.engines.open import source_of
from mercalli.engines.source import Source
from mercalli.errors import WeightError
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.classes import label_text
from mercalli.inputs.labels import sliced
from mercalli.inputs.tally import MISSING, Column
from mercalli.plan.columns import check_there
from mercalli.plan.roles import array_parts, array_systems, check_apart, column_parts, column_systems
from mercalli.plan.rows import Missing, check_finite, check_present, units_of, weights_of, whole_rows
from mercalli.tasks.uplift.errors import TrialError
from mercalli.tasks.uplift.sample import People

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
        scores = [("score", name) for name in dict.fromkeys(self.scores.values())]
        check_apart([("outcome", self.outcome), ("treatment", self.treatment), *scores])

    @property
    def numbers(self) -> tuple[str, ...]:
        """Columns of numbers, each once."""
        columns = dict.fromkeys([self.outcome, *self.scores.values(), self.weight, self.propensity])
        return tuple(name for name in columns if name is not None)

    @property
    def keys(self) -> tuple[str, ...]:
        """Columns of anything else."""
        return tuple(name for name in dict.fromkeys([self.treatment, self.unit, *self.by]) if name is not None)


def trial_roles(  # noqa: PLR0917 - the roles as they were given
    data: object,
    required: Mapping[str, object],
    score: object,
    optional: Mapping[str, object],
    by: object,
    encoding: str,
) -> tuple[Source, TrialRoles]:
    """Parts as column names if there is a table, as arrays if there is none."""
    if data is None:
        systems = array_systems("score", score, required)
        source, named = array_parts(required, optional, by, systems)
        return source, TrialRoles(scores={name: name for name in map(str, systems)}, **named)
    named = column_parts(required, optional, by)
    table = with_keys(source_of(data, encoding), named["by"], named["unit"])
    roles = TrialRoles(scores=column_systems("score", score), **named)
    check_there(table, [*roles.numbers, *roles.keys])
    return table, roles


@dataclass(frozen=True)
class Trial(People):
    """Checked people, one entry each, with the columns to slice by and how many rows were dropped.

    Of outcomes more is always better: where lower ones were better, they are `turned_at` some number.
    """

    by: Mapping[str, Column]
    dropped: int = 0
    turned_at: float | None = None

    @classmethod
    def read(cls, source: Source, roles: TrialRoles, missing: Missing = "error") -> Trial:
        """The people of a table, or a named error."""
        columns = source.rows(roles.numbers, roles.keys)
        treatment = columns.column(roles.treatment)
        people = cls(
            scores={name: _finite(columns, "score", column) for name, column in roles.scores.items()},
            treated=_treated(columns, treatment, roles.treatment),
            outcome=_finite(columns, "outcome", roles.outcome),
            weight=weights_of(columns, roles.weight),
            propensity=None if roles.propensity is None else _propensities(columns, roles.propensity),
            unit=units_of(columns, roles.unit),
            by={name: sliced(columns.column(name)) for name in roles.by},
        )
        absent = {
            f"treatment in {roles.treatment!r}": treatment.codes == MISSING,
            f"outcome in {roles.outcome!r}": np.isnan(people.outcome),
            **{f"score in {roles.scores[name]!r}": np.isnan(score) for name, score in people.scores.items()},
        }
        whole = whole_rows(columns, absent, missing, "an outcome, a treatment or a score")
        kept = people if whole.all() else replace(people.take(whole), dropped=int((~whole).sum()))
        _check_arms(kept, roles.treatment, columns.origin)
        return kept

    def turn(self) -> Trial:
        """The same with outcomes of which more is better, where less was: what did not happen, or the negative."""
        top = 1.0 if self.binary else 0.0
        return replace(self, outcome=top - self.outcome, turned_at=top)

    def as_given(self, outcome: Floats) -> Floats:
        """A mean outcome as the table has it."""
        return outcome if self.turned_at is None else self.turned_at - outcome

    @property
    def rows(self) -> Ints:
        """How often each entry occurred: once."""
        return np.broadcast_to(np.int64(1), self.treated.shape)

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


def _treated(columns: ArraySource, column: Column, name: str) -> Bools:
    """Who was treated; where that is missing, nobody yet."""
    treated = [TREATED.get(label_text(value).casefold()) for value in column.values]
    wrong = [at for at, each in enumerate(treated) if each is None]
    if wrong:
        where = columns.first(np.isin(column.codes, wrong))
        values = [label_text(column.values[at]) for at in wrong]
        raise TrialError.treatment(name, values, columns.origin, where)
    return np.array([*map(bool, treated), False], np.bool_)[column.codes]


def _finite(columns: ArraySource, role: str, name: str) -> Floats:
    numbers = columns.numbers(name)
    check_finite(columns, role, name, numbers)
    return numbers


def _propensities(columns: ArraySource, name: str) -> Floats:
    chances = columns.numbers(name)
    check_present(columns, "propensity", name, np.isnan(chances))
    wrong = ~((chances > 0) & (chances < 1))
    if wrong.any():
        raise TrialError.propensity(name, float(chances[wrong][0]), columns.origin, columns.first(wrong))
    return chances


def _check_arms(trial: Trial, treatment: str, origin: str) -> None:
    """Somebody, of some weight, in each arm."""
    weight = np.ones(trial.n) if trial.weight is None else trial.weight
    treated, controls = (bool(weight[arm].sum() > 0) for arm in (trial.treated, ~trial.treated))
    if not (treated or controls):
        raise WeightError.all_zero(origin)
    if not (treated and controls):
        raise TrialError.empty_arm(treatment, origin, nobody=controls)
