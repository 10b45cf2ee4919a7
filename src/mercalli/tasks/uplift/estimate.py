"""Uplift metrics and curves of one score, with their intervals and bands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import Intervals, finite_each, sampled_intervals
from mercalli.estimates.measure import measure_of
from mercalli.estimates.pairs import Paired, can_test
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.uplift.uplift_area import qini_curve, uplift_curve
from mercalli.results.measure import Measure
from mercalli.stats.uplift import Arm, UpliftTable
from mercalli.tasks.uplift.resample import (
    can_resample,
    uplift_draws,
    uplift_exchanges,
    uplift_left_out,
    uplift_replicates,
)
from mercalli.tasks.uplift.result import UpliftCurve
from mercalli.tasks.uplift.sample import UpliftSample
from mercalli.uncertainty.paired import p_value

SHARES = np.linspace(0, 1, 101)
RANDOM = "random"


@dataclass(frozen=True)
class UpliftEstimates:
    """Measures in the order of their metrics, and the curve."""

    measures: tuple[Measure, ...]
    curve: UpliftCurve


def uplift_estimates(
    table: UpliftTable,
    sample: UpliftSample | None,
    metrics: Sequence[Metric],
    settings: Settings,
    *,
    name: str,
    n: int,
) -> UpliftEstimates:
    """Exact values; replicates of a sample with fewer steps are moved by what the steps change."""
    values = _everything(table, metrics)
    intervals = _intervals(values, sample, metrics, settings, name)
    random = _flat(_constant(table), metrics)
    measures = tuple(
        measure_of(metric, values[at], intervals[at], n=n, baselines={RANDOM: random[at]} if metric.direction else {})
        for at, metric in enumerate(metrics)
    )
    return UpliftEstimates(measures, _curve(len(metrics), values, intervals))


def _intervals(
    values: Floats, sample: UpliftSample | None, metrics: Sequence[Metric], settings: Settings, name: str
) -> Intervals:
    if sample is None or not can_resample(sample):
        return Intervals.none(len(values))
    shift = np.nan_to_num(values - _everything(sample.table, metrics))

    def moved(tables: Iterable[UpliftTable]) -> Floats:
        return np.concatenate([_everything(table, metrics) for table in tables]) + shift

    return sampled_intervals(
        values,
        lambda: moved(uplift_replicates(sample, settings.replicates, generator(settings, name))),
        lambda: moved(sample.tables(left) for left in uplift_left_out(sample)),
        level=settings.level,
        units=sample.units,
    )


def uplift_pair(
    tables: tuple[UpliftTable, UpliftTable],
    samples: tuple[UpliftSample, UpliftSample],
    metrics: Sequence[Metric],
    settings: Settings,
    exchanges: int,
) -> Paired:
    """Two systems for the same people: exact values, and what the same draws of people do to both."""
    one, two = samples
    first, second = (_flat(table, metrics) for table in tables)
    shift = np.nan_to_num(first - second - _flat(one.table, metrics) + _flat(two.table, metrics))

    def minus(drawn: Iterable[Floats]) -> Floats:
        return np.concatenate([_flat(one.tables(each), metrics) - _flat(two.tables(each), metrics) for each in drawn])

    intervals, p = Intervals.none(len(metrics)), np.full(len(metrics), np.nan)
    if can_resample(one):
        intervals = sampled_intervals(
            first - second,
            lambda: minus(uplift_draws(one, settings.replicates, generator(settings, "pair"))) + shift,
            lambda: minus(uplift_left_out(one)) + shift,
            level=settings.level,
            units=one.units,
        )
        if can_test(one.units):
            exchanged = uplift_exchanges(one, exchanges, generator(settings, "exchange"))
            swapped = (_swapped(samples, moved, metrics) for moved in exchanged)
            p = p_value(first - second - shift, np.concatenate(list(swapped)))
    return Paired(first, second, intervals, p)


def _swapped(samples: tuple[UpliftSample, UpliftSample], moved: Floats, metrics: Sequence[Metric]) -> Floats:
    """Differences after so much of each entry changed from the place that one system gives it to that of the other."""
    one, two = samples
    here, there = (
        _added(own.tables(own.parts - moved), other.tables(moved)) for own, other in ((one, two), (two, one))
    )
    return _flat(here, metrics) - _flat(there, metrics)


def _added(one: UpliftTable, two: UpliftTable) -> UpliftTable:
    """Two tables on the same steps as one."""
    return UpliftTable(one.score, one.treated + two.treated, one.control + two.control)


def _everything(table: UpliftTable, metrics: Sequence[Metric]) -> Floats:
    """Metrics, then the uplift curve, then the Qini curve, along one last axis."""
    return np.concatenate(
        [_flat(table, metrics), _heights(table, uplift_curve(table)), _heights(table, qini_curve(table))], axis=-1
    )


def _flat(table: UpliftTable, metrics: Sequence[Metric]) -> Floats:
    return np.stack([np.asarray(metric(table), np.float64) for metric in metrics], axis=-1)


def _heights(table: UpliftTable, curve: Floats) -> Floats:
    """Heights of a curve at some shares of the people, per person."""
    total = np.asarray(table.total)[..., None]
    shares, heights = table.people / total, curve / total
    if curve.ndim == 1:
        return _interpolated(shares, heights)
    return np.stack([_interpolated(*replicate) for replicate in zip(shares, heights, strict=True)])


def _interpolated(shares: Floats, heights: Floats) -> Floats:
    """Straight lines from (0, 0) through the points."""
    line: Floats = np.interp(SHARES, np.append(0.0, shares), np.append(0.0, heights))
    return line


def _constant(table: UpliftTable) -> UpliftTable:
    """The table of a score that is the same for all: a random order."""
    totals = (table.treated.total, table.control.total)
    arms = (Arm(*(np.atleast_1d(part) for part in (arm.people, arm.mass, arm.outcome))) for arm in totals)
    return UpliftTable(np.zeros(1), *arms)


def _curve(start: int, values: Floats, intervals: Intervals) -> UpliftCurve:
    uplift, qini = (slice(start + at * len(SHARES), start + (at + 1) * len(SHARES)) for at in range(2))
    return UpliftCurve(
        tuple(SHARES.round(2).tolist()),
        tuple(values[uplift].tolist()),
        finite_each(intervals.low[uplift]),
        finite_each(intervals.high[uplift]),
        tuple(values[qini].tolist()),
        finite_each(intervals.low[qini]),
        finite_each(intervals.high[qini]),
    )
