"""Where the uncertainty of a value comes from: items that differ, or answers to one item that differ.

What each answer adds to a metric (its influence) is found from the metric's slope in each cell of the table, so that
the same sums serve accuracy and every other metric. For accuracy it is whether the answer is right.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.panel import Panel
from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.results.measure import Measure
from mercalli.stats.confusion import Confusion
from mercalli.tasks.models.data import ModelsData, SystemAnswers
from mercalli.tasks.models.result import Spread

STEP = 1e-4  # of an item, by which a cell is changed to find a slope; a metric of the table is smooth there


def slopes(panel: Panel, table: Confusion) -> Floats:
    """How much one more item in each cell would change each metric: (cells, P)."""
    flat = table.cells.ravel()
    changed = np.repeat(flat[None], 2 * len(flat), axis=0)
    at = np.arange(len(flat))
    down = np.minimum(STEP, flat)
    changed[at, at] += STEP
    changed[at + len(flat), at] -= down
    values = panel(Confusion(changed.reshape(-1, *table.cells.shape), table.classes))
    return (values[: len(flat)] - values[len(flat) :]) / (STEP + down)[:, None]


def influences(data: ModelsData, system: SystemAnswers, panel: Panel, table: Confusion) -> Floats:
    """What every answer adds to each metric, around 0, in the metric's own size: (answers, P)."""
    found: Floats = slopes(panel, table)[data.cells(system.item, system.code)] * data.n
    return found


def spread_of(metric: str, influence: Floats, system: SystemAnswers, unit: Ints | None) -> Spread:
    """The parts of the variance of one metric, and the standard errors that other numbers of answers would give.

    With as many units above items as there are, their differences are part of what is between items.
    """
    n, repeats = len(system.repeats), system.repeats
    means = sums(system.item, influence, n) / repeats
    squares = sums(system.item, (influence - means[system.item]) ** 2, n)
    several = repeats > 1
    within = float((squares[several] / (repeats[several] - 1)).mean()) if several.any() else None
    variance = _variance(means - means.mean(), unit)
    noise = None if within is None else within * float((1 / repeats).mean())
    between = None if noise is None else n * variance - noise
    return Spread(
        metric=metric,
        error=sqrt(variance),
        naive=sqrt(float(np.var(influence)) / len(influence)),
        within=within,
        between=between,
        intraclass=_intraclass(between, within),
        one=_error(between, within, n, 1.0),
        endless=_error(between, within, n, 0.0),
        twice_items=sqrt(variance / 2),
    )


def _variance(centred: Floats, unit: Ints | None) -> float:
    """The squared standard error of a mean over items, or over items in units."""
    parts = centred if unit is None else np.bincount(unit, centred)
    return float((parts**2).sum()) * len(parts) / max(len(parts) - 1, 1) / len(centred) ** 2


def _intraclass(between: float | None, within: float | None) -> float | None:
    if between is None or within is None or between + within <= 0:
        return None
    return finite(max(between, 0.0) / (max(between, 0.0) + within))


def _error(between: float | None, within: float | None, n: int, answers: float) -> float | None:
    """The standard error with so much of the variance within items."""
    if between is None or within is None:
        return None
    return sqrt(max(between + within * answers, 0.0) / n)


def spreads(
    data: ModelsData, system: SystemAnswers, panel: Panel, table: Confusion, measures: tuple[Measure, ...]
) -> tuple[Spread, ...]:
    """Of every metric that has a value; none where every item has one answer."""
    if system.repeats.max() == 1:
        return ()
    found, unit = influences(data, system, panel, table), None if data.unit is None else data.unit.codes
    known = ((at, each) for at, each in enumerate(measures) if each.value is not None)
    return tuple(
        spread_of(each.metric, found[:, at], system, unit) for at, each in known if np.isfinite(found[:, at]).all()
    )
