"""Spending: what each item took of one system, and what is not known about it."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.metrics.ratio import ratio
from mercalli.stats.expenses import Expenses
from mercalli.stats.latencies import Latencies
from mercalli.tasks.models.cost.calls import Calls
from mercalli.tasks.models.cost.result import Gaps

PARTS = tuple(each.name for each in fields(Expenses))


@dataclass(frozen=True)
class Results:
    """What came of each call: whether its answer was unread, and whether it found an urgent item."""

    unread: Bools
    found: Bools
    found_level: Bools


@dataclass(frozen=True)
class Spending:
    """One system.

    Attributes:
        items: What each item adds to `Expenses`: (items, parts).
        latencies: Its calls by their time.
        gaps: What is not known.
        attempts: How often a request was sent on average, if that is known.
    """

    items: Floats
    latencies: Latencies
    gaps: Gaps
    attempts: float | None = None

    @property
    def total(self) -> Expenses:
        """All items together."""
        return Expenses.of_sums(self.items.sum(axis=0))

    def by_unit(self, unit: Ints, units: int) -> Floats:
        """Items added up by unit: (units, parts)."""
        return np.stack([sums(unit, part, units) for part in self.items.T], axis=-1)


def spending(calls: Calls, item: Ints, items: int, results: Results, unit: Ints | None = None) -> Spending:
    """The mean over the calls of each item; `unit` are the units of the items, where there are any."""
    asked = sums(item, np.ones(len(item)), items)
    timed = calls.timed
    times = np.bincount(item, timed, items)
    unknown = _any(item, np.isnan(calls.seconds) & ~calls.cached, items)

    def mean(values: Floats | Bools) -> Floats:
        return ratio(sums(item, values.astype(np.float64), items), asked)

    seconds = np.where(times > 0, ratio(sums(item, np.where(timed, calls.seconds, 0.0), items), times), 0.0)
    parts = {
        "items": np.ones(items),
        "cost": mean(calls.cost),
        "tokens": mean(calls.tokens),
        **{name: mean(each) for name, each in vars(results).items()},
        "timed": np.where(times > 0, 1.0, 0.0),
        "seconds": np.where(unknown, np.nan, seconds),
    }
    latencies = Latencies.of(
        calls.seconds[timed],
        calls.over[timed],
        ratio(1.0, times)[item][timed],
        (item if unit is None else unit[item])[timed],
    )
    return Spending(_laid_out(parts), latencies, _gaps(calls), finite(float(calls.attempts.mean())))


def _gaps(calls: Calls) -> Gaps:
    """What is not known of the calls of one system."""
    untimed = np.isnan(calls.seconds) & ~calls.cached
    counts = (np.isnan(calls.cost), np.isnan(calls.tokens), untimed, calls.cached, calls.over)
    return Gaps(len(calls.cost), *(int(each.sum()) for each in counts))


def voted(calls: Calls, item: Ints, items: int, results: Results, unit: Ints | None = None) -> Spending:
    """The calls of each item as one: their costs and tokens added up, and the slowest of their times.

    `results` are those of the votes, one for each item.
    """
    order = np.arange(items)
    return spending(_as_one(calls, item, items), order, items, results, unit)


def _as_one(calls: Calls, item: Ints, items: int) -> Calls:
    timed = calls.timed
    slowest = np.full(items, -np.inf)
    np.maximum.at(slowest, item[timed], calls.seconds[timed])
    unknown = _any(item, np.isnan(calls.seconds) & ~calls.cached, items)
    over, cached = (_any(item, each, items) for each in (calls.over, calls.cached))
    seconds = np.where(unknown | np.isinf(slowest), np.nan, slowest)
    added = (sums(item, part, items) for part in (calls.cost, calls.tokens, calls.attempts))
    cost, tokens, attempts = added
    return Calls(cost, tokens, seconds, over & ~cached, cached, attempts, calls.currency)


def _any(item: Ints, of_calls: Bools, items: int) -> Bools:
    """Whether something is true of any call of each item."""
    found = np.zeros(items, np.bool_)
    found[item[of_calls]] = True
    return found


def _laid_out(parts: dict[str, Floats]) -> Floats:
    """The parts in their order along a last axis."""
    return np.stack([np.broadcast_to(parts[name], parts["items"].shape) for name in PARTS], axis=-1)
