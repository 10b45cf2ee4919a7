"""Expenses: what answers took (money, tokens, time) beside what they found, added up over items."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike

from mercalli.inputs.arrays import Floats


@dataclass(frozen=True)
class Expenses:
    """Sums over items, all with the same leading axes; NaN where a part is not known for every item.

    An item that was asked several times adds the mean of its answers, so that each item weighs one.

    Attributes:
        items: How many items, unread ones among them.
        cost: Money, over all attempts.
        tokens: Tokens, input and output.
        unread: Items whose answer could not be read.
        found: Urgent items whose answer is their class ...
        found_level: ... or any class of the urgent level.
        timed: Items with a latency ...
        seconds: ... and the time they took; a call that timed out took at least the limit.
    """

    items: Floats
    cost: Floats
    tokens: Floats
    unread: Floats
    found: Floats
    found_level: Floats
    timed: Floats
    seconds: Floats

    @classmethod
    def of(cls, **parts: ArrayLike) -> Expenses:
        """From the parts that are known; the others are NaN.

        >>> print(Expenses.of(items=200, cost=0.05).cost)
        0.0500
        """
        return cls(**{each.name: np.asarray(parts.get(each.name, np.nan), np.float64) for each in fields(cls)})

    @classmethod
    def of_sums(cls, sums: Floats) -> Expenses:
        """From sums along a last axis, in the order of the attributes."""
        return cls(*np.moveaxis(sums, -1, 0))


@dataclass(frozen=True)
class ExpensePair:
    """Two systems on the same items."""

    first: Expenses
    second: Expenses
