"""Like for like: tables as if they had the same mix of true classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats, rounded, total
from mercalli.stats.confusion import Confusion

LEAST_COVERAGE = 0.5  # of the mix that a table must have for a value like for like
FULL_COVERAGE = 0.9  # below this a value like for like is flagged


@dataclass(frozen=True)
class Mix:
    """Shares of the true classes, to which tables are raked."""

    shares: Floats

    @classmethod
    def of(cls, confusion: Confusion) -> Mix:
        """The mix of a table without leading axes."""
        return cls(_shares(confusion.truths))

    def raked(self, confusion: Confusion, axes: int = 0) -> Confusion:
        """The same tables with this mix; classes that a table lacks stay out, and the others make up for them.

        The last `axes` leading axes belong to one table, as contexts do.

        >>> a, b = np.array([[8, 2], [5, 15]]), np.array([[3, 3], [4, 10]])
        >>> mix = Mix.of(Confusion.of(a + b))
        >>> np.trace(mix.raked(Confusion.of(a)).cells[:, :2]) / 30
        np.float64(0.766)
        """
        table = tuple(range(-axes - 1, -1))
        truths = confusion.truths.sum(axis=table, keepdims=True) if axes else confusion.truths
        shares = _shares(np.where(truths > 0, self.shares, 0.0))
        factor = np.divide(shares * total(truths)[..., None], truths, out=np.zeros_like(truths), where=truths > 0)
        return Confusion(confusion.cells * factor[..., None], confusion.classes)

    def coverage(self, confusion: Confusion) -> float:
        """How much of the mix is in classes that a table has."""
        return float(rounded(self.shares[confusion.truths > 0].sum()))

    def distance_of(self, truths: Floats) -> float:
        """How far the mix of some rows is from this one, from 0 to 1 (total variation); from weights by true class."""
        return float(np.abs(self.shares - _shares(truths)).sum() / 2)


def _shares(parts: Floats) -> Floats:
    """Parts of their sum, 0 where there is none."""
    whole = total(parts)[..., None]
    return np.divide(parts, whole, out=np.zeros_like(parts), where=whole > 0)
