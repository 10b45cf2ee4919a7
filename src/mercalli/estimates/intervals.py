"""Intervals along the places of a panel, and numbers as records hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite, nan

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.ratio import ratio
from mercalli.uncertainty.few_units import (
    FEWEST_UNITS,
    MANY_UNITS,
    NOISE,
    alike_ends,
    bounded_interval,
    plain_interval,
)
from mercalli.uncertainty.intervals import percentile

Made = tuple[str, Floats]  # the name of a method, and both ends
LEFT_OUT = "t over units left out in turn"


def finite(value: float) -> float | None:
    """A plain number, or None where there is none."""
    return float(value) if isfinite(value) else None


def finite_each(values: Floats) -> tuple[float | None, ...]:
    """Plain numbers, None where there are none."""
    return tuple(finite(value) for value in values)


def method_name(method: str, *, units: bool) -> str:
    """The name of a method, with what was resampled where that is not single rows."""
    return f"{method} over units" if units else method


@dataclass(frozen=True)
class Interval:
    """Both ends, NaN where there are none, how they were made, and the share of replicates without a value."""

    low: float = nan
    high: float = nan
    method: str | None = None
    undefined_share: float = 0.0


NO_INTERVAL = Interval()


@dataclass(frozen=True)
class Intervals:
    """The intervals of several values, as arrays."""

    low: Floats
    high: Floats
    methods: Sequence[str | None]
    undefined_share: Floats

    @classmethod
    def none(cls, size: int) -> Intervals:
        """Where nothing was resampled."""
        nothing = np.full(size, np.nan)
        return cls(nothing, nothing, [None] * size, np.zeros(size))

    @classmethod
    def percentile(cls, drawn: Floats, level: float, method: str) -> Intervals:
        """The middle of replicates: (replicates, size)."""
        low, high = percentile(drawn, level)
        return cls(low, high, [method] * drawn.shape[1], np.isnan(drawn).mean(axis=0))

    @classmethod
    def over_units(
        cls, values: Floats, without: Floats, bounds: tuple[Floats, Floats] | None, level: float
    ) -> Intervals:
        """By leaving out one of few units at a time, (units, size); without bounds, as differences have none."""
        if bounds is None:
            low, high = plain_interval(values, without, level)
        else:
            finite_ends = np.isfinite(bounds[0]) & np.isfinite(bounds[1])
            ends = tuple(np.where(finite_ends, end, at) for at, end in enumerate(bounds))
            within = bounded_interval(values, without, (ends[0], ends[1]), level)
            low, high = np.where(finite_ends, within, np.clip(plain_interval(values, without, level), *bounds))
        return cls(low, high, [LEFT_OUT] * len(values), np.zeros(len(values)))

    def with_width(
        self, values: Floats, trials: Floats, bounds: tuple[Floats, Floats] | None, level: float
    ) -> Intervals:
        """Where no replicate differs, the ends of a share of so many trials: replicates alike make nothing certain.

        There is none of values without bounds.
        """
        flat = self.high - self.low <= NOISE
        if bounds is None or not flat.any():
            return self
        least, most = (np.where(np.isfinite(bounds[0]) & np.isfinite(bounds[1]), end, np.nan) for end in bounds)
        ends = least + alike_ends(ratio(values - least, most - least), trials, level) * (most - least)
        low, high = (np.where(flat, *each) for each in zip(ends, (self.low, self.high), strict=True))
        methods = [f"{name} or exact" if is_flat else name for name, is_flat in zip(self.methods, flat, strict=True)]
        return replace(self, low=low, high=high, methods=methods)

    def widened(self, made: Mapping[int, Iterable[Made]]) -> Intervals:
        """The same, and at some places the widest of all that were made there."""
        low, high, methods = self.low.copy(), self.high.copy(), list(self.methods)
        for at, each in made.items():
            for name, ends in each:
                low[at], high[at] = np.fmin(low[at], ends[0]), np.fmax(high[at], ends[1])
                methods[at] = f"{methods[at]} or {name}"
        return replace(self, low=low, high=high, methods=methods)

    def part(self, places: slice) -> Intervals:
        """Those of some places."""
        share = self.undefined_share[places]
        return Intervals(self.low[places], self.high[places], self.methods[places], share)

    def __getitem__(self, at: int) -> Interval:
        return Interval(self.low[at], self.high[at], self.methods[at], float(self.undefined_share[at]))


def bounds_of(metrics: Sequence[Metric]) -> tuple[Floats, Floats]:
    """Both ends of the range of each metric."""
    lows, highs = np.array([metric.facts.range for metric in metrics], np.float64).T
    return lows, highs


def sampled_intervals(
    values: Floats,
    drawn: Callable[[], Floats],
    without: Callable[[], Floats],
    *,
    level: float,
    units: int | None,
    bounds: tuple[Floats, Floats] | None = None,
    trials: Floats | None = None,
) -> Intervals:
    """Percentiles of replicates that are `drawn`; over few units, from values `without` one of them each.

    `trials` is how many rows each value rests on, for values with bounds where no replicate differs; of units, all.

    >>> values, without = np.array([0.5]), np.array([[0.4], [0.5], [0.6]])
    >>> over_three = sampled_intervals(values, lambda: without, lambda: without, level=0.95, units=3)
    >>> over_three.low, over_three.methods
    (array([0.0032]), ['t over units left out in turn'])
    """
    if units is not None and units < FEWEST_UNITS:
        return Intervals.none(len(values))
    if units is not None and units < MANY_UNITS:
        return Intervals.over_units(values, without(), bounds, level)
    found = Intervals.percentile(drawn(), level, method_name("percentile", units=units is not None))
    rests_on = trials if units is None else np.full(len(values), float(units))
    return found if rests_on is None else found.with_width(values, rests_on, bounds, level)
