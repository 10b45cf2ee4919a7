"""What a model gets unseen beside answers that look at no text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.ratio import ratio
from mercalli.results.findings import CONSTANT, RANDOM
from mercalli.text.numbers import DIGITS, interval, number
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.weighted_texts import f1_scores

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.uncertainty.weighted_texts import Weights


@dataclass(frozen=True)
class Advantage:
    """A metric, that of an answer that looks at no text, and the interval of the difference."""

    metric: str
    value: float
    against: str
    trivial: float
    low: float
    high: float

    @classmethod
    def of(cls, metric: str, values: Floats, against: str, trivial: Floats, level: float) -> Advantage:
        """From values under every weighting, the first of which is the data itself."""
        low, high = percentile((values - trivial)[1:].astype(np.float64), level)
        return cls(metric, float(values[0]), against, float(trivial[0]), float(low), float(high))

    @property
    def said(self) -> str:
        """In words."""
        name, value, against, trivial, ends = self.cells
        return f"{name} is {value} on unseen documents and {trivial} for {against}, difference [{ends}]"

    @property
    def cells(self) -> tuple[str, ...]:
        """As a row."""
        values = (number(self.value, DIGITS), self.against, number(self.trivial, DIGITS))
        return (self.metric, *values, interval(self.low, self.high))


def accuracy(truth: Bools, pred: Bools, constant: Bools, weights: Weights, level: float) -> Advantage:
    """The share of texts with the right labels, and that of the most frequent answer."""
    answers = np.stack([pred, np.broadcast_to(constant, truth.shape)])
    right = (answers == truth).all(axis=-1).astype(np.float32)
    shares = (weights @ right.T) / weights.sum(axis=1, keepdims=True)
    return Advantage.of("accuracy", shares[:, 0], CONSTANT, shares[:, 1], level)


def macro_f1(truth: Bools, pred: Bools, weights: Weights, level: float) -> Advantage:
    """The same answers dealt out at random are right as often as truth and answer meet by chance."""
    values = np.nan_to_num(f1_scores(truth, pred, weights)).mean(axis=-1)
    total = weights.sum(axis=1, keepdims=True)
    true, given = ((weights @ each.astype(np.float32)) / total for each in (truth, pred))
    chance = np.nan_to_num(ratio(2 * true * given, true + given)).mean(axis=-1)
    return Advantage.of("f1_macro", values, RANDOM, chance, level)
