"""ConfidenceTable: how sure a system was, and how often it was right when it was so sure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Floats, Ints, total
from mercalli.stats.scores import ScoreTable


@dataclass(frozen=True)
class ConfidenceTable:
    """Confidences from high to low, with the weight of right and of wrong predictions at each: (..., M).

    `squared` and `surprise` are what the squared errors of all class probabilities, and the negative logarithms of the
    probability of the truth, add up to; NaN where only the confidence in the prediction is known. Leading axes hold
    replicates.
    """

    confidence: Floats
    right: Floats
    wrong: Floats
    squared: Floats
    surprise: Floats

    @classmethod
    def of(cls, probabilities: Floats, truth: Ints, pred: Ints | None = None) -> ConfidenceTable:
        """From rows of class probabilities (N, K) and the places of the true classes; the likeliest are predicted.

        >>> table = ConfidenceTable.of(np.array([[0.8, 0.2], [0.6, 0.4]]), np.array([0, 1]))
        >>> table.confidence, table.right, table.wrong
        (array([0.8, 0.6]), array([1., 0.]), array([0., 1.]))
        """
        rows = np.arange(len(probabilities))
        given = probabilities.argmax(axis=1) if pred is None else pred
        own, true = probabilities[rows, given], probabilities[rows, truth]
        table = ScoreTable.of(own, given == truth)
        hair = np.finfo(np.float64).eps
        squared = (probabilities**2).sum() - 2 * true.sum() + len(rows)
        return cls(table.score, table.positive, table.negative, squared, -np.log(np.clip(true, hair, 1)).sum())

    @property
    def rows(self) -> Floats:
        """The weight at each confidence: (..., M)."""
        return self.right + self.wrong

    @property
    def total(self) -> Floats:
        """Everything: (...)."""
        return total(self.rows)

    @property
    def scores(self) -> ScoreTable:
        """Confidences as scores for being right."""
        return ScoreTable(self.confidence, self.right, self.wrong)
