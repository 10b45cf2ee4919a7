"""The classifier: from texts to probabilities and labels, and how much each label counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.texts import DELIMITER, MULTI_CLASS
from mercalli.stats.confusion import Confusion
from mercalli.stats.label_sets import LabelSets
from mercalli.tasks.classifier.ngrams import counts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.inputs.texts import LabelledTexts, Mode, Texts
    from mercalli.metrics.catalogue import Metric
    from mercalli.tasks.classifier.calibration import Calibration
    from mercalli.tasks.classifier.linear import Linear
    from mercalli.tasks.classifier.ngrams import Terms

STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)
NONE, BALANCED = "none", "balanced"


@dataclass(frozen=True)
class Classifier:
    """What was learnt.

    Attributes:
        classes: The labels, in the order of the columns of all that follows.
        mode: Whether each text gets one label or any number.
        terms: The n-grams that are known, and their weights.
        linear: A score for each label.
        calibration: Scores to probabilities.
        weights: How much each label counts when one is chosen.
        delimiter: What stands between labels where several are written as one text.
    """

    classes: tuple[str, ...]
    mode: Mode
    terms: Terms
    linear: Linear
    calibration: Calibration
    weights: Floats
    delimiter: str = DELIMITER

    def probabilities(self, texts: Sequence[str] | Texts) -> Floats:
        """The probability of each label for each text: (texts, K)."""
        return self.calibration.probabilities(self.linear.scores(self.terms.weighed(counts_of(texts))))

    def flags(self, probabilities: Floats) -> Bools:
        """Which labels to give: (texts, K)."""
        return decided(probabilities, self.weights, self.mode)

    def labels(self, probabilities: Floats) -> list[str]:
        """The labels to give as they are written: one, or several with the delimiter between them."""
        flags = self.flags(probabilities)
        if self.mode == MULTI_CLASS:
            return [self.classes[at] for at in flags.argmax(axis=1).tolist()]
        return [
            self.delimiter.join(name for name, on in zip(self.classes, row, strict=True) if on)
            for row in flags.tolist()
        ]

    def predict(self, texts: Sequence[str] | Texts) -> list[str]:
        """The labels of texts, as scikit-learn has it."""
        return self.labels(self.probabilities(texts))


@dataclass(frozen=True)
class Trial:
    """Weights of labels, what they are called, and the metric that they got on texts held out."""

    name: str
    weights: Floats
    value: float


def decided(probabilities: Floats, weights: Floats, mode: Mode) -> Bools:
    """Which labels to give (texts, K): the one of most weighted probability, or all whose weighted odds are even.

    >>> decided(np.array([[0.6, 0.4]]), np.array([1.0, 2.0]), "multi-class")
    array([[False,  True]])
    >>> decided(np.array([[0.4, 0.1]]), np.array([2.0, 2.0]), "multi-label")
    array([[ True, False]])
    """
    if mode != MULTI_CLASS:
        return probabilities * weights >= 1 - probabilities
    flags = np.zeros(probabilities.shape, np.bool_)
    flags[np.arange(len(flags)), (probabilities * weights).argmax(axis=1)] = True
    return flags


def trials(data: LabelledTexts, probabilities: Floats, metric: Metric, harm: Floats | None) -> Iterator[Trial]:
    """What each weighting gets: by rarity, by harm if the profile weighs classes, and by both."""
    for name, weights in _candidates(data, harm).items():
        value = float(metric(statistic_of(data, decided(probabilities, weights, data.mode))))
        yield Trial(name, weights, value)


def best_trial(tried: list[Trial], direction: int) -> Trial:
    """The best; of equals the first, which changes least. Where nothing is defined, no weights."""
    defined = [each for each in tried if np.isfinite(each.value)]
    return max(defined, key=lambda each: direction * each.value, default=tried[0])


def _candidates(data: LabelledTexts, harm: Floats | None) -> Mapping[str, Floats]:
    """No weights first, then steps towards balance, where the rarest label counts as much as the most frequent."""
    share = (data.counts + 1) / (len(data) + 2)
    rarity = {_step_name(step): ((1 - share) / share) ** step for step in STEPS}
    by_harm = {} if harm is None else {"profile": harm, f"profile x {BALANCED}^0.5": harm * rarity[_step_name(0.5)]}
    return {
        name: weights / weights.mean() if data.mode == MULTI_CLASS else weights
        for name, weights in {**rarity, **by_harm}.items()
    }


def _step_name(step: float) -> str:
    return NONE if step == 0 else BALANCED if step == 1 else f"{BALANCED}^{step:g}"


def statistic_of(data: LabelledTexts, said: Bools) -> Confusion | LabelSets:
    """What metrics are made of: the labels that texts have against those that they were given."""
    if data.mode != MULTI_CLASS:
        return LabelSets.of(data.flags, said, data.classes)
    size = len(data.classes)
    cells = np.bincount(data.codes * size + said.argmax(axis=1), minlength=size * size)
    return Confusion.of(cells.reshape(size, size), classes=data.classes)
