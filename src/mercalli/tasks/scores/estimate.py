"""How well scores rank: metrics of a score table with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np

from mercalli.estimates.confusion import can_resample, generator
from mercalli.estimates.intervals import NO_INTERVAL, Intervals, bounds_of, method_name
from mercalli.estimates.measure import measure_of
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints, distinct_rows, sums
from mercalli.inputs.scores import Scores
from mercalli.metrics.catalogue import Metric
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.stats.octave_scores import OctaveScores
from mercalli.stats.sample import Sample
from mercalli.stats.scores import ScoreTable
from mercalli.stats.weighing import Weighing
from mercalli.uncertainty.delong import FEW_LOST, auc_interval, delong
from mercalli.uncertainty.few_units import MANY_UNITS
from mercalli.uncertainty.intervals import percentile, wilson
from mercalli.uncertainty.resample import left_out, tables_drawn

MOST_STEPS = 2_048
AUC = "roc_auc"
CONSTANT = "constant"
OUTCOMES = ("positive", "negative")


def table_of(scores: Scores) -> ScoreTable:
    """The table of all rows."""
    if scores.inside is not None and scores.edges is not None:
        return OctaveScores.of_entries(scores.score, scores.positive, scores.weight, scores.inside, scores.edges)
    plain = not scores.weighted and scores.n == len(scores.rows)
    return ScoreTable.of(scores.score, scores.positive, None if plain else scores.weight)


def score_measures(
    scores: Scores, table: ScoreTable, metrics: Sequence[Metric], settings: Settings, name: str
) -> tuple[Measure, ...]:
    """Every metric of the table, exactly, with an interval and what a constant score would get."""
    constant = _constant(table)
    sure = [metric for metric in metrics if metric.facts.interval != "none"]
    intervals = _in_bins(_intervals(scores, table, sure, settings, name), scores.bins)
    places = {metric.text: at for at, metric in enumerate(sure)}
    return tuple(
        measure_of(
            metric,
            float(metric(table)),
            intervals[places[metric.text]] if metric.text in places else NO_INTERVAL,
            n=scores.n,
            baselines={CONSTANT: float(metric(constant))},
            trivial=CONSTANT,
        )
        for metric in metrics
    )


def _in_bins(intervals: Intervals, bins: int) -> Intervals:
    """The same, each saying that its value is of bins: rows are drawn, and where they lie in their bins is not."""
    said = [method and f"{method}, in bins" for method in intervals.methods]
    return replace(intervals, methods=said) if bins else intervals


def _constant(table: ScoreTable) -> ScoreTable:
    """The table of a model that gives everything the share of positives."""
    share = np.atleast_1d(table.positives / table.total)
    return ScoreTable(share, np.atleast_1d(table.positives), np.atleast_1d(table.negatives))


def _intervals(
    scores: Scores, table: ScoreTable, metrics: Sequence[Metric], settings: Settings, name: str
) -> Intervals:
    sample, steps = score_sample(scores, table)
    if not settings.replicates or not can_resample(sample) or not metrics:
        return Intervals.none(len(metrics))
    exact, rough = (values_of(each, metrics) for each in (table, ScoreTable(steps, *sample_table(sample))))
    if settings.method == "auto" and sample.unit is not None and sample.units < MANY_UNITS:
        without = np.concatenate([_values_in(steps, block.cells, metrics) for (block,), _ in left_out(sample)])
        return Intervals.over_units(exact, without + (exact - rough), bounds_of(metrics), settings.level)
    tables = tables_drawn(sample, settings.replicates, generator(settings, name))
    drawn = np.concatenate([_values_in(steps, block, metrics) for (block,) in tables])
    units = sample.unit is not None
    intervals = recentred(drawn, exact, rough, metrics, settings.level, units=units)
    plain = settings.method == "auto" and not units and not sample.weighted
    found = _near_ends(intervals, table, exact, metrics, settings.level) if plain else intervals
    trials = np.full(len(metrics), _trials(scores, table, sample))
    return found.with_width(exact, trials, bounds_of(metrics), settings.level)


def _trials(scores: Scores, table: ScoreTable, sample: Sample) -> float:
    """How many units, or rows of equal weight of the rarer kind, values rest on."""
    fewer = min(float(table.positives), float(table.negatives))
    return Weighing.of(scores).effective * fewer / float(table.total) if sample.unit is None else float(sample.units)


def _values_in(steps: Floats, tables: Floats, metrics: Sequence[Metric]) -> Floats:
    """All metrics of tables of positives and negatives by step: (tables, metrics)."""
    return values_of(ScoreTable(steps, tables[:, 0], tables[:, 1]), metrics)


def _near_ends(
    intervals: Intervals, table: ScoreTable, values: Floats, metrics: Sequence[Metric], level: float
) -> Intervals:
    """DeLong's interval of the ROC-AUC, and Wilson's where it is wider because few rows count against a share."""
    low, high, methods = intervals.low.copy(), intervals.high.copy(), list(intervals.methods)
    fewer = min(float(table.positives), float(table.negatives))
    for at, (metric, value) in enumerate(zip(metrics, values.tolist(), strict=True)):
        if metric.facts.interval == "delong":
            ends = auc_interval(value, float(delong(table)), float(table.positives), float(table.negatives), level)
            low[at], high[at], methods[at] = ends or (np.nan, np.nan, None)
        elif metric.facts.best == 1 and fewer * min(value, 1 - value) < FEW_LOST:
            least, most = wilson(np.array(value), np.array(fewer), level)
            low[at], high[at], methods[at] = min(low[at], least), max(high[at], most), f"{methods[at]} or wilson"
    return replace(intervals, low=low, high=high, methods=methods)


def recentred(
    drawn: Floats, exact: Floats, rough: Floats, metrics: Sequence[Metric], level: float, *, units: bool
) -> Intervals:
    """Intervals of values from replicates over some thousand steps, moved by what the steps change in the values."""
    ranges = np.array([metric.facts.range for metric in metrics], np.float64).T
    low, high = (np.clip(end, *ranges) for end in percentile(drawn + (exact - rough), level))
    methods = [method_name("percentile", units=units)] * len(metrics)
    for at, metric in enumerate(metrics):
        if metric.facts.interval == "reflected":
            low[at], high[at] = _reflected(float(exact[at]), low[at], high[at], metric)
            methods[at] = method_name("reflected percentile", units=units)
    return Intervals(low, high, methods, np.isnan(drawn).mean(axis=0))


def values_of(table: ScoreTable, metrics: Sequence[Metric]) -> Floats:
    """All metrics of a table, or of as many as it has along its first axis: (..., metrics)."""
    return np.stack([np.broadcast_to(metric(table), table.positive.shape[:-1]) for metric in metrics], axis=-1)


def _reflected(value: float, low: float, high: float, metric: Metric) -> tuple[float, float]:
    """The interval turned round the value, and the value in it: replicates lie above what they are replicates of."""
    ends = np.clip([2 * value - high, 2 * value - low], *metric.facts.range)
    return min(float(ends[0]), value), max(float(ends[1]), value)


def score_sample(scores: Scores, table: ScoreTable, steps: Ints | None = None) -> tuple[Sample, Floats]:
    """What resampling needs, over at most some thousand steps of scores, and the score of each step.

    Scores are put together so that steps hold about as many rows each, or into the `steps` given; a replicate of a
    metric is then moved by what this changes in its value.
    """
    step = steps_of(table) if steps is None else steps
    size = int(step.max(initial=0)) + 1
    score = scores_of_steps(table, step)
    if scores.unit is None and not scores.weighted:
        rows = np.concatenate([sums(step, part, size) for part in (table.positive, table.negative)])
        cells = np.flatnonzero(rows)
        kept, units = rows[cells], min(len(cells), 1)
        return Sample(OUTCOMES, (2, size), (cells,), kept, kept, kept, None, units, weighted=False), score
    place = step[len(step) - 1 - np.searchsorted(table.score[::-1], scores.score)]
    return sample_of(scores, np.where(scores.positive, 0, size) + place, OUTCOMES, (2, size)), score


def sample_of(
    scores: Scores, cell: Ints, classes: tuple[str, ...], shape: tuple[int, ...], times: Floats | None = None
) -> Sample:
    """Rows and weights by cell of a table, by unit if there are units; each entry counts so many `times`."""
    often = np.ones(1) if times is None else times
    unit = np.zeros(len(cell), np.int64) if scores.unit is None else scores.unit.codes
    (units, cells), position = distinct_rows([unit, cell], [int(unit.max(initial=0)) + 1, prod(shape)])
    rows, weight, weight_sq = (
        sums(position, part * often, len(cells)) for part in (scores.rows, scores.weight, scores.weight_sq)
    )
    present, kept = np.unique(units, return_inverse=True)
    unit_of = None if scores.unit is None else kept.astype(np.int64)
    return Sample(classes, shape, (cells,), rows, weight, weight_sq, unit_of, len(present), scores.weighted)


def sample_table(sample: Sample) -> tuple[Floats, Floats]:
    """Positives and negatives of each step."""
    table = sums(sample.cells[0], sample.weight, 2 * sample.shape[1]).reshape(sample.shape)
    return table[0], table[1]


def steps_of(table: ScoreTable, most: int = MOST_STEPS) -> Ints:
    """Which step each score belongs to, counted from the highest."""
    if len(table.score) <= most:
        return np.arange(len(table.score))
    middle = table.tp + table.fp - (table.positive + table.negative) / 2
    step = np.minimum(middle / table.total * most, most - 1).astype(np.int64)
    return np.unique(step, return_inverse=True)[1].astype(np.int64)


def scores_of_steps(table: ScoreTable, step: Ints) -> Floats:
    """The mean score of each step."""
    mass, size = table.positive + table.negative, int(step.max(initial=0)) + 1
    return sums(step, table.score * mass, size) / np.maximum(sums(step, mass, size), np.finfo(np.float64).tiny)


def auc_bounds(table: ScoreTable) -> tuple[float, float] | None:
    """Where the ROC-AUC lies for certain if scores were put in bins: ties within a bin count 0 at least, 1 at most."""
    pairs = float(table.positives * table.negatives)
    if not pairs:
        return None
    sure = float((table.negative * (table.tp - table.positive)).sum())
    tied = float((table.negative * table.positive).sum())
    return sure / pairs, (sure + tied) / pairs


def ap_bounds(table: ScoreTable) -> tuple[float, float] | None:
    """Where the average precision lies for certain if scores were put in bins.

    At least as if the negatives of each bin came first, and then its positives one by one in ever smaller parts; at
    most as if its positives came first and together.

    >>> table = ScoreTable(np.array([0.9, 0.2]), np.array([2.0, 1.0]), np.array([0.0, 3.0]))
    >>> print(*ap_bounds(table))
    0.8177 1.0
    """
    if not table.positives:
        return None
    before, tp, fp = table.tp - table.positive, table.tp, table.fp
    first = ratio(table.positive * tp, tp + fp - table.negative)
    with np.errstate(divide="ignore", invalid="ignore"):
        last = np.where(fp > 0, table.positive - fp * np.log((tp + fp) / (before + fp)), table.positive)
    least, most = (float(np.nansum(np.where(table.positive > 0, part, 0.0))) for part in (last, first))
    return least / float(table.positives), most / float(table.positives)
