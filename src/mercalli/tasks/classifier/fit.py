"""Fit: learn a classifier, its probabilities and how much each label counts, from labelled texts alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np

from mercalli.errors import TextError
from mercalli.estimates.intervals import finite
from mercalli.estimates.label_sets import set_metric
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.texts import MULTI_CLASS, MULTI_LABEL, LabelledTexts
from mercalli.io.profiles import GENERIC
from mercalli.metrics.catalogue import Metric, one_number
from mercalli.metrics.profiled import metrics_of
from mercalli.plan.provenance import generic
from mercalli.profiles.profile import Profile
from mercalli.registry import command_of
from mercalli.stats.copies import Copies
from mercalli.stats.folds import folds
from mercalli.stats.label_sets import decided
from mercalli.tasks.classifier.classifier import (
    Calibration,
    Classifier,
    check_extra,
    label_weights,
    learnt,
    statistic_of,
)
from mercalli.tasks.classifier.ngrams import Terms, counts_of
from mercalli.tasks.classifier.result import WeightTrial

MACRO_F1 = "f1_macro"
FOLDS = 3
TINY = np.finfo(np.float64).tiny


@dataclass(frozen=True)
class FittedClassifier:
    """A classifier, and how its weights of labels were chosen by cross-validation."""

    classifier: Classifier
    metric: str
    trials: tuple[WeightTrial, ...]
    chosen: WeightTrial


def fit(data: LabelledTexts, *, seed: int = 0, progress: Progress = quiet) -> Classifier:
    """A classifier by the default settings."""
    return fitted(data, seed=seed, progress=progress).classifier


def fitted(
    data: LabelledTexts,
    *,
    seed: int = 0,
    profile: Profile | None = None,
    metric: str | None = None,
    counts: Any = None,  # noqa: ANN401 - scipy has no types
    groups: Ints | None = None,
    progress: Progress = quiet,
) -> FittedClassifier:
    """A classifier and how it came about.

    Args:
        data: What to learn from.
        seed: The same data and seed give the same classifier.
        profile: What the classes mean; its weights of classes are tried when labels are chosen.
        metric: By which labels are weighted; the first metric of the profile, or macro F1.
        counts: The n-grams of the texts, if they were counted before.
        groups: Which texts are copies of each other, if they were looked for before; they are in one fold.
        progress: Called with what is being done, how much of it is done, and how much there is.
    """
    check_extra()
    check_learnable(data)
    by = metric_for(data, profile or generic(), metric)
    if counts is None:
        progress("counting n-grams", 0, 1)
        counts = counts_of(data.texts)
    if not counts.nnz:
        raise TextError.wordless(data.origin)
    terms = Terms.of(counts)
    done = count(1)

    def tell() -> None:
        progress("learning", next(done), (FOLDS + 1) * len(data.classes))

    together = copies_of(data, progress) if groups is None else groups
    unseen = CrossFit.of(data, counts, together, seed, tell)
    linear = learnt(terms.weighed(counts), data.flags, seed, tell)
    weights = label_weights(data, _harm(profile or generic(), data.classes))
    tried = tuple(WeightTrial(name, unseen.value(by, each)) for name, each in weights.items())
    chosen = best_trial(tried, by.direction)
    classifier = Classifier(
        data.classes, data.mode, terms, linear, unseen.calibration, weights[chosen.name], data.delimiter
    )
    return FittedClassifier(classifier, by.text, tried, chosen)


def best_trial(tried: Sequence[WeightTrial], direction: int) -> WeightTrial:
    """The best; of equals the first, which changes least. Where nothing is defined, no weights."""
    values = {trial: direction * trial.value for trial in tried if trial.value is not None}
    return max(values, key=lambda trial: values[trial], default=tried[0])


def copies_of(data: LabelledTexts, progress: Progress = quiet) -> Ints:
    """A number for each text, the same for copies and near copies."""
    return Copies.of(data.texts.tolist(), lambda done, total: progress("looking for copies", done, total)).near


def check_learnable(data: LabelledTexts) -> None:
    """There must be something to tell apart."""
    if len(data.classes) < 1 + (data.mode == MULTI_CLASS):
        raise TextError.one_class(data.classes, data.origin)
    always = [name for name, n in zip(data.classes, data.counts, strict=True) if n == len(data)]
    if always:
        raise TextError.always(always, data.origin)


def metric_for(data: LabelledTexts, profile: Profile, metric: str | None) -> Metric:
    """The metric by which labels are weighted."""
    if data.mode == MULTI_LABEL:
        return set_metric(metric or MACRO_F1)
    own = profile.headline[0] if profile.name != GENERIC and profile.headline else MACRO_F1
    return one_number(metric or own, metrics_of(profile, data.classes), command_of)


def _harm(profile: Profile, classes: tuple[str, ...]) -> Floats | None:
    """How much the profile makes of each class, if it weighs them."""
    harm = profile.harms(classes, {})
    return harm if profile.harm is not None and (harm > 0).all() else None


@dataclass(frozen=True)
class CrossFit:
    """Scores (texts, K), each by a model of the other folds, and the fold of each text."""

    data: LabelledTexts
    scores: Floats
    fold: Ints

    @classmethod
    def of(cls, data: LabelledTexts, counts: Any, groups: Ints, seed: int, tell: Callable[[], None]) -> CrossFit:  # noqa: ANN401 - scipy has no types
        """Terms, too, are those of the other folds alone, texts of one group in one fold; `tell` after each model."""
        fold = fold_of(strata(data), groups, FOLDS, np.random.default_rng(seed))
        scores = np.empty(data.flags.shape, np.float64)
        for held in np.unique(fold):
            rest: Bools = fold != held
            terms = Terms.of(counts[rest])
            model = learnt(terms.weighed(counts[rest]), data.flags[rest], seed, tell)
            scores[~rest] = model.scores(terms.weighed(counts[~rest]))
        return cls(data, scores, fold)

    @cached_property
    def calibration(self) -> Calibration:
        """The map of all scores: that of the classifier, and in-sample for them."""
        return Calibration.of(self.scores, self.data.flags, self.data.mode, together=self._together)

    @property
    def probabilities(self) -> Floats:
        """Of each text by a map of the scores of other folds: what a new text would get."""
        return self._maps[self._together]

    def value(self, metric: Metric, weights: Floats) -> float | None:
        """What a metric gives where labels are chosen by these weights; None where it is undefined."""
        pred = decided(self.probabilities, weights, single=self.data.mode == MULTI_CLASS)
        return finite(float(metric(statistic_of(self.data, pred))))

    @cached_property
    def _together(self) -> bool:
        """Labels are mapped together unless one by one does better, as with many labels that little tells apart."""
        losses = {way: -np.log(np.maximum(each[self.data.flags], TINY)).mean() for way, each in self._maps.items()}
        return min(losses, key=lambda way: losses[way])

    @cached_property
    def _maps(self) -> dict[bool, Floats]:
        """Probabilities of labels mapped together, where each text has one label, and of labels mapped one by one."""
        ways = (True, False) if self.data.mode == MULTI_CLASS else (False,)
        return {together: self._mapped(together=together) for together in ways}

    def _mapped(self, *, together: bool) -> Floats:
        data, mapped = self.data, np.empty_like(self.scores)
        for held in np.unique(self.fold):
            rest: Bools = self.fold != held
            calibration = Calibration.of(self.scores[rest], data.flags[rest], data.mode, together=together)
            mapped[~rest] = calibration.probabilities(self.scores[~rest])
        return mapped


def strata(data: LabelledTexts) -> Ints:
    """The rarest label of each text, by which texts are parted; a text without labels is of a kind of its own."""
    order = np.argsort(np.argsort(data.counts, kind="stable"), kind="stable")
    rank = np.where(data.flags, order, len(order))
    rarest: Ints = rank.min(axis=1, initial=len(order))
    return rarest


def fold_of(stratum: Ints, groups: Ints, count: int, rng: np.random.Generator) -> Ints:
    """A fold for each text, drawn so that each stratum is spread evenly and texts of one group are together.

    >>> fold = fold_of(np.array([0, 0, 0, 0, 1, 1, 1]), np.array([0, 0, 1, 2, 3, 4, 5]), 3, np.random.default_rng(0))
    >>> bool(fold[0] == fold[1]), sorted(fold[1:4].tolist()), sorted(fold[4:].tolist())
    (True, [0, 1, 2], [0, 1, 2])
    """
    return folds(_parted(stratum, groups, count), stratum, count, rng)


def _parted(stratum: Ints, groups: Ints, count: int) -> Ints:
    """The groups; texts of a stratum with fewer groups than folds, or of a group larger than a fold, are alone."""
    distinct = np.unique(np.stack([stratum, groups]), axis=1)[0]
    few, large = np.bincount(distinct) < count, np.bincount(groups) > len(groups) / count
    alone = groups.max(initial=0) + 1 + np.arange(len(groups))
    return np.where(few[stratum] | large[groups], alone, groups)
