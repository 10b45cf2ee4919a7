"""Means over classes of how well scores rank, with intervals: rows are drawn again for all classes together.

What one class gains by a row another may lose, so that the spread of a mean is not known from the spreads of its parts.
Where rows (or units) are many, they are put by chance into some thousand groups, and groups are drawn instead: their
sums vary as those of rows do, at a cost that does not grow with the rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import NO_INTERVAL, Interval
from mercalli.estimates.measure import measure_of
from mercalli.inputs.arrays import sums
from mercalli.inputs.classes import label_text, normal
from mercalli.inputs.tally import MISSING
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import EXACT_PAIRS, recentred, scores_of_steps, steps_of, values_of
from mercalli.tasks.scores.threshold.result import MEAN
from mercalli.uncertainty.resample import BLOCK_NUMBERS, times_drawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from mercalli.estimates.progress import Progress
    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Bools, Floats, Ints
    from mercalli.inputs.tally import Column
    from mercalli.metrics.catalogue import Metric
    from mercalli.plan.roles import TableRoles
    from mercalli.results.measure import Measure
    from mercalli.tasks.scores.threshold.result import ScoreReport

MOST_GROUPS, MOST_STEPS = 2_048, 1_024
UNDEFINED = "it is undefined for some class"
WORK = "resampling all classes"


def class_means(
    given: TableRoles,
    reports: Sequence[ScoreReport],
    metrics: Sequence[Metric],
    settings: Settings,
    progress: Progress,
) -> tuple[Measure, ...]:
    """The mean over classes of every metric, undefined where some class has none."""
    means = [float(np.mean([_value(each) for each in _of_classes(reports, at)])) for at in range(len(metrics))]
    sure = [at for at, metric in enumerate(metrics) if metric.facts.interval != "none" and not np.isnan(means[at])]
    ends = _intervals(given, reports, sure, metrics, np.array(means), settings, progress)
    return tuple(
        _measure(metric, mean, _of_classes(reports, at), ends.get(at, NO_INTERVAL))
        for at, (metric, mean) in enumerate(zip(metrics, means, strict=True))
    )


def _of_classes(reports: Sequence[ScoreReport], at: int) -> list[Measure]:
    return [report.measures[at] for report in reports]


def _value(measure: Measure) -> float:
    return np.nan if measure.value is None else measure.value


def _measure(metric: Metric, mean: float, parts: Sequence[Measure], found: Interval) -> Measure:
    measure = measure_of(metric, mean, _of_pairs(parts) or found, n=max(each.n for each in parts))
    text = f"{metric.name}_macro{metric.text.removeprefix(metric.name)}"
    return replace(measure, metric=text, undefined=None if measure.undefined is None else UNDEFINED)


def _of_pairs(parts: Sequence[Measure]) -> Interval | None:
    """Where every class is separated from the rest, drawing rows leaves no width: the mean of the classes' ends."""
    ends = [(each.low, each.high) for each in parts if each.method == EXACT_PAIRS]
    if len(ends) < len(parts):
        return None
    low, high = np.mean(np.array(ends, np.float64), axis=0)
    return Interval(float(low), float(high), EXACT_PAIRS)


def _intervals(  # noqa: PLR0917 - what there is a mean of, and how sure to be
    given: TableRoles,
    reports: Sequence[ScoreReport],
    sure: Sequence[int],
    metrics: Sequence[Metric],
    means: Floats,
    settings: Settings,
    progress: Progress,
) -> dict[int, Interval]:
    """An interval for each metric that can have one; none of scores in bins, whose rows are too many to hold."""
    unread = any(report.bins for report in reports) and not given.source.in_memory
    if not settings.replicates or not sure or unread:
        return {}
    asked = [metrics[at] for at in sure]
    together = _Together.read(given, reports, settings)
    if together.groups == 1:
        return {}
    rough, drawn = np.zeros(len(asked)), np.zeros((settings.replicates, len(asked)))
    for done, each in enumerate(together.classes):
        progress(WORK, done, len(reports))
        rough += together.rough(each, asked) / len(reports)
        drawn += together.drawn(each, asked, settings) / len(reports)
    progress(WORK, len(reports), len(reports))
    units = given.unit is not None
    found = recentred(drawn, means[list(sure)], rough, asked, settings.level, units=units)
    return {at: found[to] for to, at in enumerate(sure)}


