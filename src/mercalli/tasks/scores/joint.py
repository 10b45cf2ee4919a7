"""Rows as all systems scored them: what it takes to resample and to compare systems together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.estimates.confusion import generator
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.inputs.classes import label_text, normal
from mercalli.inputs.tally import Column
from mercalli.plan.roles import TableRoles
from mercalli.tasks.scores.data import whole

MOST_GROUPS = 1_024
PAIRED = "paired"


@dataclass(frozen=True)
class JointRows:
    """Rows that have a truth and every score, in an order that does not depend on that of the data.

    Attributes:
        positive: Whether each row is a positive.
        weight: What it weighs.
        scores: Its score by each system.
        unit: The name of its unit, if rows come in units.
        numbers: Further columns of numbers, by name.
        group: What it is drawn with: its unit, or one of at most a thousand groups that rows were put in by chance.
        groups: How many there are of these.
    """

    positive: Bools
    weight: Floats
    scores: Mapping[str, Floats]
    unit: NDArray[Any] | None
    numbers: Mapping[str, Floats]
    keys: Mapping[str, Column]
    group: Ints
    groups: int

    @classmethod
    def read(
        cls,
        roles: TableRoles,
        positive: str,
        settings: Settings,
        numbers: tuple[str, ...] = (),
        keys: tuple[str, ...] = (),
    ) -> JointRows:
        """All columns at once; rows without a truth or without some score are left out."""
        wanted = [*roles.systems.values(), *([] if roles.weight is None else [roles.weight]), *numbers]
        labels = [name for name in (roles.truth, roles.unit, *keys) if name is not None]
        table = roles.source.rows(list(dict.fromkeys(wanted)), list(dict.fromkeys(labels)))
        truth = table.column(roles.truth)
        there = np.flatnonzero(whole(table, roles, positive, roles.systems.values()))
        scores = {name: table.numbers(column).astype(np.float64) for name, column in roles.systems.items()}
        is_positive = _is(truth.take(there), positive)
        weight = np.ones(len(there)) if roles.weight is None else table.numbers(roles.weight)[there].astype(np.float64)
        unit = None if roles.unit is None else _names(table.column(roles.unit).take(there))
        parts = [scores[name][there] for name in scores]
        more = [table.numbers(name)[there].astype(np.float64) for name in numbers]
        order = np.lexsort([*([] if unit is None else [unit]), *more, weight, is_positive, *parts])
        kept = there[order]
        named = None if unit is None else unit[order]
        group, groups = _groups(len(order), named, settings)
        return cls(
            positive=is_positive[order],
            weight=weight[order],
            scores={name: score[kept] for name, score in scores.items()},
            unit=named,
            numbers={name: number[order] for name, number in zip(numbers, more, strict=True)},
            keys={name: table.column(name).take(kept) for name in keys},
            group=group,
            groups=groups,
        )

    @property
    def n(self) -> int:
        """How many rows."""
        return len(self.positive)

    @property
    def units(self) -> int | None:
        """How many units, if rows come in units."""
        return None if self.unit is None else self.groups

    def means(self, values: Floats) -> Floats:
        """What a weighted mean over rows is made of: the sum and the weight of each group, (groups, 2)."""
        return np.stack([sums(self.group, part, self.groups) for part in (values * self.weight, self.weight)], axis=-1)

    def tables(self, step: Ints, size: int) -> Floats:
        """Positives, then negatives, of each step of scores by group: (groups, 2 x steps)."""
        cell = self.group * (2 * size) + np.where(self.positive, 0, size) + step
        return sums(cell, self.weight, self.groups * 2 * size).reshape(self.groups, 2 * size)


def places(score: Floats, weight: Floats) -> Floats:
    """The place of each row from the highest score (0) down to the lowest (1); equal scores share the middle one.

    >>> places(np.array([0.9, 0.2, 0.2, 0.1]), np.ones(4))
    array([0.125, 0.5  , 0.5  , 0.875])
    """
    _, code = np.unique(-score, return_inverse=True)
    mass = sums(code, weight, int(code.max(initial=0)) + 1)
    middle: Floats = (np.cumsum(mass) - mass / 2) / mass.sum()
    return middle[code]


def _is(truth: Column, positive: str) -> Bools:
    same = np.array([normal(label_text(value)) == normal(positive) for value in truth.values], np.bool_)
    return same[truth.codes]


def _names(unit: Column) -> NDArray[Any]:
    names = np.array([label_text(value) for value in unit.values])
    return names[unit.codes]


def _groups(rows: int, unit: NDArray[Any] | None, settings: Settings) -> tuple[Ints, int]:
    """Units as they are; rows one by one, or by chance in groups, whose sums vary as those of rows do."""
    if unit is not None:
        present, codes = np.unique(unit, return_inverse=True)
        return codes.astype(np.int64), len(present)
    groups = min(rows, MOST_GROUPS)
    return generator(settings, f"{PAIRED}|groups").permutation(rows) % groups, groups
