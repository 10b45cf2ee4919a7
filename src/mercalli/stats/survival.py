"""Survival: what happened to people and when, beside what was predicted, for one cause."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.stats.step import CensoringTies, FollowUp, Hazard, Step, censoring_curve

Value = TypeVar("Value")
CENSORED = 0


@dataclass(frozen=True)
class Outcomes:
    """When each person was last seen, and what happened then: 0 censored, 1 and up the causes."""

    time: Floats
    event: Ints
    weight: Floats | None = None

    @cached_property
    def followed(self) -> FollowUp:
        """The people by distinct time."""
        return FollowUp.of(self.time, self.weight)

    def take(self, chosen: Bools | Ints) -> Outcomes:
        """The same for some of the people."""
        weight = None if self.weight is None else self.weight[chosen]
        return Outcomes(self.time[chosen], self.event[chosen], weight)

    def at_own_time(self, curve: Callable[[Floats], Floats]) -> Floats:
        """What a curve has at the time of each person, looked up once for each distinct time."""
        return curve(self.followed.time)[self.followed.code]

    def censoring(self, ties: CensoringTies = "events_first", *, folded: int | None = None) -> Step:
        """The chance not to be censored yet; with `folded`, whatever is not that cause counts as censored."""
        censored = self.event == CENSORED if folded is None else self.event != folded
        return censoring_curve(self.followed, censored, ties)

    def censoring_hazard(self, ties: CensoringTies = "events_first") -> Hazard:
        """How often people are censored."""
        censored = self.event == CENSORED
        return Hazard(self.followed, censored, ~censored if ties == "events_first" else None)

    def through_censoring(self, pull: Floats, ties: CensoringTies = "events_first") -> Floats:
        """What each person contributes to a value by being part of the curve of censoring.

        Args:
            pull: How much the value grows as one over the curve does, relatively, by how many steps of the curve lie
                before: (at most one more than there are distinct times).
            ties: As in that curve.
        """
        hazard = self.censoring_hazard(ties)
        later = np.zeros_like(hazard.staying)
        later[: len(pull) - 1] = np.cumsum(pull[::-1])[::-1][1:]
        return hazard.excess(np.divide(later, hazard.staying, out=np.zeros_like(later), where=hazard.staying > 0))


@dataclass(frozen=True)
class Survival:
    """People with a prediction each, as seen by one cause.

    Attributes:
        outcomes: What happened to them.
        cause: The event that the predictions are about.
        risk: A number for each person, higher meaning sooner.
        grid: The times of the columns of `cif`.
        cif: The predicted chance of the cause to have happened by each time of the grid: (people, times).
        training: The people from whom the chance to be censored is taken; these people themselves if None.
    """

    outcomes: Outcomes
    cause: int = 1
    risk: Floats | None = None
    grid: Floats | None = None
    cif: Floats | None = None
    training: Outcomes | None = None
    memo: dict[Hashable, Any] = field(default_factory=dict[Hashable, Any], repr=False, compare=False)

    @classmethod
    def of(
        cls,
        time: Floats,
        event: Ints,
        risk: Floats | None = None,
        weight: Floats | None = None,
        **others: Any,  # noqa: ANN401 - the other attributes
    ) -> Survival:
        """From arrays that have been checked."""
        numbers = None if risk is None else np.asarray(risk, np.float64)
        outcomes = Outcomes(np.asarray(time, np.float64), np.asarray(event, np.int64), weight)
        return cls(outcomes, risk=numbers, **others)

    @property
    def n(self) -> int:
        """How many people."""
        return len(self.outcomes.time)

    @property
    def weight(self) -> Floats:
        """What each person weighs."""
        return np.ones(self.n) if self.outcomes.weight is None else self.outcomes.weight

    @cached_property
    def happened(self) -> Bools:
        """To whom the cause happened."""
        return np.equal(self.outcomes.event, self.cause)

    @cached_property
    def censored(self) -> Bools:
        """Who was no longer seen before anything happened."""
        return np.equal(self.outcomes.event, CENSORED)

    @cached_property
    def competing(self) -> Bools:
        """To whom something else happened."""
        return ~(self.happened | self.censored)

    def take(self, chosen: Bools | Ints) -> Survival:
        """Some of the people; the chance to be censored stays that of all."""
        return replace(
            self,
            outcomes=self.outcomes.take(chosen),
            risk=None if self.risk is None else self.risk[chosen],
            cif=None if self.cif is None else self.cif[chosen],
            training=self.outcomes if self.training is None else self.training,
            memo={},
        )

    def without(self, dropped: Bools) -> Survival:
        """The others alone, who also give the chance to be censored if all of them did."""
        return replace(self.take(~dropped), training=self.training)

    def kept(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """What was made under a key before, or is made now: several metrics share what is costly."""
        if key not in self.memo:
            self.memo[key] = make()
        value: Value = self.memo[key]
        return value

    def censoring(self, ties: CensoringTies = "events_first", *, folded: bool = False) -> Step:
        """The chance not to be censored yet."""
        people = self.outcomes if self.training is None else self.training
        cause = self.cause if folded else None
        return self.kept(("censoring", ties, cause), lambda: people.censoring(ties, folded=cause))

    def through_censoring(self, moves: Iterable[tuple[Floats, Ints]], ties: CensoringTies = "events_first") -> Floats:
        """What each person contributes to a value by being part of the curve of censoring; nothing if others are it.

        Args:
            moves: How much the value grows as the weight of each person does, relatively, and how many steps of the
                curve lie before the place at which that weight was looked up.
            ties: As in that curve.
        """
        if self.training is not None:
            return np.zeros(self.n)
        steps = len(self.outcomes.followed.time) + 1
        pull = sum((sums(passed, moved, steps) for moved, passed in moves), np.zeros(steps))
        return self.outcomes.through_censoring(pull, ties)

    def column(self, time: float) -> int:
        """Which column of the matrix holds at a time: the last one whose time has come; -1 before the first."""
        return int(np.searchsorted(cast("Floats", self.grid), time, side="right")) - 1

    def chance(self, time: float) -> Floats:
        """The predicted chance of the cause to have happened by a time."""
        column = self.column(time)
        return cast("Floats", self.cif)[:, column] if column >= 0 else np.zeros(self.n)

    def risk_at(self, time: float | None) -> Floats:
        """What people are ranked by: the risk, or the chance by a time (by the end of the grid, if none is given)."""
        if self.cif is None:
            return cast("Floats", self.risk)
        return self.chance(float(cast("Floats", self.grid)[-1]) if time is None else time)
