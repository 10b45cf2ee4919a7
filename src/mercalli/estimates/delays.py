"""From delays to measures: items or facts are drawn again, or the units that they belong to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import Intervals, bounds_of, sampled_intervals
from mercalli.estimates.measure import measure_of
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.catalogue import Metric
from mercalli.results.measure import Measure
from mercalli.stats.delays import Delays
from mercalli.uncertainty.intervals import wilson
from mercalli.uncertainty.multinomial import times_of_cells
from mercalli.uncertainty.resample import times_in_blocks

SHARES = ("found_within", "first_find_within", "found_ever")
MEDIAN = "first_find_median"


def delay_measures(
    delays: Delays, metrics: Sequence[Metric], settings: Settings, name: str, unit: Ints | None = None
) -> tuple[Measure, ...]:
    """The metrics of delays that weigh the same, with intervals; a median of few units has none."""
    values = _values(delays, metrics)
    n = round(float(delays.weight.sum()))
    found = _intervals(delays, metrics, values, settings, name, unit) if settings.replicates and n else None
    intervals = Intervals.none(len(values)) if found is None else found
    return tuple(measure_of(metric, float(values[at]), intervals[at], n=n) for at, metric in enumerate(metrics))


def _values(delays: Delays, metrics: Sequence[Metric]) -> Floats:
    return np.stack([np.asarray(metric(delays), np.float64) for metric in metrics], axis=-1)


def _intervals(  # noqa: PLR0917 - what was estimated
    delays: Delays, metrics: Sequence[Metric], values: Floats, settings: Settings, name: str, unit: Ints | None
) -> Intervals:
    units = None if unit is None else int(unit.max()) + 1
    rng = generator(settings, name)

    def drawn() -> Floats:
        if unit is None or units is None:
            return _values(Delays(delays.hours, times_of_cells(delays.weight, settings.replicates, rng)), metrics)
        blocks = times_in_blocks(units, settings.replicates, rng, len(delays.hours))
        return np.concatenate(
            [_values(Delays(delays.hours, times[:, unit] * delays.weight), metrics) for times in blocks]
        )

    def without() -> Floats:
        kept = 1.0 - np.eye(units or 0)[:, unit]
        return _values(Delays(delays.hours, kept * delays.weight), metrics)

    total = np.full(len(values), float(delays.weight.sum()))
    found = sampled_intervals(
        values, drawn, without, level=settings.level, units=units, bounds=bounds_of(metrics), trials=total
    )
    if unit is None:
        return _with_shares(found, metrics, values, total, settings.level)
    if units is not None and found.methods[0] is not None:  # a median left out in turn tells nothing
        for at, metric in enumerate(metrics):
            if metric.name == MEDIAN:
                found.low[at] = found.high[at] = np.nan
    return found


def _with_shares(found: Intervals, metrics: Sequence[Metric], values: Floats, total: Floats, level: float) -> Intervals:
    """Shares of single items have Wilson's interval."""
    plain = np.array([metric.name in SHARES for metric in metrics])
    low, high = found.low.copy(), found.high.copy()
    low[plain], high[plain] = wilson(values[plain], total[plain], level)
    methods = ["wilson" if each else method for each, method in zip(plain, found.methods, strict=True)]
    return Intervals(low, high, methods, found.undefined_share)
