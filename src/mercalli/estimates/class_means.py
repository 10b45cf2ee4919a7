"""Intervals of means over classes: classes with few rows vary too little in replicates, and shift the mean of them.

In replicates such classes are worse than in the data, so percentiles lie too far from the true value. The interval is
the widest of the percentile one, one around a value that is corrected for this shift, and for shares that were found
the one recovered from Wilson's of every class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt

import numpy as np

from mercalli.estimates.intervals import Intervals
from mercalli.estimates.panel import Panel
from mercalli.inputs.arrays import Floats
from mercalli.metrics.averages import CLASSES_ELSEWHERE, shares, taking_part
from mercalli.metrics.catalogue import Metric, parse
from mercalli.metrics.confusion.recall import recall
from mercalli.stats.confusion import Confusion
from mercalli.stats.counts import Counts
from mercalli.uncertainty.few_units import NOISE
from mercalli.uncertainty.intervals import corrected_for_bias, mean_of_wilsons

TWO, STEP = 2, 1e-3  # the step is a part of one row
# Means over classes of the share of each that was found, and whether they count those that were not.
MEANS_FOUND = {"recall_macro": False, "balanced_accuracy": False, "fnr_macro": True}
MEANS_OF_TWO = {**MEANS_FOUND, "specificity_macro": False, "fpr_macro": True}  # the same numbers of two classes
ALSO_CALLED = {"balanced_accuracy": "recall_macro"}


def with_class_means(
    found: Intervals, whole: Confusion, panel: Panel, *, values: Floats, drawn: Floats, level: float
) -> Intervals:
    """The same, and of means over classes the widest of all that can be made."""
    low, high, methods = found.low.copy(), found.high.copy(), list(found.methods)
    for metric in panel.metrics:
        at = panel.places[metric.text].start
        made = [
            *_corrected(metric, panel.like, whole, float(values[at]), drawn[:, at], level),
            *_of_wilsons(metric, whole, float(values[at]), level),
        ]
        for name, ends in made:
            low[at], high[at] = np.fmin(low[at], ends[0]), np.fmax(high[at], ends[1])
            methods[at] = f"{methods[at]} or {name}"
    return replace(found, low=low, high=high, methods=methods)


def _corrected(  # noqa: PLR0917 - a metric on a table, its value and replicates
    metric: Metric, like: str | None, whole: Confusion, value: float, drawn: Floats, level: float
) -> Iterator[tuple[str, Floats]]:
    mean = parse(ALSO_CALLED[metric.name]) if metric.name in ALSO_CALLED else metric
    if mean.base is not None and "classes" in mean.known_options and 0 < value < 1:
        error = error_of_mean(mean, mean.base, whole, like)
        ends = corrected_for_bias(value, drawn, error, float(whole.total), level)
        yield "corrected for bias", ends


def _of_wilsons(metric: Metric, whole: Confusion, value: float, level: float) -> Iterator[tuple[str, Floats]]:
    """A reading over other classes has another value, and keeps the interval that it has."""
    there = whole.truths > 0
    found = recall(whole.per_class)[there]
    mirrored = (MEANS_OF_TWO if len(there) == TWO else MEANS_FOUND).get(metric.name)
    of_classes = 1 - found if mirrored else found
    if mirrored is not None and there.any() and abs(value - of_classes.mean()) <= NOISE:
        yield "wilson of classes", mean_of_wilsons(of_classes, whole.truths[there], level)


def error_of_mean(mean: Metric, of_class: Metric, whole: Confusion, like: str | None = None) -> float:
    """The standard error of a mean over classes by the delta method: from what one more row of each cell would change.

    >>> print(error_of_mean(parse("recall_macro"), parse("recall"), Confusion.of([[9, 1, 0], [10, 30, 0]])))
    0.0585
    """
    rows, changes = whole.cells, _changes(mean, of_class, whole, like)
    squares = float((rows * changes**2).sum()) - float((rows * changes).sum()) ** 2 / float(whole.total)
    return sqrt(max(squares, 0.0))


def _changes(mean: Metric, of_class: Metric, whole: Confusion, like: str | None) -> Floats:
    """How much the mean rises with the rows of each cell: (K, K + 1)."""
    counted = taking_part(whole, CLASSES_ELSEWHERE.get(like or "") or mean.options.get("classes", "true"))  # type: ignore[arg-type]
    tp, fp, fn, tn = (shares(_slope(of_class, whole.per_class, name), counted) for name in ("tp", "fp", "fn", "tn"))
    changes = np.full(whole.cells.shape, tn.sum())
    changes += (fn - tn)[:, None]
    changes[:, :-1] += fp - tn
    np.fill_diagonal(changes, tn.sum() - tn + tp)
    return changes


def _slope(of_class: Metric, counts: Counts, name: str) -> Floats:
    """How much each class rises with its hits, false alarms, misses or correct rejections."""
    fewer, more = (replace(counts, **{name: getattr(counts, name) + step}) for step in (-STEP, STEP))
    return np.nan_to_num(of_class(more) - of_class(fewer)) / (2 * STEP)
