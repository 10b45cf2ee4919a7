"""UpliftSample: the people of a trial, put together so that they can be drawn again many times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums
from mercalli.inputs.tally import Column
from mercalli.stats.sample import Scatter
from mercalli.stats.uplift import Arm, UpliftTable

MOST_STEPS = 2_048
MOST_SINGLE = 5_000
PAIR_STEPS = 100  # of many people, so that a share of them in whole percent ends with a step
ARMS = 2


@dataclass(frozen=True)
class People:
    """The people of a trial, one entry each.

    Attributes:
        scores: By the name of their system.
        treated: Who was treated.
        outcome: What happened to each.
        weight: For how many each stands.
        propensity: The chance that each had of being treated.
        unit: What each belongs to.
    """

    scores: Mapping[str, Floats]
    treated: Bools
    outcome: Floats
    weight: Floats | None
    propensity: Floats | None
    unit: Column | None

    @property
    def n(self) -> int:
        """How many people."""
        return len(self.treated)

    @property
    def binary(self) -> bool:
        """Whether every outcome is 0 or 1."""
        return bool(((self.outcome == 0) | (self.outcome == 1)).all())

    @property
    def plain(self) -> bool:
        """Whether everyone counts the same."""
        return self.weight is None and self.propensity is None


@dataclass(frozen=True)
class UpliftSample:
    """Entries of people in one arm, at one step of scores, and of one unit if there are units.

    Attributes:
        score: The score of each step, from high to low.
        arm: 0 for entries of treated people, 1 for controls.
        step: The step of each entry.
        rows: How many people it stands for.
        parts: Their people, mass and outcomes added up: (3, entries).
        spread: A root of the covariance of these three between people of an entry, (entries, 3, 3); None if all people
            of an entry are alike.
        unit: The unit of each entry.
        plain: Whether everyone counts the same, so that mass is people.
    """

    score: Floats
    arm: Ints
    step: Ints
    rows: Floats
    parts: Floats
    spread: Floats | None
    unit: Ints | None
    plain: bool

    @classmethod
    def of(cls, trial: People, system: str, table: UpliftTable) -> UpliftSample:
        """People with the scores of one system; where there are very many scores, neighbours share a step."""
        steps = _steps(table)
        starts = np.flatnonzero(np.diff(steps, prepend=-1))
        score = table.score[starts]
        if trial.unit is None and trial.plain and trial.binary:
            return cls._counted(table, starts, score)
        lowest = np.append(table.score[starts[1:] - 1], table.score[-1])
        step = len(score) - 1 - (np.searchsorted(lowest[::-1], trial.scores[system], side="right") - 1)
        return cls._of_people(trial, step, score)

    @classmethod
    def _counted(cls, table: UpliftTable, starts: Ints, score: Floats) -> UpliftSample:
        """Outcomes of 0 and 1: an entry for each of both, in each arm at each step."""
        rows_of_arms: list[Floats] = []
        for arm in (table.treated, table.control):
            happened = np.add.reduceat(arm.outcome, starts)
            rows_of_arms += [happened, np.add.reduceat(arm.people, starts) - happened]
        rows = np.concatenate(rows_of_arms)
        arm, without, step = (part.ravel()[rows > 0] for part in np.indices((ARMS, 2, len(score))))
        rows = rows[rows > 0]
        return cls(score, arm, step, rows, np.stack([rows, rows, rows * (1 - without)]), None, None, plain=True)

    @classmethod
    def _of_people(cls, trial: People, step: Ints, score: Floats) -> UpliftSample:
        """People of one unit, arm and step; or each person alone if they are not too many."""
        every = _parts(trial)
        order = np.lexsort((*every, step))  # the same people give the same bytes, however they stood
        every, arm_of = every[:, order], (~trial.treated[order]).astype(np.int64)
        alone = trial.unit is None and trial.n <= MOST_SINGLE
        apart = np.arange(trial.n) if alone else _units(trial)[order]
        sizes = [ARMS, len(score), int(apart.max(initial=0)) + 1]
        (arm, place, other), entry = distinct_rows([arm_of, step[order], apart], sizes)
        rows = sums(entry, np.ones(trial.n), len(arm))
        parts = np.stack([sums(entry, part, len(arm)) for part in every])
        spread = None if alone or trial.unit is not None else _spread(every, entry, parts / rows, rows)
        return cls(score, arm, place, rows, parts, spread, None if trial.unit is None else other, trial.plain)

    @classmethod
    def joint(cls, trial: People, systems: Sequence[str]) -> tuple[UpliftSample, ...]:
        """The same entries of people for several systems, each with its own steps, which hold as many people each.

        Scores of different systems are on different scales; the places of people in the order of each are not.
        """
        size = MOST_STEPS if trial.n <= MOST_SINGLE else PAIR_STEPS
        steps = [_places(trial.scores[system], size) for system in systems]
        code = np.zeros(trial.n, np.int64)
        for step in steps:
            code = code * size + step
        kinds, place = np.unique(code, return_inverse=True)
        entries = cls._of_people(trial, place.astype(np.int64), -np.arange(len(kinds), dtype=np.float64))
        score = -np.arange(size, dtype=np.float64)
        every = (kinds // size ** (len(steps) - 1 - at) % size for at in range(len(steps)))
        return tuple(replace(entries, score=score, step=each[entries.step]) for each in every)

    @property
    def units(self) -> int | None:
        """How many units there are, if there are any."""
        return None if self.unit is None else int(self.unit.max(initial=-1)) + 1

    @cached_property
    def scatter(self) -> Scatter:
        """How entries add up to steps of both arms."""
        return Scatter.of(self.arm * len(self.score) + self.step, (ARMS, len(self.score)))

    @cached_property
    def table(self) -> UpliftTable:
        """The table of the sample itself."""
        tables = self.tables(self.parts[None])
        return UpliftTable(self.score, *(arm.each(lambda part: part[0]) for arm in (tables.treated, tables.control)))

    def tables(self, drawn: Floats) -> UpliftTable:
        """Tables of replicates, (replicates, 3, entries)."""
        people, outcome = self.scatter(drawn[:, 0]), self.scatter(drawn[:, 2])
        if self.plain:
            return UpliftTable(self.score, *(Arm.counted(people[:, at], outcome[:, at]) for at in range(ARMS)))
        mass = self.scatter(drawn[:, 1])
        return UpliftTable(self.score, *(Arm(people[:, at], mass[:, at], outcome[:, at]) for at in range(ARMS)))


def _steps(table: UpliftTable) -> Ints:
    """Which step each score belongs to, counted from the highest; steps hold about as many people each."""
    if len(table.score) <= MOST_STEPS:
        return np.arange(len(table.score))
    middle = table.people - (table.treated.people + table.control.people) / 2
    return np.minimum(middle / table.total * MOST_STEPS, MOST_STEPS - 1).astype(np.int64)


def _places(score: Floats, size: int) -> Ints:
    """Which of so many equal steps the middle of each person's place lies in, counted from the highest score.

    >>> _places(np.array([0.1, 0.9, 0.9, 0.5]), 4)
    array([3, 1, 1, 2])
    """
    _, rank, count = np.unique(-score, return_inverse=True, return_counts=True)
    middle = np.cumsum(count) - count / 2
    return np.minimum(middle / len(score) * size, size - 1).astype(np.int64)[rank]


def _parts(trial: People) -> Floats:
    """People, mass and outcome of every person: (3, people)."""
    people = np.ones(trial.n) if trial.weight is None else trial.weight
    if trial.propensity is None:
        return np.stack([people, people, people * trial.outcome])
    mass = people / np.where(trial.treated, trial.propensity, 1 - trial.propensity)
    return np.stack([people, mass, mass * trial.outcome])


def _units(trial: People) -> Ints:
    """The unit of every person, counted from 0; the same for all if there are no units."""
    codes = np.zeros(trial.n, np.int64) if trial.unit is None else trial.unit.codes
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def _spread(every: Floats, entry: Ints, mean: Floats, rows: Floats) -> Floats:
    """A root of the covariance of the parts between people of each entry."""
    apart = every - mean[:, entry]
    pairs = [[sums(entry, one * two, len(rows)) / rows for two in apart] for one in apart]
    values, vectors = np.linalg.eigh(np.moveaxis(np.array(pairs), -1, 0))
    root: Floats = vectors * np.sqrt(np.maximum(values, 0.0))[:, None, :]
    return root
