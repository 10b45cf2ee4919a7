"""Decisions by a threshold, what they come to with intervals, and the curves of all thresholds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.estimates.confusion import Estimates, estimates, generator
from mercalli.estimates.intervals import finite_each
from mercalli.estimates.measure import measure_of
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums
from mercalli.inputs.classes import label_text
from mercalli.inputs.scores import Edges, Scores
from mercalli.metrics.catalogue import PER_CLASS, Metric, parse
from mercalli.metrics.ratio import ratio
from mercalli.metrics.scores.calibrated import recalibrated
from mercalli.results.measure import Measure
from mercalli.stats.counts import Counts
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import OUTCOMES, sample_of, table_of
from mercalli.tasks.scores.joint import JointRows
from mercalli.tasks.scores.result import Curve, Decision, Point, Reliability, Tenth
from mercalli.tasks.scores.threshold.choice import Wish, choose
from mercalli.tasks.scores.threshold.worth import beside_trivial, case_worth, profits, worths

FOLDS = 5
POINTS, STRETCHES, TENTHS = 300, 300, 10
SHOWN = ("precision", "recall", "fpr", "specificity", "f1", "predicted_share", "accuracy")


def decision(scores: Scores, table: ScoreTable, wish: Wish, settings: Settings, name: str) -> Decision:
    """The best threshold, what it comes to on the same rows, and what choosing so comes to on rows held out."""
    return decided(scores, table, wish, settings, name)[0]


def decided(
    scores: Scores, table: ScoreTable, wish: Wish, settings: Settings, name: str
) -> tuple[Decision, HeldOut | None]:
    """The same with the decisions on rows held out."""
    choice = choose(table, wish, worths(scores, table)).over(scores.edges)
    alert = above(scores, choice.threshold)
    chosen = point(scores, alert, [choice.threshold], wish, settings, f"{name}|chosen")
    held_out = _held_out(scores, wish, settings, name)
    unseen = None if held_out is None else held_out.point(wish, settings, f"{name}|cross-fitted")
    stretch = choice.threshold, choice.above, choice.same_above
    return Decision(wish.aim, *stretch, chosen, unseen, choice.broken, choice.elsewhere), held_out


@dataclass(frozen=True)
class HeldOut:
    """Entries in folds, and whether they were acted on by the threshold that was chosen without their fold."""

    entries: Scores
    fold: Ints
    thresholds: tuple[float | None, ...]

    @cached_property
    def acted(self) -> Bools:
        """Whether each entry was acted on."""
        limits = np.array([np.inf if each is None else each for each in self.thresholds])
        return self.entries.score >= limits[self.fold]

    def point(self, wish: Wish, settings: Settings, name: str) -> Point:
        """What the decisions come to."""
        return point(self.entries, self.acted, self.thresholds, wish, settings, name)

    def share(self, rows: JointRows, system: str) -> Floats:
        """Which part of each row was acted on: rows alike of which some were are taken as acted on in part."""
        score, positive = rows.scores[system], rows.positive
        if rows.unit is not None:
            return (score >= self._limits(rows.unit)).astype(np.float64)
        distinct = np.unique(self.entries.score)
        size = 2 * len(distinct)
        place = 2 * np.searchsorted(distinct, self.entries.score) + self.entries.positive
        acted, every = (
            sums(place, part, size) for part in (self.entries.rows * self.acted, self.entries.rows.astype(np.float64))
        )
        return ratio(acted, every)[2 * np.searchsorted(distinct, score) + positive]

    def _limits(self, unit: NDArray[Any]) -> Floats:
        """From which score on rows of each unit were acted on."""
        column = self.entries.unit
        assert column is not None  # noqa: S101 - rows have units where entries have
        folds = dict(zip(column.codes.tolist(), self.fold.tolist(), strict=True))
        limit = {label_text(column.values[code]): self.thresholds[fold] for code, fold in folds.items()}
        names, place = np.unique(unit, return_inverse=True)
        found = (limit[str(name)] for name in names)
        return np.array([np.inf if each is None else each for each in found])[place]


def point_metrics(wish: Wish | None) -> list[Metric]:
    """What is told of a point: shares, and the profit per case and in all if there are prices."""
    return [*(parse(name) for name in SHOWN), *profits(wish)]


def above(scores: Scores, threshold: float | None) -> Bools:
    """Which entries score at least a threshold; None alerts nothing."""
    return scores.score >= (np.inf if threshold is None else threshold)


def point(  # noqa: PLR0917 - as estimates, and what was decided
    scores: Scores,
    alert: Bools,
    thresholds: Sequence[float | None],
    wish: Wish,
    settings: Settings,
    name: str,
) -> Point:
    """The four outcomes of some decisions, and their measures."""
    cell = np.where(scores.positive, 0, 3) + np.where(alert, 0, 1)
    sample = sample_of(scores, cell, OUTCOMES, (1, 2, 3))
    metrics = point_metrics(wish) if scores.acted is None else point_metrics(None)
    found = estimates(sample, Panel(tuple(metrics), 2), settings, name)
    measures = (*found.of_class(0, sample.n), *_of_both_classes(found, sample.n))
    (tp, fn), (fp, tn) = sample.confusions[0].cells[0, :, :2]
    counts = Counts(float(tp), float(fp), float(fn), float(tn))
    if scores.acted is not None:
        measures = (*measures, *case_worth(scores, alert, wish, settings, name))
    compared = tuple(beside_trivial(each, scores, counts, wish) for each in measures)
    return Point(tuple(thresholds), float(tp), float(fp), float(fn), float(tn), compared)


def _of_both_classes(found: Estimates, n: int) -> Iterator[Measure]:
    """Metrics that look at both classes."""
    for metric in found.panel.metrics:
        if metric.needs != PER_CLASS:
            at = found.panel.places[metric.text].start
            yield measure_of(metric, float(found.values[at]), found.intervals[at], n=n)


def _held_out(scores: Scores, wish: Wish, settings: Settings, name: str) -> HeldOut | None:
    """Thresholds chosen without a fold, applied to it; none if a fold would leave one class only, or nothing."""
    folds = FOLDS if scores.unit is None else min(FOLDS, len(np.unique(scores.unit.codes)))
    folded, fold = _folded(scores, folds, generator(settings, f"{name}|folds"))
    thresholds: list[float | None] = []
    for held_out in range(folds):
        rest = folded.take(np.flatnonzero(fold != held_out))
        if rest.positive.all() or not rest.positive.any():
            return None
        share, table = float(rest.weight.sum() / scores.weight.sum()), table_of(rest)
        thresholds.append(choose(table, wish.scaled(share), worths(rest, table)).over(scores.edges).threshold)
    return HeldOut(folded, fold, tuple(thresholds))


def _folded(scores: Scores, folds: int, rng: np.random.Generator) -> tuple[Scores, Ints]:
    """Every row in a fold by chance, rows of one unit in the same; entries that stand for many rows are split."""
    if scores.unit is not None:
        present, unit = np.unique(scores.unit.codes, return_inverse=True)
        return scores, rng.permutation(np.arange(len(present)) % folds)[unit]
    if scores.acted is not None and scores.left is not None:
        place = np.empty(len(scores.score), np.int64)
        place[np.lexsort([scores.left, scores.acted, scores.positive, scores.score])] = np.arange(len(place))
        return scores, rng.permutation(np.arange(len(place)) % folds)[place]
    merged = _merged(scores)
    rows = rng.multinomial(merged.rows, np.full(folds, 1 / folds))
    entry, fold = np.nonzero(rows)
    share = rows[entry, fold] / merged.rows[entry]
    part = merged.take(entry)
    return replace(
        part, rows=rows[entry, fold], weight=part.weight * share, weight_sq=part.weight_sq * share
    ), fold.astype(np.int64)


def _merged(scores: Scores) -> Scores:
    """Entries of one score and class as one, in their order, so that the order of the data plays no part."""
    distinct, code = np.unique(scores.score, return_inverse=True)
    (place, positive), position = distinct_rows([code, scores.positive.astype(np.int64)], [len(distinct), 2])
    rows, weight, weight_sq = (
        sums(position, part, len(place)) for part in (scores.rows, scores.weight, scores.weight_sq)
    )
    return replace(
        scores,
        score=distinct[place],
        positive=positive == 1,
        by={},
        rows=rows.astype(np.int64),
        weight=weight,
        weight_sq=weight_sq,
    )


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
