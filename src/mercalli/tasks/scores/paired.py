"""Which of several scores is better: paired differences with intervals and p-values, and the ranking they give.

Every metric is a function of sums over rows. So one drawing of rows (or units) serves all systems, and exchanging the
scores of two systems on some rows moves part of one sum into the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import NO_INTERVAL, Interval, Intervals, method_name
from mercalli.estimates.measure import difference_of
from mercalli.estimates.ranking import ranked_pairs
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.ratio import ratio
from mercalli.results.difference import Difference, SystemPair
from mercalli.tasks.scores.joint import PAIRED
from mercalli.tasks.scores.result import Comparison
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS, NOISE, TESTED_UNITS
from mercalli.uncertainty.paired import exchanged_differences, exchanges, p_value, tosses
from mercalli.uncertainty.resample import CACHE_NUMBERS, times_in_blocks

WITHOUT_THREADS = 2**18  # multiplications up to which OpenBLAS works in one thread


@dataclass(frozen=True)
class Sums:
    """What some metrics of each system are computed from.

    Attributes:
        metrics: The metrics.
        values: What they are for each system, as reported: (M,).
        parts: By system the sums over each unit, or group of rows: (groups, C).
        look: The metrics of sums: (..., C) to (..., M).
        blocks: The block of each group, if sums are wanted for each block; `look` then takes (blocks, ..., C).
    """

    metrics: tuple[Metric, ...]
    values: Mapping[str, Floats]
    parts: Mapping[str, Floats]
    look: Callable[[Floats], Floats]
    blocks: Ints | None = None

    def added(self, times: Floats, part: Floats) -> Floats:
        """Sums over groups that count so many times: (R, groups) and (groups, C) to (R, C), or (blocks, R, C)."""
        if self.blocks is None:
            return times @ part
        return np.stack([_product(times.take(own, axis=1), part[own]) for own in self._members(self.blocks)])

    @staticmethod
    def _members(blocks: Ints) -> list[Ints]:
        """The groups of each block."""
        return np.split(np.argsort(blocks, kind="stable"), np.cumsum(np.bincount(blocks))[:-1])

    def whole(self, part: Floats) -> Floats:
        """Sums over all groups, as of one replicate."""
        return self.added(np.ones((1, len(part))), part)

    def without_each(self, part: Floats) -> Floats:
        """Sums without each group in turn."""
        if self.blocks is None:
            left: Floats = part.sum(axis=0) - part
            return left
        return self.added(1 - np.eye(len(part)), part)

    @property
    def width(self) -> int:
        """How many numbers a replicate takes at most."""
        blocks = 1 if self.blocks is None else int(self.blocks.max()) + 1
        return max(max(len(part), blocks * int(part.shape[1])) for part in self.parts.values())

    @cached_property
    def rough(self) -> dict[str, Floats]:
        """The values as the sums have them, which may be coarser than those reported."""
        return {name: self.look(self.whole(part))[0] for name, part in self.parts.items()}

    def tested(self, first: str, second: str) -> Floats:
        """The difference that is held against exchanged ones.

        Blocks come by chance: there it is the smaller of what sums have and what is reported, 0 if these disagree.
        """
        rough: Floats = self.rough[first] - self.rough[second]
        if self.blocks is None:
            return rough
        reported = self.values[first] - self.values[second]
        smaller = np.where(np.abs(rough) < np.abs(reported), rough, reported)
        return np.where(rough * reported > 0, smaller, 0.0)

    @property
    def groups(self) -> int:
        """How many units, or groups of rows, are drawn."""
        return len(next(iter(self.parts.values())))

    @classmethod
    def of_mean(cls, metric: Metric, values: Mapping[str, float], parts: Mapping[str, Floats]) -> Sums:
        """A metric that is a mean: sums and weights are (groups, 2)."""
        return cls((metric,), {name: np.array([each]) for name, each in values.items()}, parts, _mean_alone)


def _product(times: Floats, part: Floats) -> Floats:
    """The product of small matrices, a few rows at a time: so few that BLAS starts no threads.

    Threads that wait for each other would cost a hundred times as much as the product does.
    """
    rows = max(1, WITHOUT_THREADS // max(part.size, 1))
    return np.concatenate([times[start : start + rows] @ part for start in range(0, len(times), rows)])


def mean_of(sums: Floats) -> Floats:
    """The mean that sums and weights have: (..., 2) to (...)."""
    return ratio(sums[..., 0], sums[..., 1])


def _mean_alone(sums: Floats) -> Floats:
    return mean_of(sums)[..., None]


@dataclass(frozen=True)
class _Draws:
    """The same rows, or units, drawn again for all systems."""

    sums: Sums
    units: int | None
    settings: Settings

    @cached_property
    def drawn(self) -> dict[str, Floats]:
        """By system, the values of each replicate: (replicates, M)."""
        found: dict[str, list[Floats]] = {name: [] for name in self.sums.parts}
        rng, parts = generator(self.settings, PAIRED), self.sums.parts
        for times in times_in_blocks(self.sums.groups, self.settings.replicates, rng, self.sums.width, CACHE_NUMBERS):
            for name, part in parts.items():
                found[name].append(self.sums.look(self.sums.added(times, part)))
        return {name: np.concatenate(blocks) for name, blocks in found.items()}

    def differences(self, first: str, second: str, pairs: int) -> Iterator[Difference]:
        """First minus second on each metric, with its interval and p-value."""
        one, two = self.sums.values[first], self.sums.values[second]
        intervals, p = self._intervals(first, second), self._p(first, second, pairs)
        for at, metric in enumerate(self.sums.metrics):
            yield difference_of(metric, float(one[at]), float(two[at]), intervals[at], float(p[at]))

    def _intervals(self, first: str, second: str) -> Intervals:
        """Moved by what the sums change in the difference."""
        sums, level = self.sums, self.settings.level
        value = sums.values[first] - sums.values[second]
        shift = value - (sums.rough[first] - sums.rough[second])
        if sums.groups < FEWEST_UNITS:
            return Intervals.none(len(value))
        if self.units is not None and self.units < MANY_UNITS:
            one, two = (sums.look(sums.without_each(sums.parts[name])) for name in (first, second))
            return Intervals.over_units(value, one - two + shift, None, level)
        method = method_name("percentile", units=self.units is not None)
        drawn = self.drawn[first] - self.drawn[second] + shift
        return Intervals.percentile(np.where(_alike(drawn, value), np.nan, drawn), level, method)

    def _p(self, first: str, second: str, pairs: int) -> Floats:
        """By exchanging scores of some units or rows; none of so few units that no p-value could be small."""
        sums = self.sums
        if sums.groups < TESTED_UNITS:
            return np.full(len(sums.metrics), np.nan)
        (one, two), moving = (sums.whole(sums.parts[name]) for name in (first, second)), self._moving(first, second)
        rng = generator(self.settings, f"{PAIRED}|{first}|{second}")
        count = exchanges(pairs, self.settings.level, self.settings.replicates)
        moved = (sums.added(heads, moving) for heads in tosses(len(moving), count, rng, sums.width, CACHE_NUMBERS))
        return p_value(sums.tested(first, second), exchanged_differences(sums.look, one, two, moved))

    def _moving(self, first: str, second: str) -> Floats:
        """What the first system gains in every group by exchanging its scores for those of the second."""
        return self.sums.parts[second] - self.sums.parts[first]


def _alike(drawn: Floats, value: Floats) -> Bools:
    """Where replicates do not tell systems apart that differ: what is (R, M) alike says nothing about chance."""
    alike: Bools = (np.ptp(drawn, axis=0) <= NOISE * np.abs(value)) & (value != 0)
    return alike


def comparison(
    sums: Sequence[Sums], systems: Sequence[str], n: int, units: int | None, settings: Settings
) -> Comparison | None:
    """Every pair of systems on every metric, and the rankings; none where nothing is resampled."""
    if not settings.replicates or not sums:
        return None
    draws, names = [_Draws(each, units, settings) for each in sums], list(combinations(systems, 2))
    found = [
        SystemPair(one, two, n, tuple(each for draw in draws for each in draw.differences(one, two, len(names))))
        for one, two in names
    ]
    metrics = [metric for each in sums for metric in each.metrics]
    return Comparison(units, *ranked_pairs(found, metrics, systems, 1 - settings.level))


def mean_interval(sums: Floats, units: int | None, settings: Settings, name: str) -> Interval:
    """The interval of a mean from its sum and weight in each unit, or group of rows: (groups, 2)."""
    if not settings.replicates or len(sums) < FEWEST_UNITS:
        return NO_INTERVAL
    total, level = sums.sum(axis=0), settings.level
    if units is not None and units < MANY_UNITS:
        return Intervals.over_units(mean_of(total[None]), mean_of(total - sums)[:, None], None, level)[0]
    times = times_in_blocks(len(sums), settings.replicates, generator(settings, name), len(sums))
    drawn = np.concatenate([mean_of(block @ sums) for block in times])
    return Intervals.percentile(drawn[:, None], level, method_name("percentile", units=units is not None))[0]
