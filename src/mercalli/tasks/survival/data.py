"""Follow-up: people with a time, what happened then, and predictions, that have been checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from mercalli.errors import EmptyError, MissingError, SurvivalError, WeightError
from mercalli.inputs.labels import sliced, units
from mercalli.inputs.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.inputs.arrays import Bools, Floats, Ints
    from mercalli.inputs.columns import Columns
    from mercalli.inputs.tally import Column

Kind: TypeAlias = Literal["risk", "survival", "cif", "survival_curve"]
LARGEST_CODE = 2**53  # beyond it a code is no longer exact
HAIR = 1e-9  # chances may go back by so little, as sums do


@dataclass(frozen=True)
class Predicted:
    """The columns of one prediction: one, or one for each time of a grid."""

    kind: Kind
    columns: tuple[str, ...]
    grid: tuple[float, ...] = ()

    @property
    def is_matrix(self) -> bool:
        """Whether it is a chance over time."""
        return self.kind in ("cif", "survival_curve")


@dataclass(frozen=True)
class FollowUpRoles:
    """Which column plays which part; predictions by the name of their system and by cause."""

    time: str
    event: str
    predictions: Mapping[str, Mapping[int, Predicted]]
    weight: str | None = None
    unit: str | None = None
    by: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        parts = [("time", self.time), ("event", self.event), *(("prediction", name) for name in self.predicted)]
        seen: dict[str, str] = {}
        for role, name in parts:
            if name in seen:
                raise SurvivalError.two_parts(name, (seen[name], role))
            seen[name] = role

    @property
    def predicted(self) -> tuple[str, ...]:
        """Columns of predictions, each once."""
        every = (each for causes in self.predictions.values() for each in causes.values())
        return tuple(dict.fromkeys(name for each in every for name in each.columns))

    @property
    def numbers(self) -> tuple[str, ...]:
        """Columns of numbers, each once."""
        weight = [] if self.weight is None else [self.weight]
        return tuple(dict.fromkeys([self.time, self.event, *weight, *self.predicted]))

    @property
    def keys(self) -> tuple[str, ...]:
        """Columns of anything else."""
        return tuple(dict.fromkeys([*([] if self.unit is None else [self.unit]), *self.by]))


@dataclass(frozen=True)
class Prediction:
    """Numbers of which a higher one means sooner, or chances that it has happened by each time of a grid."""

    risk: Floats | None = None
    grid: Floats | None = None
    cif: Floats | None = None

    def take(self, chosen: Bools | Ints) -> Prediction:
        """The same for some of the people."""
        risk, cif = (None if part is None else part[chosen] for part in (self.risk, self.cif))
        return Prediction(risk, self.grid, cif)


@dataclass(frozen=True)
class FollowUp:
    """Checked people, one entry each; predictions by the name of their system and by cause."""

    time: Floats
    event: Ints
    predictions: Mapping[str, Mapping[int, Prediction]]
    weight: Floats | None
    unit: Column | None
    by: Mapping[str, Column]
    dropped: int = 0

    @classmethod
    def check(
        cls,
        columns: Columns,
        roles: FollowUpRoles,
        missing: Literal["error", "drop"] = "error",
        causes: Mapping[int, str] | None = None,
    ) -> FollowUp:
        """People from columns, or a named error; `causes` are the codes of events that may occur besides 0."""
        return _Checker(columns, roles, missing, causes).people()

    @property
    def n(self) -> int:
        """How many people."""
        return len(self.time)

    @property
    def rows(self) -> Ints:
        """How often each entry occurred: once."""
        return np.broadcast_to(np.int64(1), self.time.shape)

    def take(self, chosen: Bools | Ints) -> FollowUp:
        """The same for some of the people."""
        return replace(
            self,
            time=self.time[chosen],
            event=self.event[chosen],
            predictions={
                name: {cause: each.take(chosen) for cause, each in causes.items()}
                for name, causes in self.predictions.items()
            },
            weight=None if self.weight is None else self.weight[chosen],
            unit=None if self.unit is None else self.unit.take(chosen),
            by={name: column.take(chosen) for name, column in self.by.items()},
        )


@dataclass(frozen=True)
class _Checker:
    """What must be true of people who are kept; what others have may be anything."""

    columns: Columns
    roles: FollowUpRoles
    missing: Literal["error", "drop"]
    causes: Mapping[int, str] | None

    def people(self) -> FollowUp:
        roles = self.roles
        time, event = self.columns.numbers(roles.time), self.columns.numbers(roles.event)
        if not len(time):
            raise EmptyError.no_rows(self.columns.origin)
        found = {name: self.columns.numbers(name) for name in roles.predicted}
        kept = ~self._absent(time, event, found)
        self._check_times(time, kept)
        self._check_finite(found, kept)
        return FollowUp(
            time=time[kept],
            event=self._events(event, kept)[kept],
            predictions={
                name: {cause: self._prediction(each, found, kept).take(kept) for cause, each in causes.items()}
                for name, causes in roles.predictions.items()
            },
            weight=None if roles.weight is None else self._weights(roles.weight, kept)[kept],
            unit=self._unit(roles.unit, kept),
            by={name: sliced(self.columns.column(name)).take(kept) for name in roles.by},
            dropped=int((~kept).sum()),
        )

    def _check_times(self, time: Floats, kept: Bools) -> None:
        wrong = kept & ((time < 0) | np.isinf(time))
        if wrong.any():
            where = self.columns.first(wrong)
            raise SurvivalError.time(self.roles.time, float(time[wrong][0]), self.columns.origin, where)

    def _events(self, event: Floats, kept: Bools) -> Ints:
        """Codes of events."""
        name, origin = self.roles.event, self.columns.origin
        wrong = kept & ((event < 0) | (event != np.floor(event)) | (event > LARGEST_CODE))
        if wrong.any():
            raise SurvivalError.event(name, float(event[wrong][0]), origin, self.columns.first(wrong))
        codes = np.where(kept, event, 0).astype(np.int64)
        if self.causes is not None:
            odd = ~np.isin(codes, [0, *self.causes])
            if odd.any():
                where = self.columns.first(odd)
                raise SurvivalError.undeclared(name, np.unique(codes[odd]).tolist(), list(self.causes), origin, where)
        return codes

    def _check_finite(self, found: Mapping[str, Floats], kept: Bools) -> None:
        for name, numbers in found.items():
            infinite = kept & np.isinf(numbers)
            if infinite.any():
                raise SurvivalError.not_finite(name, self.columns.origin, self.columns.first(infinite))

    def _absent(self, time: Floats, event: Floats, found: Mapping[str, Floats]) -> Bools:
        """People without a time, an event or a prediction."""
        lacking = {
            f"time in {self.roles.time!r}": np.isnan(time),
            f"event in {self.roles.event!r}": np.isnan(event),
            **{f"prediction in {name!r}": np.isnan(numbers) for name, numbers in found.items()},
        }
        for role, absent in lacking.items():
            if self.missing == "error" and absent.any():
                where = self.columns.first(absent)
                raise MissingError.labels(role, int(absent.sum()), self.columns.origin, where)
        every: Bools = np.logical_or.reduce(list(lacking.values()))
        if every.all():
            raise SurvivalError.all_dropped(self.columns.origin, len(every))
        return every

    def _prediction(self, given: Predicted, found: Mapping[str, Floats], kept: Bools) -> Prediction:
        if not given.is_matrix:
            numbers = found[given.columns[0]]
            return Prediction(risk=numbers if given.kind == "risk" else -numbers)
        matrix = np.column_stack([found[name] for name in given.columns])
        self._check_chances(given, np.where(kept[:, None], matrix, np.nan))
        return Prediction(grid=np.array(given.grid), cif=matrix if given.kind == "cif" else 1 - matrix)

    def _check_chances(self, given: Predicted, matrix: Floats) -> None:
        """Chances between 0 and 1 that go one way."""
        outside: Bools = (matrix < -HAIR) | (matrix > 1 + HAIR)
        if outside.any():
            row, column = (int(at) for at in np.argwhere(outside)[0])
            where = self.columns.first(np.logical_or.reduce(outside, axis=1))
            raise SurvivalError.not_a_chance(
                given.columns[column], float(matrix[row, column]), self.columns.origin, where
            )
        sign = 1 if given.kind == "cif" else -1
        back: Bools = sign * np.diff(matrix, axis=1) < -HAIR
        if back.any():
            column = int(np.argwhere(back)[0][1])
            where = self.columns.first(np.logical_or.reduce(back, axis=1))
            pair = given.columns[column], given.columns[column + 1]
            raise SurvivalError.turns_back(given.kind, pair, self.columns.origin, where)

    def _weights(self, name: str, kept: Bools) -> Floats:
        weights = np.where(kept, self.columns.numbers(name), 0.0)
        absent = np.isnan(weights)
        if absent.any():
            raise MissingError.values(f"weight in {name!r}", int(absent.sum()), self.columns.origin)
        wrong = ~np.isfinite(weights) | (weights < 0)
        if wrong.any():
            raise WeightError.outside(float(weights[wrong][0]), self.columns.origin, self.columns.first(wrong))
        if not weights.any():
            raise WeightError.all_zero(self.columns.origin)
        return weights

    def _unit(self, name: str | None, kept: Bools) -> Column | None:
        if name is None:
            return None
        tally = Tally.unweighted({name: self.columns.column(name)}, np.ones(len(kept), np.int64), self.columns.origin)
        found = units(tally, name, np.ones(len(kept), np.bool_))
        return None if found is None else found.take(kept)
