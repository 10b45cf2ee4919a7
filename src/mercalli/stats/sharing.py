"""Counts that may be shared: each is rounded at random to a multiple of a base, without bias.

A rest r of base b goes up with chance r/b and else down, so that sums stay right on average. The random number comes
from a secret key, from all counts and from the name of the one that is rounded: asked again, the answer is the same; of
other counts it is another one.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from mercalli.errors import SettingError
from mercalli.inputs.arrays import Ints
from mercalli.stats.entries import Entries

LEAST, BASE = 10, 5
FEWEST, MOST = 3, 1_000  # rows that a value of a slice must have
SMALLEST, LARGEST = 3, 100  # what counts are rounded to
TOLD = 6  # a count of fewer such standard deviations of its noise tells nothing of its own
MANY = 64  # parts whose rounding is drawn one by one


@dataclass(frozen=True)
class Rule:
    """What was done to counts before they left.

    Attributes:
        least: The fewest rows of a part, and of a value of a slice that is named.
        base: Every count is a multiple of it.
    """

    least: int = LEAST
    base: int = BASE

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("least", self.least, FEWEST, MOST),
            ("round", self.base, SMALLEST, LARGEST),
        ):
            if type(value) is not int or not low <= value <= high:
                raise SettingError.outside(name, value, f"a whole number from {low} to {high:,}")

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Rule:
        """From a header; whatever does not fit raises something."""
        return cls(given["least"], given["round"])

    @property
    def json(self) -> dict[str, int]:
        """As a header has it."""
        return {"least": self.least, "round": self.base}

    @property
    def text(self) -> str:
        """In words.

        >>> Rule(10, 5).text
        'rounded at random to multiples of 5, slices of fewer than 10 rows pooled'
        """
        return f"rounded at random to multiples of {self.base}, slices of fewer than {self.least} rows pooled"

    @property
    def variance(self) -> float:
        """Of the rounding of one count, whatever its rest is, and of one row alone.

        >>> Rule(10, 5).variance
        4.0
        """
        return max(float(self.base - 1), (self.base**2 - 1) / 6)

    def told_from(self, counts: float) -> int:
        """From how many rows on a sum of so many rounded counts tells something.

        >>> [Rule(10, 5).told_from(counts) for counts in (1, 2, 10)]
        [12, 17, 38]
        """
        return round(TOLD * sqrt(counts * self.variance))

    def rounded(self, entries: Entries, key: bytes, content: str) -> Entries:
        """The same entries with every count rounded, and without those that are 0 then."""
        seed = hmac.digest(key, b"mercalli rounding: " + content.encode(), "sha256")
        names = entries.named
        drawn = np.array([_number(seed, name) % self.base for name in names], np.int64)
        rest = entries.rows % self.base
        rows = entries.rows - rest + np.where(drawn < rest, self.base, 0)
        return entries.with_rows(rows)

    def redrawn(self, counts: Ints, pieces: int, rng: np.random.Generator) -> Ints:
        """Counts as they would be if each were the sum of so many counts of about one size, each of them rounded."""
        if pieces > MANY:
            noise = rng.normal(0.0, np.sqrt(np.minimum(counts, pieces) * self.variance))
            return np.maximum(np.rint(counts + noise), 0).astype(np.int64)
        found, left = np.zeros_like(counts), counts.copy()
        for at in range(pieces, 0, -1):
            piece = left if at == 1 else rng.binomial(left, 1 / at)
            rest = piece % self.base
            found += piece - rest + self.base * (rng.random(counts.shape) * self.base < rest)
            left = left - piece
        return found


@dataclass(frozen=True)
class Shared:
    """What is known of shared counts where they are evaluated.

    Attributes:
        rule: How they were rounded.
        table: What was counted: see `stats/margins.py`.
        parts: How many parts were rounded apart.
        sites: How many sites the entries name; 1 where they do not.
    """

    rule: Rule
    table: str
    parts: int
    sites: int = 1

    def pieces(self, combinations: float) -> int:
        """Of how many rounded counts a sum over so many combinations of slices consists."""
        return max(1, round(combinations * self.parts / self.sites))


def _number(seed: bytes, name: str) -> int:
    return int.from_bytes(hmac.digest(seed, name.encode(), "sha256")[:16], "big")
