"""What a model gets unseen beside answers that look at no text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.ratio import ratio
from mercalli.text.numbers import DIGITS, interval, number
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.weighted_texts import f1_scores

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.tasks.advice.texts import Looked

CONSTANT, RANDOM = "the most frequent answer", "the same answers dealt out at random"


@dataclass(frozen=True)
class Compared:
    """A metric, that of an answer that looks at no text, and the interval of the difference."""

    metric: str
    value: float
    against: str
    trivial: float
    low: float
    high: float

    @classmethod
    def of(cls, metric: str, values: Floats, against: str, trivial: Floats, level: float) -> Compared:
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


def accuracy(looked: Looked) -> Compared:
    """The share of texts with the right labels, and that of the most frequent answer."""
    truth, weights = looked.crossed.flags, looked.weights
    got = np.stack([looked.crossed.pred, np.broadcast_to(_most_frequent(looked), truth.shape)])
    right = (got == truth).all(axis=-1).astype(np.float32)
    shares = (weights @ right.T) / weights.sum(axis=1, keepdims=True)
    return Compared.of("accuracy", shares[:, 0], CONSTANT, shares[:, 1], looked.level)


def macro_f1(looked: Looked) -> Compared:
    """The same answers dealt out at random are right as often as truth and answer meet by chance."""
    truth, pred, weights = looked.crossed.flags, looked.crossed.pred, looked.weights
    values = np.nan_to_num(f1_scores(truth, pred, weights)).mean(axis=-1)
    total = weights.sum(axis=1, keepdims=True)
    true, given = ((weights @ each.astype(np.float32)) / total for each in (truth, pred))
    chance = np.nan_to_num(ratio(2 * true * given, true + given)).mean(axis=-1)
    return Compared.of("f1_macro", values, RANDOM, chance, looked.level)


def _most_frequent(looked: Looked) -> Bools:
    sets = looked.data.sets
    found: Bools = looked.data.flags[(sets.codes == np.bincount(sets.codes).argmax()).argmax()]
    return found
