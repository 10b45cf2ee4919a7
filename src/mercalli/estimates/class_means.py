"""Intervals of means over classes: classes with few rows vary too little in replicates, and shift the mean of them.

In replicates such classes are worse than in the data, so percentiles lie too far from the true value. The interval is
the widest of the percentile one, one around a value that is corrected for this shift, and for shares that were found
the one recovered from Wilson's of every class. That of a difference of two systems is the wider of the first two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import isfinite, prod, sqrt

import numpy as np

from mercalli.estimates.intervals import Intervals, Made
from mercalli.estimates.panel import Panel
from mercalli.inputs.arrays import Floats, sums
from mercalli.metrics.averages import CLASSES_ELSEWHERE, shares, taking_part
from mercalli.metrics.catalogue import Metric, parse
from mercalli.metrics.confusion.recall import recall
from mercalli.stats.confusion import Confusion
from mercalli.stats.counts import Counts
from mercalli.stats.label_sets import LabelSets
from mercalli.stats.sample import Sample
from mercalli.uncertainty.few_units import NOISE
from mercalli.uncertainty.intervals import (
    corrected_for_bias,
    difference_corrected_for_bias,
    mean_of_pairs,
    mean_of_wilsons,
)

CORRECTED = "corrected for bias"
TWO, STEP = 2, 1e-3  # the step is a part of one row
# Means over classes of the share of each that was found, and whether they count those that were not.
MEANS_FOUND = {"recall_macro": False, "balanced_accuracy": False, "fnr_macro": True}
MEANS_OF_TWO = {**MEANS_FOUND, "specificity_macro": False, "fpr_macro": True}  # the same numbers of two classes
Error = Callable[[Metric, Metric], float]  # that of a mean over classes, from it and the metric of each class
ALSO_CALLED = {"balanced_accuracy": "recall_macro"}


@dataclass(frozen=True)
class OnlyOne:
    """Of each class: its rows, and in how many of them only the first of two systems found it, or only the second."""

    rows: Floats
    first: Floats
    second: Floats


def with_class_means(
    found: Intervals, whole: Confusion, panel: Panel, *, values: Floats, drawn: Floats, level: float
) -> Intervals:
    """The same, and of means over classes the widest of all that can be made."""

    def error(mean: Metric, of_class: Metric) -> float:
        return error_of_mean(mean, of_class, whole, panel.like)

    places = [(metric, panel.places[metric.text].start) for metric in panel.metrics]
    return found.widened(
        {at: intervals_of_mean(metric, whole, float(values[at]), drawn[:, at], level, error) for metric, at in places}
    )


def with_differences_of_class_means(
    found: Intervals, pair: Sample, panel: Panel, *, moved: Floats, drawn: Floats, level: float
) -> Intervals:
    """The same of differences of two systems."""
    only = _only_one(pair)

    def error(mean: Metric, of_class: Metric) -> float:
        return error_of_difference(mean, of_class, pair, panel.like)

    places = [(metric, panel.places[metric.text].start) for metric in panel.metrics]
    return found.widened(
        {
            at: intervals_of_difference(metric, only, float(moved[at]), drawn[:, at], level, error)
            for metric, at in places
        }
    )


def _only_one(pair: Sample) -> OnlyOne:
    size = len(pair.classes)
    truth = pair.cells[0] // (size + 1) % size
    one, two = (cells % (size + 1) == truth for cells in pair.cells)
    parts = (np.ones_like(one), one & ~two, two & ~one)
    return OnlyOne(*(sums(truth, pair.rows * part, size) for part in parts))


def intervals_of_mean(  # noqa: PLR0917 - a metric on a table, its value and replicates
    metric: Metric, table: Confusion | LabelSets, value: float, drawn: Floats, level: float, error: Error
) -> Iterator[Made]:
    """Of a mean over classes: corrected for bias, and recovered from Wilson's of every class."""
    mean, of_class = _averaged(metric)
    if of_class is not None and 0 < value < 1:
        yield CORRECTED, corrected_for_bias(value, drawn, error(mean, of_class), float(table.total), level)
    there = table.truths > 0
    found = recall(table.per_class)[there]
    mirrored = _mirrored(metric, len(there))
    of_classes = 1 - found if mirrored else found
    if mirrored is not None and there.any() and abs(value - of_classes.mean()) <= NOISE:
        yield "wilson of classes", mean_of_wilsons(of_classes, table.truths[there], level)


