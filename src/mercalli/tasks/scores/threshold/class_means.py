"""Means over classes of how well scores rank, with intervals: rows are drawn again for all classes together.

What one class gains by a row another may lose, so that the spread of a mean is not known from the spreads of its parts.
Where rows (or units) are many, they are put by chance into some thousand groups, and groups are drawn instead: their
sums vary as those of rows do, at a cost that does not grow with the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import NO_INTERVAL, Interval, Intervals, bounds_of
from mercalli.estimates.measure import measure_of
from mercalli.estimates.progress import Progress
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.inputs.classes import label_text, normal, words_beside
from mercalli.inputs.tally import MISSING, Column
from mercalli.metrics.catalogue import Metric
from mercalli.plan.roles import TableRoles
from mercalli.results.measure import Measure
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import recentred, scores_of_steps, steps_of, values_of
from mercalli.tasks.scores.result import MEAN, ScoreReport
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS, NOISE
from mercalli.uncertainty.resample import times_in_blocks

MOST_GROUPS, MOST_STEPS = 2_048, 1_024
ENDS = "mean of the ends of classes"
UNDEFINED = "it is undefined for some class"
WORK = "resampling all classes"


def class_means(
    roles: TableRoles,
    reports: Sequence[ScoreReport],
    metrics: Sequence[Metric],
    settings: Settings,
    progress: Progress,
) -> tuple[Measure, ...]:
    """The mean over classes of every metric, undefined where some class has none."""
    of_classes = list(zip(*(report.measures for report in reports), strict=True))
    values = (np.array([measure.value for measure in parts], np.float64) for parts in of_classes)
    means = np.array([part.mean() for part in values], np.float64)
    sure = [at for at, metric in enumerate(metrics) if metric.facts.interval != "none" and not np.isnan(means[at])]
    intervals = _intervals(roles, reports, sure, metrics, means, settings, progress)
    return tuple(
        _measure(metric, means[at], of_classes[at], intervals.get(at, NO_INTERVAL)) for at, metric in enumerate(metrics)
    )


def _measure(metric: Metric, mean: float, parts: Sequence[Measure], interval: Interval) -> Measure:
    measure = measure_of(metric, float(mean), _with_width(parts, interval), n=max(part.n for part in parts))
    text = f"{metric.name}_macro{metric.text.removeprefix(metric.name)}"
    return replace(measure, metric=text, undefined=None if measure.undefined is None else UNDEFINED)


def _with_width(parts: Sequence[Measure], interval: Interval) -> Interval:
    """Where drawing rows leaves no width, or rows cannot be drawn: the mean of the classes' ends.

    It is wide enough whatever the classes have to do with each other: a mean never varies more than its parts do on
    average.
    """
    ends = np.array([(measure.low, measure.high) for measure in parts], np.float64)
    if np.isnan(ends).any() or (interval.method is not None and interval.high - interval.low > NOISE):
        return interval
    low, high = ends.mean(axis=0)
    return Interval(float(low), float(high), ENDS)


def _intervals(  # noqa: PLR0917 - what there is a mean of, and how sure to be
    roles: TableRoles,
    reports: Sequence[ScoreReport],
    sure: Sequence[int],
    metrics: Sequence[Metric],
    means: Floats,
    settings: Settings,
    progress: Progress,
) -> dict[int, Interval]:
    """An interval for each metric that can have one by drawing rows; of scores in bins there are too many to hold."""
    unread = any(report.bins for report in reports) and not roles.source.in_memory
    if not settings.replicates or not sure or unread:
        return {}
    asked = [metrics[at] for at in sure]
    rows = _Rows.read(roles, reports, settings)
    few = roles.unit is not None and rows.groups < MANY_UNITS
    if rows.groups < FEWEST_UNITS:
        return {}
    rough, drawn = np.zeros(len(asked)), np.zeros((rows.groups if few else settings.replicates, len(asked)))
    for done, part in enumerate(rows.classes):
        progress(WORK, done, len(reports))
        values, replicates = rows.values(part, asked, settings, few=few)
        rough += values / len(reports)
        drawn += replicates / len(reports)
    progress(WORK, len(reports), len(reports))
    exact = means[list(sure)]
    intervals = (
        Intervals.over_units(exact, drawn + (exact - rough), bounds_of(asked), settings.level)
        if few
        else recentred(drawn, exact, rough, asked, settings.level, units=roles.unit is not None)
    )
    return {at: intervals[place] for place, at in enumerate(sure)}


@dataclass(frozen=True)
class _Class:
    """One class against the rest in steps of its scores: the score of each step, and each row's cell.

    Cells are steps of positives, then steps of negatives, and one more for rows without a score.
    """

    score: Floats
    cell: NDArray[np.uint16]

    @classmethod
    def of(cls, score: Floats, positive: Bools, weight: Floats | None) -> _Class:
        scored = ~np.isnan(score)
        table = ScoreTable.of(score[scored], positive[scored], None if weight is None else weight[scored])
        step = steps_of(table, MOST_STEPS)
        lowest = table.score[np.append(np.flatnonzero(np.diff(step)), len(step) - 1)]
        size = len(lowest)
        cell = size - np.searchsorted(lowest[::-1], score, side="right") + np.where(positive, 0, size)
        return cls(scores_of_steps(table, step), np.where(scored, cell, 2 * size).astype(np.uint16))


@dataclass(frozen=True)
class _Rows:
    """Rows with their weight, the group that each is drawn with, and what it is to every class."""

    classes: tuple[_Class, ...]
    weight: Floats
    group: Ints
    groups: int

    @classmethod
    def read(cls, roles: TableRoles, reports: Sequence[ScoreReport], settings: Settings) -> _Rows:
        """Rows that have a truth; the same whatever order they stand in."""
        numbers = [name for name in (*(report.score for report in reports), roles.weight) if name is not None]
        rows = roles.source.rows(numbers, [name for name in (roles.truth, roles.unit) if name is not None])
        truth = rows.column(roles.truth).known(words_beside(report.positive for report in reports))
        there = truth.codes != MISSING
        weight = None if roles.weight is None else rows.numbers(roles.weight)[there].astype(np.float64)
        classes = tuple(
            _Class.of(rows.numbers(report.score)[there], _is(truth.take(there), report.positive), weight)
            for report in reports
        )
        mass = np.ones(int(there.sum())) if weight is None else weight
        item = _order(classes, mass) if roles.unit is None else _units(rows.column(roles.unit).take(there))
        items = int(item.max(initial=0)) + 1
        groups = min(items, MOST_GROUPS)
        shuffled = generator(settings, f"{MEAN}|groups").permutation(items) % groups
        return cls(classes, mass, shuffled[item], groups)

    def values(
        self, part: _Class, metrics: Sequence[Metric], settings: Settings, *, few: bool
    ) -> tuple[Floats, Floats]:
        """Values over steps of scores, and in replicates (replicates, metrics); every class draws the same groups.

        Of a few units, each is left out in turn instead.
        """
        cells, numbers = self._cells(part), max(MOST_GROUPS, 2 * MOST_STEPS)
        times = times_in_blocks(self.groups, settings.replicates, generator(settings, MEAN), numbers)
        left = [1 - np.eye(self.groups)] if few else times
        drawn = [values_of(_table(part, block @ cells), metrics) for block in left]
        return values_of(_table(part, cells.sum(axis=0)), metrics), np.concatenate(drawn)

    def _cells(self, part: _Class) -> Floats:
        """The weight of each group in every cell: (groups, 2 x steps)."""
        size, scored = 2 * len(part.score), part.cell < 2 * len(part.score)
        place = self.group[scored] * size + part.cell[scored]
        return sums(place, self.weight[scored], self.groups * size).reshape(self.groups, size)


def _table(part: _Class, cells: Floats) -> ScoreTable:
    size = len(part.score)
    return ScoreTable(part.score, cells[..., :size], cells[..., size:])


def _is(truth: Column, positive: str) -> Bools:
    same = np.array([normal(label_text(value)) == normal(positive) for value in truth.values], np.bool_)
    return same[truth.codes]


def _order(classes: Sequence[_Class], weight: Floats) -> Ints:
    """The place of each row among all by what it is to every class."""
    keys: list[NDArray[Any]] = [weight, *(part.cell for part in classes)]
    place = np.empty(len(weight), np.int64)
    place[np.lexsort(keys)] = np.arange(len(weight))
    return place


def _units(unit: Column) -> Ints:
    """The place of each row's unit among all by their names."""
    used, codes = np.unique(unit.codes, return_inverse=True)
    names = [label_text(unit.values[code]) for code in used]
    _, place = np.unique(names, return_inverse=True)
    return place[codes].astype(np.int64)
