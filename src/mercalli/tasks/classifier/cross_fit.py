"""Cross-fitting: scores and probabilities of texts by models and maps that have not seen them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.inputs.texts import MULTI_CLASS
from mercalli.tasks.classifier.calibration import Calibration
from mercalli.tasks.classifier.folds import fold_of, strata
from mercalli.tasks.classifier.linear import learnt
from mercalli.tasks.classifier.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Callable

    from mercalli.inputs.arrays import Bools, Floats, Ints
    from mercalli.inputs.texts import LabelledTexts

FOLDS = 3
TINY = np.finfo(np.float64).tiny


@dataclass(frozen=True)
class CrossFitted:
    """Scores (texts, K), each by a model of the other folds, and the fold of each text."""

    data: LabelledTexts
    scores: Floats
    fold: Ints

    @classmethod
    def of(cls, data: LabelledTexts, counts: Any, groups: Ints, seed: int, tell: Callable[[], None]) -> CrossFitted:  # noqa: ANN401 - scipy has no types
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
        return self._mapped_together if self._together else self._mapped_alone

    @cached_property
    def _together(self) -> bool:
        """Labels are mapped together unless one by one does better, as with many labels that little tells apart."""
        return self.data.mode == MULTI_CLASS and self._loss(self._mapped_together) <= self._loss(self._mapped_alone)

    @cached_property
    def _mapped_together(self) -> Floats:
        return self._mapped(together=True)

    @cached_property
    def _mapped_alone(self) -> Floats:
        return self._mapped(together=False)

    def _mapped(self, *, together: bool) -> Floats:
        data, found = self.data, np.empty_like(self.scores)
        for held in np.unique(self.fold):
            rest: Bools = self.fold != held
            fitted = Calibration.of(self.scores[rest], data.flags[rest], data.mode, together=together)
            found[~rest] = fitted.probabilities(self.scores[~rest])
        return found

    def _loss(self, probabilities: Floats) -> float:
        """How little was made of the labels that texts have."""
        return float(-np.log(np.maximum(probabilities[self.data.flags], TINY)).mean())
