"""Settings of an evaluation, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mercalli.errors import SettingError

METHODS = ("auto", "percentile", "bca")
FEWEST_REPLICATES, MOST_REPLICATES = 100, 100_000

LOWEST_LEVEL, HIGHEST_LEVEL = 0.5, 0.9999  # an interval that more often misses than holds tells nobody anything


@dataclass(frozen=True)
class Settings:
    """How sure to be and how to find out.

    Attributes:
        level: Confidence of the intervals.
        replicates: How many times to resample, at most 100,000 times; 0 for no intervals.
        method: "auto" (Wilson for plain proportions of unweighted rows, percentile otherwise), "percentile" or "bca".
        seed: Start of the random numbers; the same seed gives the same bytes.
        like: A reading under which another program's numbers come out.
    """

    level: float = 0.95
    replicates: int = 1000
    method: Literal["auto", "percentile", "bca"] = "auto"
    seed: int = 0
    like: str | None = None

    def __post_init__(self) -> None:
        if not _number(self.level) or not LOWEST_LEVEL <= self.level <= HIGHEST_LEVEL:
            raise SettingError.outside("level", self.level, f"from {LOWEST_LEVEL} to {HIGHEST_LEVEL}, as in 0.95")
        if not _whole(self.replicates) or not (
            self.replicates == 0 or FEWEST_REPLICATES <= self.replicates <= MOST_REPLICATES
        ):
            allowed = f"0, or a whole number from {FEWEST_REPLICATES} to {MOST_REPLICATES:,}"
            raise SettingError.outside("replicates", self.replicates, allowed)
        if self.method not in METHODS:
            raise SettingError.choice("method", self.method, METHODS)
        if not _whole(self.seed) or self.seed < 0:
            raise SettingError.outside("seed", self.seed, "a whole number of at least 0")

    @property
    def sampling(self) -> dict[str, float]:
        """How intervals are made, where nothing else is chosen."""
        return {"level": self.level, "replicates": self.replicates, "seed": self.seed}


def _number(value: object) -> bool:
    return isinstance(value, int | float)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
