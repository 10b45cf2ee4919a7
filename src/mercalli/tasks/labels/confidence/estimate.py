"""Estimates of how sure a system is, with intervals: means over rows, each from its sums."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from mercalli.estimates.intervals import NO_INTERVAL, Interval, Intervals, bounds_of
from mercalli.estimates.measure import measure_of
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, sums
from mercalli.inputs.chances import CONFIDENCE, SQUARED, SURPRISE
from mercalli.inputs.confidences import Confidences
from mercalli.metrics.catalogue import Metric, parse
from mercalli.results.measure import Measure
from mercalli.tasks.labels.confidence.area import area_interval
from mercalli.tasks.labels.confidence.coverage import Coverage
from mercalli.tasks.labels.confidence.reliability import reliability
from mercalli.tasks.labels.confidence.result import ConfidenceReport
from mercalli.tasks.labels.confidence.roles import ConfidenceColumns
from mercalli.tasks.labels.confidence.sample import ConfidenceSample
from mercalli.uncertainty.influence import plain_interval, share_interval
from mercalli.uncertainty.intervals import wilson

MEANS = ("accuracy", "mean_confidence", "overconfidence")
OF_CLASSES = ("multiclass_brier", "multiclass_log_loss")
STANDARD_ERROR = "standard error"


def confidence_report(
    confidences: Confidences, found: ConfidenceColumns, settings: Settings, target: float
) -> ConfidenceReport:
    """Everything about how sure one system is."""
    sample = ConfidenceSample(confidences, settings, bool(found.labels))
    coverage = Coverage(sample)
    accuracy, says, over, *of_classes = _means(sample)
    error, area = parse("expected_calibration_error"), parse("risk_coverage_area")
    size = float(area(sample.table))
    return ConfidenceReport(
        columns=found.columns,
        called=found.called,
        n=confidences.n,
        unsaid=int(confidences.rows.sum()) - confidences.n,
        moved=confidences.moved if found.labels else None,
        accuracy=accuracy,
        measures=(
            says,
            over,
            measure_of(error, float(error(sample.table.scores)), n=confidences.n),
            measure_of(area, size, area_interval(sample, area, size), n=confidences.n),
            *of_classes,
        ),
        bins=tuple(reliability(sample)),
        curve=tuple(coverage.curve()),
        handover=coverage.handover(target),
    )


def metrics_used(report: ConfidenceReport) -> list[Metric]:
    """The metrics of a report."""
    return [parse(measure.metric) for measure in report.measures]


def _means(sample: ConfidenceSample) -> list[Measure]:
    """Accuracy, the mean confidence, their difference, and the means over all class probabilities."""
    metrics = [parse(name) for name in (*MEANS, *(OF_CLASSES if sample.of_classes else ()))]
    parts = _sums(sample)[:, :, sample.said]
    values = parts[:, 0].sum(axis=1) / sample.entries.weight[sample.said].sum()
    intervals: Sequence[Interval] = [NO_INTERVAL] * len(values)
    if sample.can_resample:
        make = _over_rows if sample.units is None else _over_units
        intervals = make(sample, metrics, values, parts)
    pairs = zip(metrics, values, intervals, strict=True)
    return [measure_of(metric, float(value), ends, n=sample.entries.n) for metric, value, ends in pairs]


def _sums(sample: ConfidenceSample) -> Floats:
    """For each number its sum, that with squared weights, and that of its squares with these: (numbers, 3, entries)."""
    entries, right = sample.entries, sample.entries.right.astype(np.float64)
    hits = np.stack([entries.weight * right, entries.weight_sq * right, entries.weight_sq * right])
    first, second, squares = entries.sums[CONFIDENCE]
    over = np.stack([first - hits[0], second - hits[1], squares - 2 * right * second + hits[2]])
    more = [entries.sums[name] for name in (SQUARED, SURPRISE)] if sample.of_classes else []
    return np.stack([hits, entries.sums[CONFIDENCE], over, *more])


def _over_rows(sample: ConfidenceSample, metrics: Sequence[Metric], values: Floats, parts: Floats) -> list[Interval]:
    """From the standard error of each mean; Wilson's for plain accuracy."""
    entries, said = sample.entries, sample.said
    mass, squares = float(entries.weight[said].sum()), float(entries.weight_sq[said].sum())
    _, second, third = parts.sum(axis=2).T
    spread = np.maximum(third - 2 * values * second + values**2 * squares, 0.0)
    errors = np.sqrt(spread * entries.n / max(entries.n - 1, 1)) / mass
    level = sample.settings.level
    found = [
        _of_error(metric, float(value), float(error), level)
        for metric, value, error in zip(metrics, values, errors, strict=True)
    ]
    if not entries.weighted:
        low, high = wilson(values[0], np.asarray(float(entries.n)), level)
        found[0] = Interval(float(low), float(high), "wilson")
    return found


def _of_error(metric: Metric, value: float, error: float, level: float) -> Interval:
    """On the scale of log odds where a metric has two ends."""
    low, high = metric.facts.range
    if not isfinite(high):
        ends = plain_interval(value, error, level)
        return NO_INTERVAL if ends is None else Interval(max(low, ends[0]), ends[1], STANDARD_ERROR)
    width = high - low
    ends = share_interval((value - low) / width, error / width, level)
    return NO_INTERVAL if ends is None else Interval(low + width * ends[0], low + width * ends[1], STANDARD_ERROR)


def _over_units(sample: ConfidenceSample, metrics: Sequence[Metric], values: Floats, parts: Floats) -> list[Interval]:
    """By leaving out one unit at a time, however many there are: a mean without a unit is quickly had."""
    unit, units = sample.unit[sample.said], sample.units or 0
    mass = sums(unit, sample.entries.weight[sample.said], units)
    added = np.stack([sums(unit, part, units) for part in parts[:, 0]], axis=1)
    without = (added.sum(axis=0) - added) / (mass.sum() - mass)[:, None]
    found = Intervals.over_units(values, without, bounds_of(metrics), sample.settings.level)
    return [found[at] for at in range(len(values))]
