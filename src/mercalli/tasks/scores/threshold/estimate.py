"""Decisions by a threshold, what they come to with intervals, and the curves of all thresholds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from mercalli.estimates.confusion import Estimates, estimates
from mercalli.estimates.intervals import finite_each
from mercalli.estimates.measure import measure_of
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, sums
from mercalli.inputs.scores import Edges, Scores
from mercalli.metrics.catalogue import PER_CLASS, Metric, parse
from mercalli.metrics.scores.calibrated import recalibrated
from mercalli.results.measure import Measure
from mercalli.stats.counts import Counts
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import OUTCOMES, sample_of
from mercalli.tasks.scores.result import Curve, Decision, Point, Reliability, Tenth
from mercalli.tasks.scores.threshold.choice import Wish, choose
from mercalli.tasks.scores.threshold.held_out import held_out
from mercalli.tasks.scores.threshold.nested import choice_factor
from mercalli.tasks.scores.threshold.worth import beside_trivial, case_worth, profits, stretched, where_few, worths

FOLDS = 5
POINTS, STRETCHES, TENTHS = 300, 300, 10
SHOWN = ("precision", "recall", "fpr", "specificity", "f1", "predicted_share", "accuracy")


def decision(scores: Scores, table: ScoreTable, wish: Wish, settings: Settings, name: str) -> Decision:
    """The best threshold, what it comes to on the same rows, and what choosing so comes to on rows held out."""
    choice = choose(table, wish, worths(scores, table)).over(scores.edges)
    alert = above(scores, choice.threshold)
    chosen = point(scores, alert, [choice.threshold], wish, settings, f"{name}|chosen")
    unseen = held_out(scores, table, wish, settings)
    crossed = None
    if unseen is not None:
        sure, limits = choice.threshold is None, unseen.thresholds
        fixed = point(unseen.entries, unseen.acted, limits, wish, settings, f"{name}|cross-fitted", sure=sure)
        crossed = chosen_again(fixed, scores, table, wish, settings)
    stretch = choice.threshold, choice.above, choice.same_above
    splits = 1 if unseen is None else unseen.splits
    return Decision(wish.aim, *stretch, chosen, crossed, choice.broken, choice.elsewhere, splits)


def chosen_again(fixed: Point, scores: Scores, table: ScoreTable, wish: Wish, settings: Settings) -> Point:
    """The same with wider intervals of its worth, because another sample would choose other thresholds."""
    if not wish.prices or not settings.replicates:
        return fixed
    factor, total = choice_factor(scores, table, wish, settings), float(table.total)
    return replace(fixed, measures=tuple(stretched(each, factor, wish, total) for each in fixed.measures))


def point_metrics(wish: Wish | None) -> list[Metric]:
    """What is told of a point: shares, and the profit per case and in all if there are prices."""
    return [*(parse(name) for name in SHOWN), *profits(wish)]


def above(scores: Scores, threshold: float | None) -> Bools:
    """Which entries score at least a threshold; None alerts nothing."""
    return scores.score >= (np.inf if threshold is None else threshold)


def point(  # noqa: PLR0917 - as estimates, and what was decided
    scores: Scores,
    alert: Bools | Floats,
    thresholds: Sequence[float | None],
    wish: Wish,
    settings: Settings,
    name: str,
    *,
    sure: bool = True,
) -> Point:
    """The four outcomes of some decisions, and their measures; `alert` may be a share of each entry.

    It may not be `sure` that new rows are decided in this way.
    """
    acted = np.asarray(alert, np.float64)
    parts = np.concatenate([np.flatnonzero(acted > 0), np.flatnonzero(acted < 1)])
    left = np.arange(len(parts)) >= (acted > 0).sum()
    cell = np.where(scores.positive[parts], 0, 3) + left
    sample = sample_of(scores.take(parts), cell, OUTCOMES, (1, 2, 3), np.where(left, 1 - acted[parts], acted[parts]))
    metrics = point_metrics(wish) if scores.acted is None else point_metrics(None)
    found = estimates(sample, Panel(tuple(metrics), 2), settings, name)
    measures = (*found.of_class(0, sample.n), *_of_both_classes(found, sample.n))
    (tp, fn), (fp, tn) = sample.confusions[0].cells[0, :, :2]
    counts = Counts(float(tp), float(fp), float(fn), float(tn))
    if scores.acted is not None:
        measures = (*measures, *case_worth(scores, acted, wish, settings, name))
    if settings.replicates:
        measures = tuple(where_few(each, scores, counts, wish, settings.level, sure=sure) for each in measures)
    compared = tuple(beside_trivial(each, scores, counts, wish) for each in measures)
    return Point(tuple(thresholds), float(tp), float(fp), float(fn), float(tn), compared)


def _of_both_classes(found: Estimates, n: int) -> Iterator[Measure]:
    """Metrics that look at both classes."""
    for metric in found.panel.metrics:
        if metric.needs != PER_CLASS:
            at = found.panel.places[metric.text].start
            yield measure_of(metric, float(found.values[at]), found.intervals[at], n=n)


def curve(table: ScoreTable, edges: Edges | None, chosen: float | None, worth: Floats | None = None) -> Curve:
    """Points spread evenly over the rows and over the positives, the chosen threshold among them.

    >>> from mercalli.stats.scores import ScoreTable
    >>> curve(ScoreTable(np.array([0.9, 0.2]), np.array([1.0, 0.0]), np.array([0.0, 1.0])), None, None)
    Curve(threshold=(0.9, 0.2), same_above=(0.2, None), tp=(1.0, 1.0), fp=(0.0, 1.0), worth=())
    """
    ends = np.linspace(0, 1, POINTS // 2)
    places = [np.searchsorted(part, ends * part[-1]) for part in (table.tp + table.fp, table.tp)]
    score = table.score if edges is None else edges.threshold(table.score)
    if chosen is not None:
        places.append(np.flatnonzero(score == chosen))
    kept = np.unique(np.clip(np.concatenate(places), 0, len(score) - 1))
    threshold, tp, fp = (tuple(part[kept].tolist()) for part in (score, table.tp, table.fp))
    each = () if worth is None else tuple((worth / table.total)[np.append(0, kept + 1)].tolist())
    if edges is not None:
        return Curve(threshold, tuple(edges.below(score) for score in threshold), tp, fp, each)
    lower = np.where(kept + 1 < len(score), score[np.minimum(kept + 1, len(score) - 1)], np.nan)
    return Curve(threshold, finite_each(lower), tp, fp, each)


def reliability(table: ScoreTable) -> Reliability | None:
    """The isotonic fit as stretches of equal shares; None where scores are no probabilities.

    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable(np.array([0.9, 0.8, 0.2]), np.array([1.0, 2.0, 0.0]), np.array([0.0, 0.0, 3.0]))
    >>> reliability(table).observed
    (1.0, 0.0)
    """
    fitted = recalibrated(table)
    if np.isnan(fitted).any():
        return None
    first = np.flatnonzero(np.append(True, fitted[1:] != fitted[:-1]))
    last = np.append(first[1:], len(fitted)) - 1
    rows = np.add.reduceat(table.positive + table.negative, first)
    kept = np.unique(np.linspace(0, len(first) - 1, min(STRETCHES, len(first))).astype(np.int64))
    parts = (table.score[last], table.score[first], fitted[first], rows)
    low, high, observed, total = (tuple(part[kept].tolist()) for part in parts)
    return Reliability(low, high, observed, total, tuple(_tenths(table)))


def _tenths(table: ScoreTable) -> Iterator[Tenth]:
    """Tenths of the cases from high scores to low."""
    rows = table.positive + table.negative
    middle = np.cumsum(rows) - rows / 2
    _, tenth = np.unique(np.minimum(middle / table.total * TENTHS, TENTHS - 1).astype(np.int64), return_inverse=True)
    size = int(tenth.max()) + 1
    score, positives, total = (sums(tenth, part, size) for part in (table.score * rows, table.positive, rows))
    for at in np.flatnonzero(total):
        yield Tenth(float(score[at] / total[at]), float(positives[at]), float(total[at]))
