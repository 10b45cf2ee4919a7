"""The interval of the area under the risk-coverage curve."""

from __future__ import annotations

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import NO_INTERVAL, Interval, bounds_of, method_name, sampled_intervals
from mercalli.inputs.arrays import Floats, sums
from mercalli.metrics.catalogue import Metric
from mercalli.stats.confidence import ConfidenceTable
from mercalli.tasks.labels.confidence.sample import ConfidenceSample
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.multinomial import times_of_cells
from mercalli.uncertainty.resample import totals_drawn

UNKNOWN = np.asarray(np.nan)


def area_interval(sample: ConfidenceSample, metric: Metric, value: float) -> Interval:
    """By replicates of rows, or over units; these are looked at in levels, and the ends moved to the value."""
    if not sample.can_resample:
        return NO_INTERVAL
    if sample.units is None:
        low, high = percentile(_areas(metric, _drawn_rows(sample)), sample.settings.level)
        return Interval(float(low), float(high), method_name("percentile", units=False))
    both = _by_unit(sample)
    moved = value - _areas(metric, both.sum(axis=0))
    count, rng = sample.settings.replicates, _generator(sample)
    return sampled_intervals(
        np.array([value]),
        lambda: np.concatenate([_areas(metric, part)[:, None] for part in totals_drawn(both, count, rng)]) + moved,
        lambda: _areas(metric, both.sum(axis=0) - both)[:, None] + moved,
        level=sample.settings.level,
        units=sample.units,
        bounds=bounds_of([metric]),
    )[0]


def _generator(sample: ConfidenceSample) -> np.random.Generator:
    return generator(sample.settings, "confidence|area")


def _by_unit(sample: ConfidenceSample) -> Floats:
    """Right and wrong weight of each unit, level by level: (units, 2 x levels)."""
    parts = (sample.by_unit(part) for part in (sample.hits, sample.entries.weight - sample.hits))
    return np.concatenate([np.diff(part, axis=1, prepend=0.0) for part in parts], axis=1)


def _drawn_rows(sample: ConfidenceSample) -> Floats:
    """Replicates of right and wrong weight, bin by bin: (replicates, 2 x bins)."""
    size, said = len(sample.places), sample.said
    cells = (sample.at + np.where(sample.entries.right, 0, size))[said]
    rows, weight = (sums(cells, part[said], 2 * size) for part in (sample.entries.rows, sample.entries.weight))
    kept = np.flatnonzero(rows)
    times = times_of_cells(rows[kept], sample.settings.replicates, _generator(sample))
    tables = np.zeros((len(times), 2 * size))
    tables[:, kept] = times * (weight[kept] / rows[kept])
    return tables


def _areas(metric: Metric, both: Floats) -> Floats:
    """The area of tables that hold right and wrong weight one after the other."""
    right, wrong = np.split(both, 2, axis=-1)
    return metric(ConfidenceTable(np.zeros(right.shape[-1]), right, wrong, UNKNOWN, UNKNOWN))
