"""Costs and latencies of systems with their intervals: items, or the units above them, are drawn together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, isnan

import numpy as np

from mercalli.estimates.intervals import NO_INTERVAL, Interval, Intervals, bounds_of, sampled_intervals
from mercalli.estimates.measure import measure_of, unmeasured
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.expenses.cost_per_urgent_found import found
from mercalli.metrics.latencies import latency_p50, latency_p95, latency_p99
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.stats.expenses import Expenses
from mercalli.tasks.models.cost.spending import Spending
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS
from mercalli.uncertainty.order_statistics import quantile_interval
from mercalli.uncertainty.resample import totals_drawn

COST, TOKENS, LATENCY = "cost", "tokens", "latency"
FOUND, UNREAD = "cost_per_urgent_found", "unread_per_1000"
SHARES = {f"latency_p{int(100 * each.SHARE)}": each.SHARE for each in (latency_p50, latency_p95, latency_p99)}
NEEDS = {"cost_per_1000": COST, FOUND: COST, "tokens_per_item": TOKENS, "items_per_hour": LATENCY}


@dataclass(frozen=True)
class Drawing:
    """What is drawn again, items or the units above them, and how often."""

    unit: Ints
    units: int
    above: bool
    settings: Settings

    @classmethod
    def of(cls, n: int, unit: Ints | None, settings: Settings) -> Drawing:
        """Items by themselves where they have no units."""
        if unit is None:
            return cls(np.arange(n), n, above=False, settings=settings)
        return cls(unit, int(unit.max(initial=-1)) + 1, above=True, settings=settings)

    @property
    def counted(self) -> int | None:
        """How many units there are, where these are few or stand above items."""
        return self.units if self.above or self.units < MANY_UNITS else None

    def totals(self, parts: Floats) -> Floats:
        """Sums over units (U, K) drawn again: (replicates, K); the same units are drawn each time."""
        rng = np.random.default_rng(self.settings.seed)
        return np.concatenate(list(totals_drawn(parts, self.settings.replicates, rng)))

    def intervals(
        self, of: Callable[[Floats], Floats], parts: Floats, bounds: tuple[Floats, Floats] | None = None
    ) -> Intervals:
        """The intervals of values that are made `of` sums over units (U, K); without bounds, those of differences."""
        whole = parts.sum(axis=0)
        values = of(whole)
        if not self.settings.replicates:
            return Intervals.none(len(values))
        return sampled_intervals(
            values,
            lambda: of(self.totals(parts)),
            lambda: of(whole - parts),
            level=self.settings.level,
            units=self.counted,
            bounds=bounds,
        )


def cost_measures(spending: Spending, metrics: Sequence[Metric], drawing: Drawing) -> tuple[Measure, ...]:
    """The measures of one system, in the order of the metrics."""
    ratios = [metric for metric in metrics if metric.needs == Expenses.__name__]
    expenses = {each.metric: each for each in (_expenses(spending, ratios, drawing) if ratios else ())}
    return tuple(expenses.get(metric.text) or _latency(metric, spending, drawing.settings) for metric in metrics)


def _expenses(spending: Spending, metrics: Sequence[Metric], drawing: Drawing) -> list[Measure]:
    parts = spending.by_unit(drawing.unit, drawing.units)
    values = [float(metric(spending.total)) for metric in metrics]
    intervals = drawing.intervals(lambda sums: _stable(metrics, Expenses.of_sums(sums)), parts, bounds_of(metrics))
    shares = _of_shares(spending, metrics, drawing, parts)
    return [
        _expense(metric, value, shares.get(metric.name, intervals[at]), spending)
        for at, (metric, value) in enumerate(zip(metrics, values, strict=True))
    ]


def _stable(metrics: Sequence[Metric], expenses: Expenses) -> Floats:
    """The metrics, (..., metrics), but finds for the money instead of money for finds: that is 0 if none is found."""
    return np.stack([_finds(metric, expenses) if metric.name == FOUND else metric(expenses) for metric in metrics], -1)


def _finds(metric: Metric, expenses: Expenses) -> Floats:
    return ratio(found(expenses, metric.options.get("found_as", "class")), expenses.cost)


def _of_shares(spending: Spending, metrics: Sequence[Metric], drawing: Drawing, parts: Floats) -> dict[str, Interval]:
    """The interval of what is a share of items, which has a width also at 0."""
    chosen = [metric for metric in metrics if metric.name == UNREAD]
    if not chosen or drawing.units < FEWEST_UNITS or not drawing.settings.replicates:
        return {}
    value, without = (
        _stable(chosen, Expenses.of_sums(sums)) for sums in (parts.sum(axis=0), parts.sum(axis=0) - parts)
    )
    level = drawing.settings.level
    return {UNREAD: Intervals.over_units(value, without, bounds_of(chosen), level)[0]}


def _expense(metric: Metric, value: float, interval: Interval, spending: Spending) -> Measure:
    n = len(spending.items)
    why = spending.gaps.why(NEEDS[metric.name]) if metric.name in NEEDS else None
    if why is not None:
        return unmeasured(metric.text, n, why)
    kept = _turned(interval) if metric.name == FOUND else interval
    return measure_of(metric, value, NO_INTERVAL if kept.low == kept.high else kept, n=n)


def _turned(interval: Interval) -> Interval:
    """An interval of finds for the money as one of the money for a find: open above where none may be found."""
    if isnan(interval.low) or not interval.high > 0:
        return NO_INTERVAL
    return replace(interval, low=1 / interval.high, high=1 / interval.low if interval.low > 0 else inf)


def _latency(metric: Metric, spending: Spending, settings: Settings) -> Measure:
    """A quantile; where late calls hide it, a number that it is above."""
    latencies, share = spending.latencies, SHARES[metric.name]
    why = spending.gaps.why(LATENCY) or (None if latencies.n else "all answers are from a cache")
    if why is not None:
        return unmeasured(metric.text, latencies.n, why)
    low, high, method = quantile_interval(latencies, share, settings.level)
    interval = Interval(low, high, method) if settings.replicates else NO_INTERVAL
    value = float(metric(latencies))
    if isfinite(value):
        return measure_of(metric, value, interval, n=latencies.n)
    return unmeasured(metric.text, latencies.n, f"above {latencies.at_least(share):g} s: {_timeouts(spending)}")


def _timeouts(spending: Spending) -> str:
    gaps = spending.gaps
    return f"{gaps.timeouts:,} of {gaps.calls:,} calls timed out"
