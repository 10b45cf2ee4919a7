"""Curves that go in steps: Kaplan and Meier's, the same of being censored, and cumulative incidence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints, sums

CensoringTies: TypeAlias = Literal["events_first", "together"]


@dataclass(frozen=True)
class Step:
    """A curve that holds `value[i]` from `time[i]` on, and `start` before the first.

    >>> halved = Step(np.array([1.0, 2.0]), np.array([0.5, 0.25]))
    >>> halved.at(np.array([0.0, 1.0, 9.0])), halved.before(np.array([1.0, 2.0]))
    (array([1.  , 0.5 , 0.25]), array([1. , 0.5]))
    """

    time: Floats
    value: Floats
    start: float = 1.0

    def at(self, time: Floats) -> Floats:
        """The value at each time."""
        return self._steps[np.searchsorted(self.time, time, side="right")]

    def before(self, time: Floats) -> Floats:
        """The value just before each time."""
        return self._steps[np.searchsorted(self.time, time, side="left")]

    @property
    def _steps(self) -> Floats:
        return np.concatenate([[self.start], self.value])


@dataclass(frozen=True)
class FollowUp:
    """People who were followed until a time, by distinct time.

    Attributes:
        time: The distinct times.
        code: Which of them each person has.
        weight: What each person weighs; None if all weigh one.
        at_risk: The weight of people who were still followed just before each time.
    """

    time: Floats
    code: Ints
    weight: Floats | None
    at_risk: Floats

    @classmethod
    def of(cls, time: Floats, weight: Floats | None = None) -> FollowUp:
        """From people in any order."""
        distinct, code = np.unique(time, return_inverse=True)
        there = np.bincount(code, weight, len(distinct)).astype(np.float64)
        return cls(distinct, code.astype(np.int64), weight, np.cumsum(there[::-1])[::-1])

    @cached_property
    def each(self) -> Floats:
        """What each person weighs."""
        return np.ones(len(self.code)) if self.weight is None else self.weight

    @property
    def later(self) -> Floats:
        """The weight of people who were followed beyond each time: exactly 0 at the last."""
        return np.append(self.at_risk[1:], 0.0)

    def count(self, chosen: Bools) -> Floats:
        """The weight of chosen people at each time."""
        if self.weight is None:
            return np.bincount(self.code[chosen], minlength=len(self.time)).astype(np.float64)
        return sums(self.code[chosen], self.weight[chosen], len(self.time))


@dataclass(frozen=True)
class Hazard:
    """How often something happens, at each distinct time, to those to whom it may happen.

    Attributes:
        followed: The people.
        happened: To whom it happened.
        gone: Who left before those to whom it happens at the same time; None if nobody did.
    """

    followed: FollowUp
    happened: Bools
    gone: Bools | None = None

    @cached_property
    def count(self) -> Floats:
        """The weight of those to whom it happened."""
        return self.followed.count(self.happened)

    @cached_property
    def staying(self) -> Floats:
        """The weight of those to whom it might have happened, and did not: exactly 0 where there are none."""
        spared = ~self.happened if self.gone is None else ~(self.happened | self.gone)
        return self.followed.later + self.followed.count(spared)

    @cached_property
    def at_risk(self) -> Floats:
        """The weight of those to whom it might have happened."""
        return self.staying + self.count

    def excess(self, worth: Floats) -> Floats:
        """What each person adds to a sum over what happened, each time counting its worth, beyond what was expected.

        >>> two = Hazard(FollowUp.of(np.array([1.0, 2.0])), np.array([True, True]))
        >>> two.excess(np.array([1.0, 0.0]))
        array([ 0.5, -0.5])
        """
        last = self.followed.code if self.gone is None else self.followed.code - self.gone
        own = np.where(self.happened, worth[self.followed.code], 0.0) - self.expected(worth)[last + 1]
        return own * self.followed.each

    def expected(self, worth: Floats) -> Floats:
        """What is expected of everyone to whom it may happen up to each time, before the first one too."""
        share = np.divide(self.count, self.at_risk, out=np.zeros_like(self.count), where=self.count > 0)
        return np.concatenate([[0.0], np.cumsum(worth * share)])


def kaplan_meier(followed: FollowUp, happened: Bools, gone: Bools | None = None) -> Step:
    """The chance that it has not happened yet; `gone` have left before those to whom it happens at the same time.

    >>> kaplan_meier(FollowUp.of(np.array([1.0, 2.0, 3.0])), np.array([True, False, True])).value
    array([0.6667, 0.6667, 0.    ])
    """
    hazard = Hazard(followed, happened, gone)
    count = hazard.count
    survived = np.divide(hazard.staying, hazard.at_risk, out=np.ones_like(count), where=count > 0)
    curve: Floats = np.cumprod(survived, dtype=np.float64)
    return Step(followed.time, curve)


def censoring_curve(followed: FollowUp, censored: Bools, ties: CensoringTies = "events_first") -> Step:
    """The chance not to be censored yet: Kaplan and Meier's curve with the parts of event and censoring exchanged.

    At one time events come before censorings, so whoever had an event could not be censored any more; "together" keeps
    them among those who could.
    """
    return kaplan_meier(followed, censored, ~censored if ties == "events_first" else None)


def aalen_johansen(followed: FollowUp, event: Ints, cause: int) -> Step:
    """The chance of the cause to have happened by each time, where another one may come first (cumulative incidence).

    >>> aalen_johansen(FollowUp.of(np.array([1.0, 2.0, 3.0])), np.array([1, 2, 1]), 1).value
    array([0.3333, 0.3333, 0.6667])
    """
    free = kaplan_meier(followed, event > 0).before(followed.time)
    count = followed.count(event == cause)
    hazard = np.divide(count, followed.at_risk, out=np.zeros_like(count), where=count > 0)
    return Step(followed.time, np.cumsum(free * hazard), start=0.0)
