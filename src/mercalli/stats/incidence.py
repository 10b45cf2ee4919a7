"""Curves over time with what each person contributes to them: cumulative incidence, and not being censored yet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.stats.step import Hazard, Step, aalen_johansen, kaplan_meier
from mercalli.stats.survival import CENSORED, Outcomes


@dataclass(frozen=True)
class Incidence:
    """The chance of one cause to have happened by a time (Aalen and Johansen), where another one may come first.

    >>> three = Incidence(Outcomes(np.array([1.0, 2.0, 3.0]), np.array([1, 2, 0])), cause=1)
    >>> three.influence(2.0)
    array([ 0.2222, -0.1111, -0.1111])
    """

    people: Outcomes
    cause: int

    @cached_property
    def curve(self) -> Step:
        """The chance by each time."""
        return aalen_johansen(self.people.followed, self.people.event, self.cause)

    @cached_property
    def known_until(self) -> float:
        """When the last person was seen; for ever if nobody was censored.

        An event of the last one would end the curve at a value that looks sure: intervals after it held the truth in
        three of four simulations only.
        """
        return float(self.people.time.max()) if (self.people.event == CENSORED).any() else np.inf

    def influence(self, at: float) -> Floats:
        """What each person contributes to the chance by a time: an event of the cause, or that others have it later."""
        to_come = self.curve.at(np.array([at])) - self.curve.value
        own = self._own.excess(self._by(at, self._free, self._own.at_risk))
        return own - self._any.excess(self._by(at, to_come, self._any.staying))

    def _by(self, at: float, part: Floats, whole: Floats) -> Floats:
        """A ratio at each distinct time, 0 after a time."""
        wanted = (self.people.followed.time <= at) & (whole > 0)
        return np.divide(part, whole, out=np.zeros_like(whole), where=wanted)

    @cached_property
    def _free(self) -> Floats:
        """The chance that nothing has happened before each time."""
        return kaplan_meier(self.people.followed, self._any.happened).before(self.people.followed.time)

    @cached_property
    def _any(self) -> Hazard:
        return Hazard(self.people.followed, self.people.event > CENSORED)

    @cached_property
    def _own(self) -> Hazard:
        return Hazard(self.people.followed, self.people.event == self.cause)


@dataclass(frozen=True)
class Uncensored:
    """The chance not to be censored by a time."""

    people: Outcomes

    @cached_property
    def curve(self) -> Step:
        """The chance at each time."""
        return self.people.censoring()

    def influence(self, at: float) -> Floats:
        """What each person contributes to the chance at a time."""
        passed = int(np.searchsorted(self.people.followed.time, at, side="right"))
        pull = np.append(np.zeros(passed), 1.0)
        return -self.curve.at(np.array([at])) * self.people.through_censoring(pull)
