"""Whether anything is learnt at all: what a model gets unseen, against answers that look at no text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.ratio import ratio
from mercalli.reports.words import DIGITS, interval
from mercalli.results.advice import HIGH, Evidence, Finding, Fine, Unsaid
from mercalli.results.text import number
from mercalli.tasks.advice.crossed import f1_scores
from mercalli.uncertainty.intervals import percentile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.tasks.advice.looked import Looked

BASELINE = "baseline"
CONSTANT, RANDOM = "the most frequent answer", "the same answers dealt out at random"


def above_baseline(looked: Looked) -> Iterator[Finding | Fine | Unsaid]:
    """Macro F1 less that of answering at random, and accuracy less that of the most frequent answer."""
    if looked.unlearnt:
        yield Unsaid(BASELINE, looked.unlearnt)
        return
    compared = [_accuracy(looked), _macro_f1(looked)]
    rows = [each.cells for each in compared]
    macro = compared[1]
    said = f"macro F1 is {rows[1][1]} on unseen documents and {rows[1][3]} for {RANDOM}, difference [{rows[1][4]}]"
    if macro.low > 0:
        yield Fine(BASELINE, said)
        return
    header = ("metric", "unseen", "against", "which has", "interval of the difference")
    yield Finding(
        kind=BASELINE,
        severity=HIGH,
        finding="Nothing is shown to be learnt from these texts",
        evidence=said,
        action="Check that texts and labels belong together, row by row; then that the labels can be told from the "
        "text alone: have two people label the same 100 texts.",
        numbers={"f1_macro": macro.value, "at_random": macro.trivial, "low": macro.low, "high": macro.high},
        tables=(
            Evidence("A quick model against answers that look at no text", header, tuple(rows), words=header[2:3]),
        ),
    )


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
    def cells(self) -> tuple[str, ...]:
        """As a row."""
        values = (number(self.value, DIGITS), self.against, number(self.trivial, DIGITS))
        return (self.metric, *values, interval(self.low, self.high))


def _accuracy(looked: Looked) -> Compared:
    truth, weights = looked.crossed.flags, looked.weights
    got = np.stack([looked.crossed.pred, np.broadcast_to(_most_frequent(looked), truth.shape)])
    right = (got == truth).all(axis=-1).astype(np.float32)
    shares = (weights @ right.T) / weights.sum(axis=1, keepdims=True)
    return Compared.of("accuracy", shares[:, 0], CONSTANT, shares[:, 1], looked.level)


def _macro_f1(looked: Looked) -> Compared:
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
