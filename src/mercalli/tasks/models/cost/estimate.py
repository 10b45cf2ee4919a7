"""Costs and latencies of systems with their intervals: items, or the units above them, are drawn together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import (
    LEFT_OUT,
    NO_INTERVAL,
    Interval,
    Intervals,
    bounds_of,
    sampled_intervals,
)
from mercalli.estimates.measure import measure_of, unmeasured
from mercalli.estimates.pairs import Paired, can_test
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.latencies import latency_p50, latency_p95, latency_p99
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.stats.expenses import Expenses
from mercalli.tasks.models.cost.spending import Spending
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS, log_interval
from mercalli.uncertainty.order_statistics import quantile_interval
from mercalli.uncertainty.paired import exchanges, p_value
from mercalli.uncertainty.resample import BLOCK_NUMBERS, totals_drawn

COST, TOKENS, LATENCY = "cost", "tokens", "latency"
PER_FOUND, UNREAD = "cost_per_urgent_found", "unread_per_1000"
FINER = 5  # times as many exchanges as the least that can show a difference after correction over all pairs
SHARES = {f"latency_p{int(100 * each.SHARE)}": each.SHARE for each in (latency_p50, latency_p95, latency_p99)}
NEEDS = {"cost_per_1000": COST, PER_FOUND: COST, "tokens_per_item": TOKENS, "items_per_hour": LATENCY}


@dataclass(frozen=True)
class CostEstimates:
    """All systems, and what is drawn again: items, or the units above them.

    Attributes:
        spendings: What each system took.
        unit: The unit of every item, or the item itself.
        units: How many units there are above items, if there are any.
        settings: How sure to be.
    """

    spendings: Sequence[Spending]
    unit: Ints
    units: int | None
    settings: Settings

    @classmethod
    def of(cls, spendings: Sequence[Spending], unit: Ints | None, settings: Settings) -> CostEstimates:
        """Items are drawn by themselves where they have no units."""
        if unit is None:
            return cls(spendings, np.arange(len(spendings[0].items)), None, settings)
        return cls(spendings, unit, int(unit.max(initial=-1)) + 1, settings)

    @property
    def n(self) -> int:
        """How many items there are."""
        return len(self.unit)

    @cached_property
    def parts(self) -> Floats:
        """What each unit adds up to: (units, systems, parts)."""
        units = self.n if self.units is None else self.units
        return np.stack([each.by_unit(self.unit, units) for each in self.spendings], axis=1)

    @property
    def resamples(self) -> bool:
        """Whether there are intervals: two units do not tell how much units vary."""
        return bool(self.settings.replicates) and len(self.parts) >= FEWEST_UNITS

    @property
    def _counted(self) -> int | None:
        """How many units there are, where these are few or stand above items."""
        return len(self.parts) if self.units is not None or len(self.parts) < MANY_UNITS else None

    @cached_property
    def drawn(self) -> Floats:
        """Sums over units drawn again: (replicates, systems, parts)."""
        flat = self.parts.reshape(len(self.parts), -1)
        blocks = list(totals_drawn(flat, self.settings.replicates, generator(self.settings, COST)))
        return np.concatenate(blocks).reshape(-1, *self.parts.shape[1:])

    def intervals(
        self, of: Callable[[Floats], Floats], systems: list[int], bounds: tuple[Floats, Floats] | None = None
    ) -> Intervals:
        """The intervals of values that are made `of` the sums of some systems, (..., systems, parts)."""
        own = self.parts[:, systems]
        whole = own.sum(axis=0)
        values = of(whole)
        if not self.resamples:
            return Intervals.none(len(values))
        return sampled_intervals(
            values,
            lambda: of(self.drawn[:, systems]),
            lambda: of(whole - own),
            level=self.settings.level,
            units=self._counted,
            bounds=bounds,
        )

    def measures(self, system: int, metrics: Sequence[Metric]) -> tuple[Measure, ...]:
        """The measures of one system, in the order of the metrics."""
        ratios = [metric for metric in metrics if metric.needs == Expenses.__name__]
        expenses = {each.metric: each for each in (self._expenses(system, ratios) if ratios else ())}
        spending = self.spendings[system]
        return tuple(expenses.get(metric.text) or _latency(metric, spending, self.settings) for metric in metrics)

    def _expenses(self, system: int, metrics: Sequence[Metric]) -> list[Measure]:
        found = self.intervals(lambda sums: _along(metrics, sums[..., 0, :]), [system], bounds_of(metrics))
        return [self._expense(system, metric, found[at]) for at, metric in enumerate(metrics)]

    def _expense(self, system: int, metric: Metric, interval: Interval) -> Measure:
        spending = self.spendings[system]
        why = spending.gaps.why(NEEDS[metric.name]) if metric.name in NEEDS else None
        if why is not None:
            return unmeasured(metric.text, self.n, why)
        if metric.name in {PER_FOUND, UNREAD} and self.resamples:
            interval = self._left_out(system, metric)
        return measure_of(metric, float(metric(spending.total)), _wide(interval), n=self.n)

    def _left_out(self, system: int, metric: Metric) -> Interval:
        """Of what rests on few items however many there are: a share, or a ratio to what is rarely found."""
        own = self.parts[:, system]
        value, without = (_along([metric], sums) for sums in (own.sum(axis=0), own.sum(axis=0) - own))
        if metric.name == UNREAD:
            return Intervals.over_units(value, without, bounds_of([metric]), self.settings.level)[0]
        finds, finds_without = (np.nan_to_num(ratio(1.0, each)) for each in (value, without))
        low, high = 1 / log_interval(finds, finds_without, self.settings.level)[::-1, 0]
        return Interval(low, high, LEFT_OUT)

    def paired(self, metrics: Sequence[Metric], first: int, second: int) -> Paired:
        """First minus second on metrics of expenses: items or units drawn together, and exchanged whole."""

        def apart(sums: Floats) -> Floats:
            return _along(metrics, sums[..., 0, :]) - _along(metrics, sums[..., 1, :])

        one, two = (_along(metrics, self.parts[:, at].sum(axis=0)) for at in (first, second))
        p = np.full(len(metrics), np.nan)
        if self.resamples and can_test(self.units):
            p = p_value(one - two, self._exchanged(apart, first, second))
        return Paired(one, two, self.intervals(apart, [first, second]), p)

    def _exchanged(self, apart: Callable[[Floats], Floats], first: int, second: int) -> Floats:
        """Differences after the two were exchanged in the items (or units) whose coins show heads."""
        change = self._heads[:, second] - self._heads[:, first]
        whole = self.parts[:, [first, second]].sum(axis=0)
        return apart(whole + np.stack([change, -change], axis=1))

    @cached_property
    def _heads(self) -> Floats:
        """What the items (or units) whose coins show heads add up to: (exchanges, systems, parts)."""
        flat, rng = self.parts.reshape(len(self.parts), -1), generator(self.settings, "exchanged costs")
        size = max(1, BLOCK_NUMBERS // len(flat))
        sizes = (min(size, self._exchanges - start) for start in range(0, self._exchanges, size))
        found = [rng.integers(0, 2, size=(each, len(flat)), dtype=np.int8).astype(np.float64) @ flat for each in sizes]
        return np.concatenate(found).reshape(-1, *self.parts.shape[1:])

    @property
    def _exchanges(self) -> int:
        """Enough for p-values that are still small when corrected over all pairs."""
        pairs = len(self.spendings) * (len(self.spendings) - 1) // 2
        return exchanges(FINER * pairs, self.settings.level, self.settings.replicates)


def _along(metrics: Sequence[Metric], sums: Floats) -> Floats:
    """The metrics of sums (..., parts): (..., metrics)."""
    expenses = Expenses.of_sums(sums)
    return np.stack([np.asarray(metric(expenses), np.float64) for metric in metrics], axis=-1)


def _wide(interval: Interval) -> Interval:
    """The interval, unless nothing varies and it has no width."""
    return NO_INTERVAL if interval.low == interval.high else interval


def _latency(metric: Metric, spending: Spending, settings: Settings) -> Measure:
    """A quantile; where late calls hide it, the number that it is above."""
    latencies, share, gaps = spending.latencies, SHARES[metric.name], spending.gaps
    why = gaps.why(LATENCY) or (None if latencies.n else "all answers are from a cache")
    if why is not None:
        return unmeasured(metric.text, latencies.n, why)
    value = float(metric(latencies))
    if not isfinite(value):
        least = latencies.at_least(share)
        why = f"above {least:g} s: {gaps.timeouts:,} of {gaps.calls:,} calls timed out"
        return unmeasured(metric.text, latencies.n, why)
    low, high, method = quantile_interval(latencies, share, settings.level)
    interval = Interval(low, high, method) if settings.replicates else NO_INTERVAL
    return measure_of(metric, value, interval, n=latencies.n)
