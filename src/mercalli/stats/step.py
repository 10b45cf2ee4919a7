"""Curves that go in steps: Kaplan and Meier's, the same of being censored, and cumulative incidence."""

from __future__ import annotations

from dataclasses import dataclass
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

    @property
    def later(self) -> Floats:
        """The weight of people who were followed beyond each time: exactly 0 at the last."""
        return np.append(self.at_risk[1:], 0.0)

    def count(self, chosen: Bools) -> Floats:
        """The weight of chosen people at each time."""
        if self.weight is None:
            return np.bincount(self.code[chosen], minlength=len(self.time)).astype(np.float64)
        return sums(self.code[chosen], self.weight[chosen], len(self.time))


def kaplan_meier(followed: FollowUp, happened: Bools, gone: Bools | None = None) -> Step:
    """The chance that it has not happened yet; `gone` have left before those to whom it happens at the same time.

    >>> kaplan_meier(FollowUp.of(np.array([1.0, 2.0, 3.0])), np.array([True, False, True])).value
    array([0.6667, 0.6667, 0.    ])
    """
    spared = ~happened if gone is None else ~(happened | gone)
    staying, count = followed.later + followed.count(spared), followed.count(happened)
    survived = np.divide(staying, staying + count, out=np.ones_like(count), where=count > 0)
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
