"""What each urgent item costs that one system finds beyond another."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np

from mercalli.estimates.intervals import NO_INTERVAL, Interval
from mercalli.estimates.measure import measure_of, unmeasured
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric, catalogue
from mercalli.metrics.facts import Facts
from mercalli.results.difference import Difference, SystemPair
from mercalli.results.measure import Measure
from mercalli.stats.expenses import ExpensePair, Expenses
from mercalli.tasks.models.cost.estimate import COST, CostEstimates
from mercalli.tasks.models.cost.result import MoreFound
from mercalli.uncertainty.few_units import MANY_UNITS
from mercalli.uncertainty.intervals import quantiles

NOT_SHOWN = "it is not shown that more are found"
ENDLESS = 1e300  # stands for a replicate in which no more are found


def _found(expenses: Expenses) -> Floats:
    return expenses.found


FOUND = Metric(
    "urgent_found",
    _found,
    Facts("Urgent items found", "f", (0, inf), inf, "there are no items", "", ""),
    Expenses.__name__,
    "How many urgent items are read as their class.",
)


def more_found(estimates: CostEstimates, names: list[str], pair: SystemPair) -> MoreFound:
    """The dearer system of a pair against the cheaper one."""
    cost, found = (pair.difference(metric) for metric in ("cost_per_1000", FOUND.text))
    turned = (cost.difference or 0.0) < 0
    first, second = (pair.second, pair.first) if turned else (pair.first, pair.second)
    cost, found = (_reversed(each) if turned else each for each in (cost, found))
    at = [names.index(first), names.index(second)]
    return MoreFound(first, second, found, cost, _measure(estimates, at, shown=found.better == first))


def _reversed(each: Difference) -> Difference:
    """Second minus first."""
    low, high = (None if end is None else -end for end in (each.high, each.low))
    moved = None if each.difference is None else -each.difference
    return replace(each, first=each.second, second=each.first, difference=moved, low=low, high=high)


def _measure(estimates: CostEstimates, at: list[int], *, shown: bool) -> Measure:
    metric = catalogue()["cost_per_more_found"]
    gaps = (estimates.spendings[each].gaps.why(COST) for each in at)
    why = next((each for each in gaps if each), None)
    if why is not None or not shown:
        return unmeasured(metric.text, estimates.n, why or NOT_SHOWN)
    value = float(metric(_pair(estimates.parts[:, at].sum(axis=0))))
    return measure_of(metric, value, _interval(estimates, metric, at), n=estimates.n)


def _interval(estimates: CostEstimates, metric: Metric, at: list[int]) -> Interval:
    """Open above where too many replicates find no more."""
    if not estimates.resamples:
        return NO_INTERVAL
    if len(estimates.parts) < MANY_UNITS:
        return estimates.intervals(lambda sums: metric(_pair(sums))[..., None], at)[0]
    pair, tail = _pair(estimates.drawn[:, at]), (1 - estimates.settings.level) / 2
    costs = np.where(pair.first.found > pair.second.found, metric(pair), ENDLESS)
    low, high = quantiles(costs[:, None], np.array([tail, 1 - tail]))[:, 0]
    return Interval(low, inf if high > np.sqrt(ENDLESS) else high, "percentile")


def _pair(sums: Floats) -> ExpensePair:
    """Two systems of sums (..., systems, parts)."""
    return ExpensePair(Expenses.of_sums(sums[..., 0, :]), Expenses.of_sums(sums[..., 1, :]))
