"""The classifier: from texts to probabilities and labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.inputs.texts import DELIMITER
from mercalli.tasks.classifier.decision import decided
from mercalli.tasks.classifier.ngrams import counts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.inputs.texts import Mode, Texts
    from mercalli.tasks.classifier.calibration import Calibration
    from mercalli.tasks.classifier.linear import Linear
    from mercalli.tasks.classifier.ngrams import Terms


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
        if self.mode == "multi-class":
            return [self.classes[at] for at in flags.argmax(axis=1).tolist()]
        return [
            self.delimiter.join(name for name, on in zip(self.classes, row, strict=True) if on)
            for row in flags.tolist()
        ]

    def predict(self, texts: Sequence[str] | Texts) -> list[str]:
        """The labels of texts, as scikit-learn has it."""
        return self.labels(self.probabilities(texts))
