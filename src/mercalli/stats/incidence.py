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
        """What each person contributes to the chance by a time: an event of the cause, or that others have it later.

        Who was last seen by then has contributed all there is; the others what was expected of them so far.
        """
        passed = self._passed(at)
        chance = float(self.curve.at(np.array([at]))[0])
        own, lost, expected_own, expected_lost = self._parts
        so_far = chance * expected_lost[passed] - expected_own[passed]
        followed = self.people.followed
        return np.where(followed.code < passed, own - chance * lost, so_far * followed.each)

    def _passed(self, at: float) -> int:
        return int(np.searchsorted(self.people.followed.time, at, side="right"))

    @cached_property
    def _parts(self) -> tuple[Floats, Floats, Floats, Floats]:
        """What everyone contributes in the end, apart from the chance by then and for each unit of it; and expects."""
        free = kaplan_meier(self.people.followed, self._any.happened).before(self.people.followed.time)
        first, lost = _ratio(free, self._own.at_risk), _ratio(np.ones_like(free), self._any.staying)
        back = lost * self.curve.value
        own, every = self._own, self._any
        return (
            own.excess(first) + every.excess(back),
            every.excess(lost),
            own.expected(first) + every.expected(back),
            every.expected(lost),
        )

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
        followed, (lost, expected) = self.people.followed, self._parts
        passed = int(np.searchsorted(followed.time, at, side="right"))
        return -self.curve.at(np.array([at])) * np.where(
            followed.code < passed, lost, -expected[passed] * followed.each
        )

    @cached_property
    def _parts(self) -> tuple[Floats, Floats]:
        hazard = self.people.censoring_hazard()
        lost = _ratio(np.ones_like(hazard.staying), hazard.staying)
        return hazard.excess(lost), hazard.expected(lost)


def _ratio(part: Floats, whole: Floats) -> Floats:
    """0 where there is no whole."""
    return np.divide(part, whole, out=np.zeros_like(whole), where=whole > 0)
