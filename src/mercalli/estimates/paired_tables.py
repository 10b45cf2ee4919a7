"""Two answers to the same items, from their joint table: values, intervals of the difference, and p-values."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mercalli.estimates.class_means import with_differences_of_class_means
from mercalli.estimates.confusion import can_resample, generator, resampled_intervals
from mercalli.estimates.intervals import Intervals
from mercalli.estimates.pairs import Paired, can_test
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet, told
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.stats.sample import Sample
from mercalli.uncertainty.paired import p_value, swapped
from mercalli.uncertainty.resample import left_out, replicates

ONE, TWO = 0, 1


def paired_tables(
    sample: Sample, panel: Panel, settings: Settings, exchanges: int, progress: Progress = quiet
) -> Paired:
    """The first table and the second on every metric, and class by class where that adds up.

    Intervals resample items or units; p-values, of whole metrics alone, exchange answers so many times.
    """
    first, second = (panel(confusion) for confusion in sample.confusions)
    units = None if sample.unit is None else sample.units
    intervals, p = Intervals.none(len(first)), np.full(len(panel.metrics), np.nan)
    if settings.replicates and can_resample(sample):
        intervals = _intervals(sample, panel, settings, first - second, progress)
        if can_test(units):
            whole, moved = replace(panel, split=()), (first - second)[: len(p)]
            p = _p_values(sample, whole, replace(settings, replicates=exchanges), moved, progress)
    return Paired(first, second, intervals, p)


def _p_values(sample: Sample, panel: Panel, settings: Settings, observed: Floats, progress: Progress) -> Floats:
    rng = generator(settings, "exchange")
    exchanged = (panel(one) - panel(two) for one, two in swapped(sample, settings.replicates, rng))
    return p_value(observed, np.concatenate(list(told(exchanged, "exchanging", settings.replicates, progress))))


def _intervals(sample: Sample, panel: Panel, settings: Settings, point: Floats, progress: Progress) -> Intervals:
    rng = generator(settings, "pair")
    differences = (panel(one) - panel(two) for one, two in replicates(sample, settings.replicates, rng))
    drawn = np.concatenate(list(told(differences, "resampling", settings.replicates, progress)))
    without = ((panel(tables[ONE]) - panel(tables[TWO]), times) for tables, times in left_out(sample))
    units = None if sample.unit is None else sample.units
    found = resampled_intervals(point, drawn, without, settings, units=units)
    if settings.method != "auto" or units is not None or sample.weighted:
        return found
    return with_differences_of_class_means(found, sample, panel, moved=point, drawn=drawn, level=settings.level)
