"""What a model is worth on the texts of the feedback or of its test, and where its errors change in time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.texts import LabelledTexts
from mercalli.metrics.ratio import ratio
from mercalli.results.limits import FEW_ROWS
from mercalli.stats.copies import COPIES, groups_of
from mercalli.tasks.classifier.model import Model
from mercalli.uncertainty.first_k import effective
from mercalli.uncertainty.intervals import newcombe, percentile, wilson
from mercalli.uncertainty.weighted_texts import Weights, f1_scores, resampled

REPLICATES = 1000
UNKNOWN = np.full(2, np.nan)
PRED = "pred"


@dataclass(frozen=True)
class Side:
    """Texts with their labels and what the model gives them; copies, which have the same group, are drawn together."""

    truth: Bools
    pred: Bools
    groups: Ints
    weights: Weights

    @classmethod
    def of(cls, data: LabelledTexts, model: Model, seed: int) -> Side:
        """From labelled texts; what the model said of them and which are copies is taken from beside them if there.

        It stands there for the test that the model came with, whose texts may be masked.
        """
        flags = data.sets.flags(model.classes)[data.sets.codes]
        groups = groups_of(data.texts.tolist()) if COPIES not in data.by else groups_of(_beside(data, COPIES))
        return cls(flags, _predicted(data, model), groups, resampled(groups, REPLICATES, seed))

    def accuracy(self, level: float) -> Floats:
        """The share of texts with all labels right, with the ends of its interval: (3,)."""
        return self._share((self.truth == self.pred).all(axis=1), np.ones(len(self.truth), np.bool_), level)

    def recall(self, at: int, level: float) -> Floats:
        """The share of a label that is found, with the ends of its interval: (3,)."""
        truth = self.truth[:, at]
        return self._share(truth & self.pred[:, at], truth, level)

    def _share(self, right: Bools, have: Bools, level: float) -> Floats:
        """Wilson's interval, of as many trials as there are different texts, or fewer where copies vary more."""
        drawn = ratio(*((self.weights @ each.astype(np.float32)).astype(np.float64) for each in (right, have)))
        trials = effective(drawn[0], len(np.unique(self.groups[have])), drawn[1:])
        return np.concatenate([drawn[:1], wilson(drawn[0], trials, level)])

    @cached_property
    def averaged(self) -> frozenset[int]:
        """The labels that occur or are given, over which F1 is averaged."""
        return frozenset(np.flatnonzero((self.truth | self.pred).any(axis=0)).tolist())

    @cached_property
    def f1_macro(self) -> Floats:
        """Mean F1 of these labels, under every weighting: (1 + R,)."""
        each = f1_scores(self.truth, self.pred, self.weights)
        return ratio(np.nansum(each, axis=-1), (~np.isnan(each)).sum(axis=-1).astype(np.float64))


def _predicted(data: LabelledTexts, model: Model) -> Bools:
    classifier = model.classifier
    if PRED not in data.by:
        return classifier.flags(model.probabilities(data.texts))
    settings: dict[str, Any] = {"mode": classifier.mode, "delimiter": classifier.delimiter, "words": ()}
    said = LabelledTexts.check(data.texts.tolist(), _beside(data, PRED), **settings, origin=data.origin)
    return said.sets.flags(model.classes)[said.sets.codes]


def _beside(data: LabelledTexts, name: str) -> list[str]:
    """A column, with an empty text where it has nothing."""
    values = ("", *map(str, data.by[name].values))
    return [values[code + 1] for code in data.by[name].codes.tolist()]


def between_shares(feedback: Floats, test: Floats) -> Floats:
    """Feedback minus test, with the ends of its interval: (3,)."""
    return np.concatenate([feedback[:1] - test[:1], newcombe(feedback, test)])


def with_ends(drawn: Floats, level: float, *, few: bool) -> Floats:
    """A value with the ends of its interval; without them where texts are few, or replicates all alike: (3,)."""
    ends = percentile(drawn[1:], level)
    return np.concatenate([drawn[:1], UNKNOWN if few or ends[0] == ends[1] else ends])


def are_few(side: Side) -> bool:
    """Whether there are too few texts for replicates to tell how sure a number is."""
    return len(np.unique(side.groups)) < FEW_ROWS
