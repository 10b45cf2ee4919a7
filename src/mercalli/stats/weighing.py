"""What weights of rows come to: how many rows of equal weight would say as much, and what one row carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from mercalli.inputs.arrays import Floats, Ints


class Weighed(Protocol):
    """Entries with how many rows each stands for, and the sums of their weights and of the squares."""

    @property
    def rows(self) -> Floats | Ints:
        """Rows."""
        ...

    @property
    def weight(self) -> Floats:
        """Their weights added up."""
        ...

    @property
    def weight_sq(self) -> Floats:
        """Their squared weights added up."""
        ...


@dataclass(frozen=True)
class Weighing:
    """Rows that weigh something.

    Attributes:
        rows: How many there are.
        effective: How many rows of equal weight would vary as little (Kish 1965): (sum of w)^2 / sum of w^2.
        heaviest: The share of all weight that the heaviest row carries at least.

    >>> Weighing.of_rows(np.array([1.0, 1.0, 8.0]))
    Weighing(rows=3, effective=1.5151515151515151, heaviest=0.8)
    """

    rows: int
    effective: float
    heaviest: float

    @classmethod
    def of(cls, entries: Weighed) -> Weighing:
        """From entries that may stand for several rows each."""
        there = entries.weight > 0
        total, squares = float(entries.weight.sum()), float(entries.weight_sq.sum())
        heaviest = float(np.max(entries.weight_sq[there] / entries.weight[there], initial=0.0))
        rows = round(float(entries.rows[there].sum()))
        return cls(rows, total**2 / squares if squares else 0.0, heaviest / total if total else 0.0)

    @classmethod
    def of_rows(cls, weight: Floats) -> Weighing:
        """From the weight of every row."""
        return cls.of(_Rows(np.ones(len(weight)), weight, weight**2))


@dataclass(frozen=True)
class _Rows:
    rows: Floats
    weight: Floats
    weight_sq: Floats
