"""UpliftTable: every distinct score with the treated and the control people who have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints, sums, total
from mercalli.stats.packed import joint_scores, laid, running_counts, steps

TREATED = 2  # the bit of a code that stands for a treated person; the bit 1 stands for an outcome


@dataclass(frozen=True)
class Arm:
    """One arm at each score: (..., M).

    `people` is how many they are, `mass` how much they weigh in a mean (more than one each if a person stands for
    others who were unlikely to get into this arm), `outcome` the sum of their outcomes so weighted.
    """

    people: Floats
    mass: Floats
    outcome: Floats

    @classmethod
    def counted(cls, people: Floats, outcome: Floats) -> Arm:
        """Everyone weighs the same in a mean."""
        return cls(people, people, outcome)

    @classmethod
    def counted_so_far(cls, people: Floats, outcome: Floats) -> Arm:
        """The same from counts of everyone with this score or a higher one, which need not be added up again."""
        arm = cls.counted(steps(people), steps(outcome))
        vars(arm).update(so_far=cls.counted(people, outcome))
        return arm

    @cached_property
    def so_far(self) -> Arm:
        """The same for everyone with this score or a higher one."""
        return self.each(lambda part: np.cumsum(part, axis=-1))

    @cached_property
    def total(self) -> Arm:
        """The same for everyone: (...)."""
        return self.each(total)

    @property
    def mean(self) -> Floats:
        """The mean outcome; NaN where there is nobody."""
        mean: Floats = np.full(np.shape(self.mass), np.nan)
        np.divide(self.outcome, self.mass, out=mean, where=np.asarray(self.mass) > 0)
        return mean

    def over(self, places: Ints, size: int) -> Arm:
        """Laid out over more scores."""
        return self.each(lambda part: laid(part, places, size))

    def each(self, change: Callable[[Floats], Floats]) -> Arm:
        """The same change to all three parts; mass that is people is not changed twice."""
        people = change(self.people)
        return Arm(people, people if self.mass is self.people else change(self.mass), change(self.outcome))

    def __add__(self, other: Arm) -> Arm:
        """Two parts over the same scores merged."""
        people = self.people + other.people
        plain = self.mass is self.people and other.mass is other.people
        return Arm(people, people if plain else self.mass + other.mass, self.outcome + other.outcome)


@dataclass(frozen=True)
class UpliftTable:
    """Scores from high to low, with the treated and the control people at each.

    Leading axes hold slices or replicates over the same scores.
    """

    score: Floats
    treated: Arm
    control: Arm

    @classmethod
    def of(
        cls,
        score: Floats,
        treated: Bools,
        outcome: Floats,
        weight: Floats | None = None,
        propensity: Floats | None = None,
    ) -> UpliftTable:
        """From people in any order; equal scores are one entry.

        With `propensity`, everybody's chance to be treated, a person weighs one over the chance of the arm they are in.

        >>> table = UpliftTable.of(np.array([0.2, 0.9, 0.2]), np.array([True, True, False]), np.array([1, 0, 1]))
        >>> table.score, table.treated.people, table.treated.outcome
        (array([0.9, 0.2]), array([1., 1.]), array([0., 1.]))
        """
        binary = weight is None and propensity is None and bool(((outcome == 0) | (outcome == 1)).all())
        if binary:
            return cls._counted(score, treated, outcome)
        rising, place = np.unique(score, return_inverse=True)
        parts = [np.ones(len(score)) if weight is None else weight, outcome]
        if propensity is not None:
            parts.append(np.where(treated, propensity, 1 - propensity))
        order = np.lexsort((*parts, place))  # sums of the same numbers in the same order, however people stood
        chosen = (order[treated[order]], order[~treated[order]])
        arms = (_summed(len(rising) - 1 - place[arm], len(rising), *(part[arm] for part in parts)) for arm in chosen)
        return cls(rising[::-1] + 0.0, *arms)  # 0.0 for -0.0

    @classmethod
    def _counted(cls, score: Floats, treated: Bools, outcome: Floats) -> UpliftTable:
        """Where outcomes are 0 or 1 and people weigh the same, everything is a count."""
        code = outcome.astype(np.int8) | (treated.astype(np.int8) * TREATED)
        distinct, (rows, people, outcome, both) = running_counts(
            score, code, lambda code: code >= TREATED, lambda code: code & 1, lambda code: code == TREATED | 1
        )
        others = np.subtract(rows, people, out=rows)
        return cls(distinct, Arm.counted_so_far(people, both), Arm.counted_so_far(others, outcome - both))

    def __add__(self, other: UpliftTable) -> UpliftTable:
        """Two parts merged."""
        score, mine, others = joint_scores(self.score, other.score)
        size = len(score)
        return UpliftTable(
            score,
            self.treated.over(mine, size) + other.treated.over(others, size),
            self.control.over(mine, size) + other.control.over(others, size),
        )

    @cached_property
    def people(self) -> Floats:
        """People of both arms with this score or a higher one."""
        return self.treated.so_far.people + self.control.so_far.people

    @cached_property
    def total(self) -> Floats:
        """All people: (...)."""
        return self.treated.total.people + self.control.total.people

    @cached_property
    def effect(self) -> Floats:
        """Mean outcome of the treated less that of controls, of those with this score or a higher one.

        NaN as long as one of both arms has nobody.
        """
        return self.treated.so_far.mean - self.control.so_far.mean

    @property
    def start(self) -> Floats:
        """People with the highest scores who are all of one arm, ties included: (...)."""
        start: Floats = np.where(np.isnan(self.effect), self.people, 0.0).max(axis=-1, initial=0.0)
        return start


def _summed(place: Ints, size: int, people: Floats, outcome: Floats, chance: Floats | None = None) -> Arm:
    """People, their mass and outcomes added up by place."""
    counted = sums(place, people, size)
    if chance is None:
        return Arm.counted(counted, sums(place, people * outcome, size))
    mass = people / chance
    return Arm(counted, sums(place, mass, size), sums(place, mass * outcome, size))
