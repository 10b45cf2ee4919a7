"""Intervals of means over labels of label sets: those of means over classes, with what each item adds to a mean."""

from __future__ import annotations

import numpy as np

from mercalli.estimates.class_means import (
    OnlyOne,
    intervals_of_difference,
    intervals_of_mean,
    slopes,
    standard_error,
)
from mercalli.estimates.intervals import Intervals
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric
from mercalli.stats.set_sample import CHUNK, SetSample


def with_label_means(
    found: Intervals, sample: SetSample, metrics: tuple[Metric, ...], *, values: Floats, drawn: Floats, level: float
) -> Intervals:
    """The same, and of means over labels the widest of all that can be made."""

    def error(mean: Metric, of_label: Metric) -> float:
        return standard_error(sample.times.astype(np.float64), _adds(sample, 0, mean, of_label))

    table = sample.tables[0]
    return found.widened(
        {
            at: intervals_of_mean(metric, table, float(values[at]), drawn[:, at], level, error)
            for at, metric in enumerate(metrics)
        }
    )


def with_differences_of_label_means(
    found: Intervals, pair: SetSample, metrics: tuple[Metric, ...], *, moved: Floats, drawn: Floats, level: float
) -> Intervals:
    """The same of differences of two systems."""
    only = _only_one(pair)

    def error(mean: Metric, of_label: Metric) -> float:
        return standard_error(
            pair.times.astype(np.float64), _adds(pair, 0, mean, of_label) - _adds(pair, 1, mean, of_label)
        )

    return found.widened(
        {
            at: intervals_of_difference(metric, only, float(moved[at]), drawn[:, at], level, error)
            for at, metric in enumerate(metrics)
        }
    )


def _adds(sample: SetSample, system: int, mean: Metric, of_label: Metric) -> Floats:
    """How much the mean rises with one more item of each entry, less what it rises with one without labels: (E,)."""
    tp, fp, fn, tn = slopes(mean, of_label, sample.tables[system])
    each, part = np.concatenate([fn - tn, fp - tn, tp - fp - fn + tn]), sample.parts[system][:, : 3 * len(tn)]
    return np.concatenate([part[start : start + CHUNK] @ each for start in range(0, len(part), CHUNK)])


def _only_one(pair: SetSample) -> OnlyOne:
    size = len(pair.labels)
    one, two = (part[:, 2 * size : 3 * size] > 0 for part in pair.parts)
    flags = (pair.parts[0][:, :size] > 0, one & ~two, two & ~one)
    return OnlyOne(*(np.array([pair.times[column].sum() for column in each.T], np.float64) for each in flags))
