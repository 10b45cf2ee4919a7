"""Counts: the 2 x 2 table of one class against the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats


@dataclass(frozen=True)
class Counts:
    """True and false positives and negatives; each may be a number or an array with leading axes."""

    tp: float | Floats
    fp: float | Floats
    fn: float | Floats
    tn: float | Floats

    @property
    def positives(self) -> float | Floats:
        """What really is of the class."""
        return self.tp + self.fn

    @property
    def negatives(self) -> float | Floats:
        """What really is not."""
        return self.fp + self.tn

    @property
    def alarms(self) -> float | Floats:
        """What was predicted to be of the class."""
        return self.tp + self.fp

    @property
    def total(self) -> float | Floats:
        """Everything."""
        return self.tp + self.fp + self.fn + self.tn

    def pooled(self) -> Counts:
        """All classes added together (the last axis), for micro averages.

        >>> per_class = Counts(np.array([2.0, 1.0]), np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([1.0, 2.0]))
        >>> print(per_class.pooled().tp)
        3.0000
        """
        return Counts(*(np.sum(part, axis=-1) for part in (self.tp, self.fp, self.fn, self.tn)))