def intervals_of_difference(  # noqa: PLR0917 - a metric on two tables, its difference and replicates
    metric: Metric, only: OnlyOne, moved: float, drawn: Floats, level: float, error: Error
) -> Iterator[Made]:
    """Of a difference of means over classes: corrected for bias, and recovered from that of every class."""
    mean, of_class = _averaged(metric)
    if of_class is not None and isfinite(moved):
        yield CORRECTED, difference_corrected_for_bias(moved, drawn, error(mean, of_class), level)
    there, mirrored = only.rows > 0, _mirrored(metric, len(only.rows))
    better, worse = (only.second, only.first) if mirrored else (only.first, only.second)
    of_classes = (better - worse)[there] / only.rows[there]
    if mirrored is not None and there.any() and abs(moved - of_classes.mean()) <= NOISE:
        yield "pairs of classes", mean_of_pairs(better[there], worse[there], only.rows[there], level)


def _mirrored(metric: Metric, classes: int) -> bool | None:
    """Whether a mean is that of shares that were not found; None if it is of something else.

    A reading over other classes has the same name and another value, and keeps the interval that it has.
    """
    return (MEANS_OF_TWO if classes == TWO else MEANS_FOUND).get(metric.name)


def _averaged(metric: Metric) -> tuple[Metric, Metric | None]:
    """The mean over classes that a metric is, and the metric of each class; None if it is no such mean."""
    mean = parse(ALSO_CALLED[metric.name]) if metric.name in ALSO_CALLED else metric
    return mean, mean.base if "classes" in mean.known_options else None


def error_of_difference(mean: Metric, of_class: Metric, pair: Sample, like: str | None = None) -> float:
    """The standard error of the difference of two systems' means on the same rows, as `error_of_mean`."""
    one, two = (
        _changes(mean, of_class, table.merged(-1), like).ravel()[cells % prod(pair.shape[1:])]
        for table, cells in zip(pair.confusions, pair.cells, strict=True)
    )
    return standard_error(pair.rows, one - two)


def error_of_mean(mean: Metric, of_class: Metric, whole: Confusion, like: str | None = None) -> float:
    """The standard error of a mean over classes by the delta method: from what one more row of each cell would change.

    >>> print(error_of_mean(parse("recall_macro"), parse("recall"), Confusion.of([[9, 1, 0], [10, 30, 0]])))
    0.0585
    """
    return standard_error(whole.cells, _changes(mean, of_class, whole, like))


def standard_error(rows: Floats, changes: Floats) -> float:
    """That of a sum over rows, from what each of so many rows adds.

    >>> print(standard_error(np.array([9.0, 1.0]), np.array([0.1, 0.0])))
    0.0949
    """
    squares = float((rows * changes**2).sum()) - float((rows * changes).sum()) ** 2 / float(rows.sum())
    return sqrt(max(squares, 0.0))


def _changes(mean: Metric, of_class: Metric, whole: Confusion, like: str | None) -> Floats:
    """How much the mean rises with the rows of each cell: (K, K + 1)."""
    tp, fp, fn, tn = slopes(mean, of_class, whole, like)
    changes = np.full(whole.cells.shape, tn.sum())
    changes += (fn - tn)[:, None]
    changes[:, :-1] += fp - tn
    np.fill_diagonal(changes, tn.sum() - tn + tp)
    return changes


def slopes(mean: Metric, of_class: Metric, table: Confusion | LabelSets, like: str | None = None) -> list[Floats]:
    """How much a mean over classes rises with the hits, false alarms, misses and correct rejections of each: (K,)."""
    classes = CLASSES_ELSEWHERE.get(like or "") or mean.options.get("classes", "true")
    counted = taking_part(table, classes)  # type: ignore[arg-type]
    return [shares(_slope(of_class, table.per_class, name), counted) for name in ("tp", "fp", "fn", "tn")]


def _slope(of_class: Metric, counts: Counts, name: str) -> Floats:
    """How much each class rises with its hits, false alarms, misses or correct rejections."""
    fewer, more = (replace(counts, **{name: getattr(counts, name) + step}) for step in (-STEP, STEP))
    return np.nan_to_num(of_class(more) - of_class(fewer)) / (2 * STEP)
