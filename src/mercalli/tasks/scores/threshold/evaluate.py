"""Threshold: how well scores rank, and the threshold that is best under prices and bounds, or under one bound alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from mercalli.errors import ColumnError, MetricError, SettingError
from mercalli.estimates.measure import cards
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.estimates.slices import slice_reports
from mercalli.inputs.digest import digest_of
from mercalli.inputs.labels import Policy
from mercalli.inputs.scores import Scores
from mercalli.inputs.tally import MISSING_WORDS, NONE_NEEDED
from mercalli.metrics.catalogue import SCORES, Metric, catalogue, parse
from mercalli.metrics.confusion.fpr import fpr
from mercalli.metrics.confusion.recall import recall
from mercalli.plan.detect import detecting
from mercalli.plan.numbers import ks_of
from mercalli.plan.roles import TableRoles, table_roles
from mercalli.stats.groups import Slice
from mercalli.tasks.scores.data import ScorePlan, bins_of, few, positives_of, scores_of, words_of
from mercalli.tasks.scores.estimate import ap_bounds, auc_bounds, score_measures, table_of
from mercalli.tasks.scores.notes import score_notes
from mercalli.tasks.scores.opening import ScoreRules, opened_scores
from mercalli.tasks.scores.result import Decision, Decisions, ScoreReport, ScoreSlice
from mercalli.tasks.scores.threshold.choice import Wish, choose
from mercalli.tasks.scores.threshold.class_means import class_means
from mercalli.tasks.scores.threshold.compare import compared
from mercalli.tasks.scores.threshold.estimate import (
    above,
    curve,
    decision,
    point,
    point_metrics,
    reliability,
)
from mercalli.tasks.scores.threshold.worth import priced, worths

HEADLINE = ("roc_auc", "average_precision", "brier")
METHODS = ("auto", "percentile")
ROUNDING = 1e-9  # 0.29 of 100 is 29, not 28.999999999999996


def threshold(
    data: object = None,
    *,
    truth: object = None,
    score: object = None,
    positive: object = None,
    value_tp: float | str | None = None,
    cost_fp: float | str | None = None,
    cost_fn: float | str | None = None,
    value_tn: float | str | None = None,
    max_fpr: float | None = None,
    min_precision: float | None = None,
    min_recall: float | None = None,
    capacity: float | str | None = None,
    weight: object = None,
    unit: object = None,
    by: object = None,
    metrics: Sequence[str] | str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    method: Literal["auto", "percentile"] = "auto",
    seed: int = 0,
    detect: float | None = None,
    missing: Literal["error", "drop"] = "error",
    bins: int | None = None,
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> Decisions:
    """How well scores separate positives from negatives, and at which score to act.

    Args:
        data: As in `evaluate`: a data frame, files, a dict of arrays, a `Statistic` of scores (which has its own
            roles), or nothing if the roles are arrays.
        truth: The column, or array, of true classes.
        score: The column of scores; several, or a dict name -> column, for several systems. A dict class -> column
            whose keys are the classes gives one against the rest for each class, and their means.
        positive: The class that the scores are for, as in 1 or "yes"; guessed if the truth is of the kind yes or no.
        value_tp: What acting on a positive is worth: a number, or the column that holds it for each case. So are the
            next three.
        cost_fp: What acting on a negative costs.
        cost_fn: What not acting on a positive costs.
        value_tn: What not acting on a negative is worth.
        max_fpr: The highest share of negatives that may be acted on.
        min_precision: The lowest share of positives among what is acted on.
        min_recall: The lowest share of positives that is acted on.
        capacity: How many can be acted on, or a share of the rows as in "10%".
        weight: A column of weights.
        unit: What is resampled, and held out, as a whole.
        by: One or more columns to slice by.
        metrics: Metrics of scores wanted, as texts; all by default.
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        method: "auto" (DeLong for the ROC-AUC, Wilson for proportions, percentile otherwise) or "percentile".
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many cases or units would show it.
        missing: "drop" leaves out rows without truth or score; by default they are an error.
        bins: Count scores in this many bins of every octave, a power of two. Bins do not depend on the data, and are
            narrow near 0 and 1. By default 512 for very many rows in files, and none for others.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Values with intervals, the best threshold with its plateau, and its results on held-out rows.

    >>> rows = {"urgent": [1, 1, 0, 0] * 10, "score": [0.9, 0.4, 0.6, 0.1] * 10}
    >>> result = threshold(rows, truth="urgent", score="score", value_tp=10, cost_fp=1, replicates=0)
    >>> print(result.systems[0].decision.threshold)
    0.4000
    """
    prices = {"value_tp": value_tp, "cost_fp": cost_fp, "cost_fn": cost_fn, "value_tn": value_tn}
    bounds = {"max_fpr": max_fpr, "min_precision": min_precision, "min_recall": min_recall}
    named = {"truth": truth, "score": score, "weight": weight, "unit": unit, "by": by}
    roles, rules = opened_scores(data, named, ScoreRules.of(positive, bins, missing), encoding)
    positive, drop = rules.positive, rules.policy.missing == "drop"
    bounds["capacity"] = _capacity(capacity, roles, drop=drop)
    if method not in METHODS:
        raise SettingError.choice("method", method, METHODS)
    wish, settings = Wish.of(**prices, **bounds), Settings(level, replicates, method, seed)
    known, positives = _metrics(metrics), positives_of(roles, positive, score)
    plan = _ThresholdPlan(
        _with_values(roles, wish),
        settings,
        rules.policy,
        _bins(roles, rules.bins, wish),
        positives,
        wish,
        known,
    )
    reports = [plan.report(name, label, progress) for name, label in positives.items()]
    per_class = positive is None and len(set(positives.values())) > 1
    result = Decisions(
        headline=_headline(plan.metrics),
        metrics=cards([*plan.metrics, *point_metrics(plan.wish)]),
        wish={} if plan.wish is None else plan.wish.asked,
        systems=tuple(reports),
        macro=class_means(roles, reports, plan.metrics, plan.settings, progress) if per_class else (),
        provenance=plan.provenance(roles.by),
        comparison=None if per_class else compared(plan.roles, reports, wish, _headline(known), settings, progress),
    )
    return detecting(result, detect)


def _capacity(asked: float | str | None, roles: TableRoles, *, drop: bool) -> float | None:
    """How many can be acted on; a share is one of the rows that count, rounded down, and at least one."""
    if not isinstance(asked, str):
        return asked
    (k,) = ks_of(asked, "capacity")
    if k >= 1:
        return k
    scores = dict.fromkeys(roles.systems.values(), MISSING_WORDS)
    present = {roles.truth: words_of(roles), **scores} if drop else NONE_NEEDED
    cases = float(roles.source.tally([roles.truth], roles.weight, present).weight.sum())
    return max(1.0, float(np.floor(k * cases + ROUNDING)))


def _with_values(roles: TableRoles, wish: Wish | None) -> TableRoles:
    """The same with single rows in memory, where every case has values of its own."""
    names = [] if wish is None else list(wish.columns.values())
    if not names:
        return roles
    for role, name in wish.columns.items() if wish is not None else ():
        if name not in roles.source.columns:
            hint = f" `{role}` takes a number, or the name of a column that holds one for each case."
            raise ColumnError.unknown(name, roles.source.columns, roles.source.origin, hint)
    numbers = [*roles.systems.values(), *([] if roles.weight is None else [roles.weight]), *names]
    keys = [name for name in (roles.truth, roles.unit, *roles.by) if name is not None]
    return replace(roles, source=roles.source.rows(list(dict.fromkeys(numbers)), list(dict.fromkeys(keys))))


def _bins(roles: TableRoles, asked: int | None, wish: Wish | None) -> int:
    """Bins, but none where every case has values of its own."""
    if wish is None or not wish.columns:
        return bins_of(roles, asked)
    if asked:
        raise SettingError.outside("bins", asked, "0 where values come from a column, one for each case")
    return 0


def _headline(metrics: Sequence[Metric]) -> tuple[str, ...]:
    """The usual ones among the metrics asked for, or the first of these."""
    texts = [metric.text for metric in metrics]
    return tuple(text for text in HEADLINE if text in texts) or tuple(texts[: len(HEADLINE)])


def _metrics(texts: Sequence[str] | str | None) -> tuple[Metric, ...]:
    """The metrics of scores asked for, or all that need no option."""
    every = [metric for metric in catalogue().values() if metric.needs == SCORES]
    if not texts:
        plain = (metric for metric in every if not metric.needs_options)
        return tuple(sorted(plain, key=lambda metric: (metric.name not in HEADLINE, metric.name)))
    metrics = [parse(text) for text in ([texts] if isinstance(texts, str) else texts)]
    for metric in metrics:
        if metric.needs != SCORES:
            known = ", ".join(other.name for other in every)
            raise MetricError.named(
                metric.text, f"is not a metric of scores. The metrics are {known}; at a threshold, all are computed."
            )
    return tuple(metrics)


@dataclass(frozen=True)
class _ThresholdPlan(ScorePlan):
    """What is wanted of every system."""

    wish: Wish | None
    metrics: tuple[Metric, ...]

    def scores(self, name: str, positive: str, progress: Progress) -> Scores:
        """The scores of one system, with what each case is worth if that differs."""
        scores = super().scores(name, positive, progress)
        if self.wish is None or not self.wish.columns:
            return scores
        return priced(scores, self.roles, positive, self.shared or [self.roles.systems[name]], self.wish)

    def report(self, name: str, positive: str, progress: Progress) -> ScoreReport:
        """Everything about one column of scores."""
        scores = self.scores(name, positive, progress)
        table, chosen = table_of(scores), None
        measures = score_measures(scores, table, self.metrics, self.settings, name)
        if self.wish is not None:
            chosen = decision(scores, table, self.wish, self.settings, name)
        shown = [metric for metric in self.metrics if metric.text in HEADLINE] or list(self.metrics)
        parts = slice_reports(scores, lambda part: self._slice(scores.take(part.chosen), part, shown, chosen), progress)
        return ScoreReport(
            name=name,
            score=self.roles.systems[name],
            positive=positive,
            n=scores.n,
            dropped=scores.dropped,
            positives=float(table.positives),
            total=float(table.total),
            distinct=len(table.score),
            bins=scores.bins,
            auc_bounds=auc_bounds(table) if scores.bins else None,
            ap_bounds=ap_bounds(table) if scores.bins else None,
            measures=measures,
            decision=chosen,
            curve=curve(table, scores.edges, None if chosen is None else chosen.threshold, worths(scores, table)),
            reliability=reliability(table),
            slices=parts,
            notes=tuple(score_notes(scores, table, measures, chosen, parts, self.left_out(positive, scores.dropped))),
            digest=digest_of([positive], [table.score, table.positive, table.negative]),
            scored=self.scored(name, positive),
        )

    def _slice(self, scores: Scores, part: Slice, shown: Sequence[Metric], chosen: Decision | None) -> ScoreSlice:
        """The headline metrics, the common threshold and the best one."""
        table, name = table_of(scores), part.key
        both = bool(table.positives and table.negatives)
        common = own = None
        if self.wish is not None and chosen is not None:
            alert = above(scores, chosen.threshold)
            common = point(scores, alert, [chosen.threshold], self.wish, self.settings, f"{name}|common")
            wish = self.wish.scaled(float(table.total) / chosen.chosen.total)
            own = decision(scores, table, wish, replace(self.settings, replicates=0), name) if both else None
        thin = few(scores.n, float(table.positives), float(table.negatives))
        measures = score_measures(scores, table, shown, self.settings, name)
        size = float(table.positives), float(table.total)
        return ScoreSlice(part.columns, part.values, scores.n, *size, thin, measures, common, own)


@dataclass(frozen=True)
class RecallUnderFpr:
    """Acting on everything that scores at least `threshold`, or on nothing where that is None."""

    threshold: float | None
    fpr: float
    recall: float


def recall_under_fpr_constraint(
    y_true: ArrayLike, y_score: ArrayLike, target_fpr: float = 0.01, *, positive: object = None
) -> RecallUnderFpr:
    """The highest recall that some threshold reaches while at most a share of negatives is acted on.

    Args:
        y_true: True classes.
        y_score: A score for each.
        target_fpr: The highest false positive rate allowed; reaching it exactly is allowed too.
        positive: The class that the scores are for, as in 1 or "yes"; guessed if the truth is of the kind yes or no.

    Returns:
        The highest threshold with that recall, searched among all scores, with what it reaches; a threshold
        of None where every score would let too many negatives through.

    >>> recall_under_fpr_constraint([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.1], target_fpr=0.5)
    RecallUnderFpr(threshold=0.6, fpr=0.5, recall=1.0)
    """
    roles = table_roles(None, truth=np.asarray(y_true), pred=np.asarray(y_score))
    ((name, column),) = roles.systems.items()
    scores = scores_of(roles, column, positives_of(roles, positive, None)[name], Policy())
    choice = choose(table_of(scores), Wish(max_fpr=target_fpr))
    return RecallUnderFpr(choice.threshold, float(fpr(choice.counts)), float(recall(choice.counts)))
