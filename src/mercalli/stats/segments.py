"""Segments: consecutive stretches of an array, such as the lists of several queries or the items of several events."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Bools, Floats, Ints


@dataclass(frozen=True)
class Segments:
    """Where each stretch starts, and how many entries there are in all; no stretch is empty."""

    starts: Ints
    entries: int

    @classmethod
    def of(cls, *keys: NDArray[Any]) -> Segments:
        """A new stretch wherever one of some sorted keys changes.

        >>> Segments.of(np.array([0, 0, 3, 3, 3])).starts
        array([0, 2])
        """
        length = len(keys[0])
        changes = np.zeros(max(length - 1, 0), np.bool_)
        for key in keys:
            changes |= key[1:] != key[:-1]
        first = np.zeros(min(length, 1), np.int64)
        return cls(np.concatenate([first, np.flatnonzero(changes) + 1]), length)

    @classmethod
    def one(cls, entries: int) -> Segments:
        """Everything in one stretch."""
        return cls(np.zeros(min(entries, 1), np.int64), entries)

    @cached_property
    def sizes(self) -> Ints:
        """How many entries each has."""
        return np.diff(self.starts, append=self.entries)

    @cached_property
    def codes(self) -> Ints:
        """Which stretch each entry belongs to."""
        return np.repeat(np.arange(len(self.starts)), self.sizes)

    def sums(self, values: Floats) -> Floats:
        """Values (..., entries) added up within each stretch: (..., stretches).

        >>> Segments.of(np.array([0, 0, 3])).sums(np.array([1.0, 2.0, 4.0]))
        array([3., 4.])
        """
        if not len(self.starts):
            return np.zeros((*values.shape[:-1], 0))
        return np.add.reduceat(values, self.starts, axis=-1)

    def counts(self, flags: Bools) -> Ints:
        """How many flags (..., entries) are set within each stretch: (..., stretches)."""
        if len(self.starts) == 1:
            return np.count_nonzero(flags, axis=-1, keepdims=True)
        return self.sums(flags.astype(np.float64)).astype(np.int64)

    def last(self, values: Floats) -> Floats:
        """The last value of each stretch: (..., stretches)."""
        return values[..., self.starts + self.sizes - 1]

    def spread(self, values: Floats) -> Floats:
        """Values of stretches (..., stretches) for every entry: (..., entries)."""
        return values[..., self.codes]

    def before(self, values: Floats) -> Floats:
        """What the entries before each one, within its stretch, add up to.

        >>> Segments.of(np.array([0, 0, 3])).before(np.array([1.0, 2.0, 4.0]))
        array([0., 1., 0.])
        """
        running = np.cumsum(values, axis=-1) - values
        if len(self.starts) == 1:
            return running
        return running - self.spread(running[..., self.starts])
