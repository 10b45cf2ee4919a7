"""Follow-up: people with a time, what happened then, and predictions, that have been checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.keys import with_keys
from mercalli.engines.open import source_of
from mercalli.engines.source import Source
from mercalli.errors import WeightError
from mercalli.inputs.arrays import LARGEST_NUMBER, Bools, Floats, Ints
from mercalli.inputs.labels import sliced
from mercalli.inputs.tally import Column
from mercalli.plan.columns import check_there
from mercalli.plan.roles import array_parts, check_apart, column_parts
from mercalli.plan.rows import Missing, check_finite, units_of, weights_of, whole_rows
from mercalli.stats.survival import CENSORED, Outcomes, Survival
from mercalli.stats.timefix import distinct_times, timefixed
from mercalli.tasks.survival.errors import FollowUpError
from mercalli.tasks.survival.predictions import KINDS, PredictionColumns, array_predictions, column_predictions

LARGEST_CODE = 2**53  # beyond it a code is no longer exact
HAIR = 1e-9  # chances may go back by so little, as sums do


@dataclass(frozen=True)
class FollowUpRoles:
    """Which column plays which part; predictions by the name of their system and by cause."""

    time: str
    event: str
    predictions: Mapping[str, Mapping[int, PredictionColumns]]
    weight: str | None = None
    unit: str | None = None
    by: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        predicted = [("prediction", name) for name in self.predicted]
        check_apart([("time", self.time), ("event", self.event), *predicted])

    @property
    def predicted(self) -> tuple[str, ...]:
        """Columns of predictions, each once."""
        every = (each for causes in self.predictions.values() for each in causes.values())
        return tuple(dict.fromkeys(name for each in every for name in each.columns))

    @property
    def numbers(self) -> tuple[str, ...]:
        """Columns of numbers, each once."""
        every = (self.time, self.event, self.weight, *self.predicted)
        return tuple(dict.fromkeys(name for name in every if name is not None))

    @property
    def keys(self) -> tuple[str, ...]:
        """Columns of anything else."""
        return tuple(dict.fromkeys(name for name in (self.unit, *self.by) if name is not None))


def follow_up_roles(
    data: object, parts: Mapping[str, object], by: object, causes: Sequence[int], encoding: str
) -> tuple[Source, FollowUpRoles]:
    """Parts as column names if there is a table, as arrays if there is none."""
    required = {role: parts[role] for role in ("time", "event")}
    optional = {role: parts[role] for role in ("weight", "unit")}
    if all(parts[kind] is None for kind in KINDS):
        raise FollowUpError.no_direction()
    if data is None:
        predictions, columns = array_predictions(parts, causes)
        source, named = array_parts(required, optional, by, columns)
        return source, FollowUpRoles(predictions=predictions, **named)
    named = column_parts(required, optional, by)
    table = with_keys(source_of(data, encoding), named["by"], named["unit"])
    roles = FollowUpRoles(predictions=column_predictions(table, parts, causes), **named)
    check_there(table, [*roles.numbers, *roles.keys])
    return table, roles


def training_roles(train: object, roles: FollowUpRoles, encoding: str) -> tuple[Source, FollowUpRoles]:
    """Times and events of other people, under the same names; their weights if they have that column too."""
    if isinstance(train, Mapping) and not set(train) - {"time", "event", "weight"}:
        arrays = ArraySource.check({str(name): values for name, values in train.items()})
        source: Source = replace(arrays, origin="the training arrays")
        roles = replace(roles, time="time", event="event", weight="weight")
    else:
        source = source_of(train, encoding)
    weight = roles.weight if roles.weight in source.columns else None
    named = FollowUpRoles(roles.time, roles.event, {}, weight)
    check_there(source, named.numbers)
    return source, named


@dataclass(frozen=True)
class FollowUp:
    """Checked people, one entry each; predictions by the name of their system and by cause.

    `close` people have times that differ from others by rounding alone, which `timefix` made equal.
    """

    outcomes: Outcomes
    predictions: Mapping[str, Mapping[int, Survival]]
    unit: Column | None
    by: Mapping[str, Column]
    dropped: int
    close: int = 0
    timefix: bool = False

    @classmethod
    def read(
        cls, source: Source, roles: FollowUpRoles, missing: Missing = "error", causes: Mapping[int, str] | None = None
    ) -> FollowUp:
        """The people of a table, or a named error; `causes` are the codes of events that may occur besides 0."""
        return _Checker(source.rows(roles.numbers, roles.keys), roles, causes).people(missing)

    def timefixed(self, others: FollowUp | None, *, timefix: bool) -> FollowUp:
        """The same people, with times that differ by rounding alone counted, and made equal if wanted."""
        time = self.outcomes.time
        every = time if others is None else np.concatenate([time, others.outcomes.time])
        fixed = timefixed(time, distinct_times(every))
        outcomes = replace(self.outcomes, time=fixed) if timefix else self.outcomes
        predictions = {
            name: {cause: replace(each, outcomes=outcomes) for cause, each in causes.items()}
            for name, causes in self.predictions.items()
        }
        close = int((fixed != time).sum())
        return replace(self, outcomes=outcomes, predictions=predictions, close=close, timefix=timefix)

    @property
    def rows(self) -> Ints:
        """How often each entry occurred: once."""
        return np.broadcast_to(np.int64(1), self.outcomes.time.shape)

    @property
    def causes(self) -> list[int]:
        """The codes of what happened."""
        codes: list[int] = np.unique(self.outcomes.event).tolist()
        return [code for code in codes if code != CENSORED]

    def check_happen(self, causes: Sequence[int], event: str, origin: str) -> None:
        """Refuse a cause that never happened."""
        for cause in causes:
            if cause not in self.causes:
                raise FollowUpError.no_event(cause, event, self.causes, origin)


@dataclass(frozen=True)
class _Checker:
    """What must be true of people who are kept; what others have may be anything."""

    columns: ArraySource
    roles: FollowUpRoles
    causes: Mapping[int, str] | None

    def people(self, missing: Missing) -> FollowUp:
        columns, roles = self.columns, self.roles
        time, event = columns.numbers(roles.time), columns.numbers(roles.event)
        predicted = {name: columns.numbers(name) for name in roles.predicted}
        absent = {
            f"time in {roles.time!r}": np.isnan(time),
            f"event in {roles.event!r}": np.isnan(event),
            **{f"prediction in {name!r}": np.isnan(numbers) for name, numbers in predicted.items()},
        }
        kept = whole_rows(columns, absent, missing, "a time, an event or a prediction")
        self._check("time", time, kept & ((time < 0) | (time > LARGEST_NUMBER)))
        for name, numbers in predicted.items():
            check_finite(columns, "prediction", name, np.where(kept, numbers, np.nan))
        weight, unit = weights_of(columns, roles.weight, kept), units_of(columns, roles.unit)
        if weight is not None and not weight.any():
            raise WeightError.all_zero(columns.origin)
        outcomes = Outcomes(time, self._codes(event, kept), weight).take(kept)
        return FollowUp(
            outcomes,
            predictions={
                name: {
                    cause: Survival(outcomes, cause, **self._numbers(each, predicted, kept))
                    for cause, each in causes.items()
                }
                for name, causes in roles.predictions.items()
            },
            unit=None if unit is None else unit.take(kept),
            by={name: sliced(columns.column(name)).take(kept) for name in roles.by},
            dropped=int((~kept).sum()),
        )

    def _check(self, role: Literal["time", "event"], numbers: Floats, wrong: Bools) -> None:
        if wrong.any():
            name, where = getattr(self.roles, role), self.columns.first(wrong)
            raise FollowUpError.impossible(role, name, float(numbers[wrong][0]), self.columns.origin, where)

    def _codes(self, event: Floats, kept: Bools) -> Ints:
        """Codes of events."""
        self._check("event", event, kept & ((event < 0) | (event != np.floor(event)) | (event > LARGEST_CODE)))
        codes = np.where(kept, event, CENSORED).astype(np.int64)
        odd = np.zeros_like(kept) if self.causes is None else ~np.isin(codes, [CENSORED, *self.causes])
        if odd.any():
            undeclared, where = np.unique(codes[odd]).tolist(), self.columns.first(odd)
            declared = list(self.causes or ())
            raise FollowUpError.undeclared(self.roles.event, undeclared, declared, self.columns.origin, where)
        return codes

    def _numbers(self, prediction: PredictionColumns, predicted: Mapping[str, Floats], kept: Bools) -> dict[str, Any]:
        """The parts of the statistic that are predicted: a risk, or chances and their times."""
        matrix = np.column_stack([predicted[name] for name in prediction.columns])
        if not prediction.grid:
            risk = matrix[kept, 0]
            return {"risk": risk if prediction.kind == "risk" else -risk}
        self._check_chances(prediction, np.where(kept[:, None], matrix, np.nan))
        chances = matrix[kept]
        return {"grid": np.array(prediction.grid), "cif": chances if prediction.kind == "cif" else 1 - chances}

    def _check_chances(self, prediction: PredictionColumns, matrix: Floats) -> None:
        """Chances between 0 and 1 that go one way."""
        outside: Bools = (matrix < -HAIR) | (matrix > 1 + HAIR)
        if outside.any():
            row, column = np.argwhere(outside)[0].tolist()
            name, where = prediction.columns[column], self.columns.first(np.logical_or.reduce(outside, axis=1))
            raise FollowUpError.impossible("chance", name, float(matrix[row, column]), self.columns.origin, where)
        sign = 1 if prediction.kind == "cif" else -1
        back: Bools = sign * np.diff(matrix, axis=1) < -HAIR
        if back.any():
            column, where = int(np.argwhere(back)[0][1]), self.columns.first(np.logical_or.reduce(back, axis=1))
            pair = prediction.columns[column : column + 2]
            raise FollowUpError.turns_back(prediction.kind, pair, self.columns.origin, where)
