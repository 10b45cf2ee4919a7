"""A quick model that shows what can be learnt from texts: hashed words and pairs of words, and a linear model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from mercalli.errors import ExtraError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Bools, Floats, Ints

FEATURES = 1 << 18
# Texts seen in all passes together, and how many passes that may be.
ENOUGH, FEWEST_PASSES, MOST_PASSES = 200_000, 3, 10
STRENGTH = 0.2
LETTERS_OF_A_WORD = 15
# Of bare texts, which hold only words and blanks; scikit-learn's own pattern cuts words at vowel signs.
WORD = r"\S\S+"


class Learner(Protocol):
    """Whatever learns labels from some texts, and tells the probability of every label for others."""

    def probabilities(self, train: Ints, flags: Bools, test: Ints) -> Floats:
        """From the places of texts to learn from and their labels (train, K): (test, K)."""
        ...


@dataclass(frozen=True)
class QuickLearner:
    """Averaged logistic regression by stochastic gradient descent, labels weighed evenly: a second for 20,000 texts."""

    features: Any
    single: bool
    seed: int

    @classmethod
    def of(cls, texts: Sequence[str], *, single: bool, seed: int) -> QuickLearner:
        """Of bare texts; `single` says that each has one label."""
        try:
            from sklearn.feature_extraction.text import (  # noqa: PLC0415 - a second, only when advice is asked for
                HashingVectorizer,
                TfidfTransformer,
            )
        except ImportError:
            raise ExtraError.missing("scikit-learn", "train") from None
        words = (
            {"analyzer": "char", "ngram_range": (1, 3)}
            if _unspaced(texts)
            else {"ngram_range": (1, 2), "token_pattern": WORD}
        )
        cut: dict[str, Any] = {**words, "n_features": FEATURES, "alternate_sign": False, "norm": None}
        hashed = HashingVectorizer(**cut).transform(texts)
        return cls(TfidfTransformer(sublinear_tf=True).fit_transform(hashed), single, seed)

    def probabilities(self, train: Ints, flags: Bools, test: Ints) -> Floats:
        """From the places of texts to learn from and their labels (train, K): (test, K)."""
        known, unknown = self.features[train], self.features[test]
        if self.single:
            return self._fitted(known, flags.argmax(axis=1), unknown, flags.shape[1])
        each = [self._fitted(known, column.astype(np.int64), unknown, 2)[:, 1] for column in flags.T]
        return np.stack(each, axis=1)

    def _fitted(self, known: Any, codes: Ints, unknown: Any, size: int) -> Floats:  # noqa: ANN401 - sparse matrices
        from sklearn.linear_model import SGDClassifier  # noqa: PLC0415 - as above

        found = np.zeros((unknown.shape[0], size))
        present = np.unique(codes)
        if len(present) == 1:
            found[:, present] = 1.0
            return found
        settings: dict[str, Any] = {
            "loss": "log_loss",
            "alpha": STRENGTH / len(codes),
            "max_iter": int(np.clip(ENOUGH // len(codes), FEWEST_PASSES, MOST_PASSES)),
            "tol": None,
            "class_weight": "balanced",
            "average": True,
            "random_state": self.seed,
        }
        model = SGDClassifier(**settings)
        found[:, present] = model.fit(known, codes).predict_proba(unknown)
        return found


def _unspaced(texts: Sequence[str]) -> bool:
    """Whether the texts are of a language that writes no blanks between words."""
    letters = sum(map(len, texts))
    blanks = sum(text.count(" ") + 1 for text in texts)
    return letters > LETTERS_OF_A_WORD * blanks