@dataclass(frozen=True)
class _Class:
    """One class against the rest in steps of its scores: the score of each step, and each row's cell.

    Cells are steps of positives, then steps of negatives, and one more for rows without a score.
    """

    score: Floats
    cell: NDArray[np.uint16]

    @classmethod
    def of(cls, score: Floats, positive: Bools, weight: Floats | None) -> _Class:
        known = ~np.isnan(score)
        table = ScoreTable.of(score[known], positive[known], None if weight is None else weight[known])
        step = steps_of(table, MOST_STEPS)
        lowest = table.score[np.append(np.flatnonzero(np.diff(step)), len(step) - 1)]
        size = len(lowest)
        cell = size - np.searchsorted(lowest[::-1], score, side="right") + np.where(positive, 0, size)
        return cls(scores_of_steps(table, step), np.where(known, cell, 2 * size).astype(np.uint16))


@dataclass(frozen=True)
class _Together:
    """Rows with their weight, the group that each is drawn with, and what it is to every class."""

    classes: tuple[_Class, ...]
    weight: Floats
    group: Ints
    groups: int

    @classmethod
    def read(cls, given: TableRoles, reports: Sequence[ScoreReport], settings: Settings) -> _Together:
        """Rows that have a truth; the same whatever order they stand in."""
        others = [] if given.weight is None else [given.weight]
        keys = [given.truth, *([] if given.unit is None else [given.unit])]
        rows = given.source.rows([*(report.score for report in reports), *others], keys)
        truth = rows.column(given.truth)
        there = truth.codes != MISSING
        weight = None if given.weight is None else rows.numbers(given.weight)[there].astype(np.float64)
        classes = tuple(
            _Class.of(rows.numbers(report.score)[there], _is(truth.take(there), report.positive), weight)
            for report in reports
        )
        mass = np.ones(int(there.sum())) if weight is None else weight
        item = _order(classes, mass) if given.unit is None else _units(rows.column(given.unit).take(there))
        items = int(item.max(initial=0)) + 1
        groups = min(items, MOST_GROUPS)
        shuffled = generator(settings, f"{MEAN}|groups").permutation(items) % groups
        return cls(classes, mass, shuffled[item], groups)

    def rough(self, each: _Class, metrics: Sequence[Metric]) -> Floats:
        """Values over steps of scores."""
        return values_of(_table(each, self._cells(each).sum(axis=0)), metrics)

    def drawn(self, each: _Class, metrics: Sequence[Metric], settings: Settings) -> Floats:
        """Values in every replicate (replicates, metrics), with the same groups drawn for every class."""
        cells = self._cells(each)
        found = [values_of(_table(each, times @ cells), metrics) for times in self._times(settings)]
        return np.concatenate(found)

    def _cells(self, each: _Class) -> Floats:
        """The weight of each group in every cell: (groups, 2 x steps)."""
        size, known = 2 * len(each.score), each.cell < 2 * len(each.score)
        place = self.group[known] * size + each.cell[known]
        return sums(place, self.weight[known], self.groups * size).reshape(self.groups, size)

    def _times(self, settings: Settings) -> Iterator[Floats]:
        """How often each group is drawn, in blocks: (size, groups)."""
        rng, size = generator(settings, MEAN), BLOCK_NUMBERS // max(MOST_GROUPS, 2 * MOST_STEPS)
        for start in range(0, settings.replicates, size):
            yield times_drawn(self.groups, min(size, settings.replicates - start), rng).astype(np.float64)


def _table(each: _Class, cells: Floats) -> ScoreTable:
    size = len(each.score)
    return ScoreTable(each.score, cells[..., :size], cells[..., size:])


def _is(truth: Column, positive: str) -> Bools:
    wanted = np.array([normal(label_text(value)) == normal(positive) for value in truth.values], np.bool_)
    return wanted[truth.codes]


def _order(classes: Sequence[_Class], weight: Floats) -> Ints:
    """The place of each row among all by what it is to every class."""
    keys: list[NDArray[Any]] = [weight, *(each.cell for each in classes)]
    place = np.empty(len(weight), np.int64)
    place[np.lexsort(keys)] = np.arange(len(weight))
    return place


def _units(unit: Column) -> Ints:
    """The place of each row's unit among all by their names."""
    used, codes = np.unique(unit.codes, return_inverse=True)
    names = [label_text(unit.values[code]) for code in used]
    _, place = np.unique(names, return_inverse=True)
    return place[codes].astype(np.int64)
