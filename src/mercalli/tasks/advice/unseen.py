"""What a model says of every text without having seen it or a copy of it, and a quick model to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Protocol

import numpy as np

from mercalli.errors import ExtraError
from mercalli.estimates.progress import Progress
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.metrics.ratio import ratio
from mercalli.results.findings import CONSTANT, RANDOM
from mercalli.stats.folds import folds, ranks
from mercalli.stats.label_sets import decided
from mercalli.text.numbers import DIGITS, interval, number
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.weighted_texts import Weights, f1_scores

FEATURES = 1 << 18
# Texts seen in all passes together, and how many passes that may be.
ENOUGH, FEWEST_PASSES, MOST_PASSES = 200_000, 3, 10
STRENGTH = 0.2
LETTERS_OF_A_WORD = 15
FOLDS = 3
SHARES = (0.125, 0.25, 0.5, 1.0)
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
        seen, unseen = self.features[train], self.features[test]
        if self.single:
            return self._fitted(seen, flags.argmax(axis=1), unseen, flags.shape[1])
        columns = [self._fitted(seen, flag.astype(np.int64), unseen, 2)[:, 1] for flag in flags.T]
        return np.stack(columns, axis=1)

    def _fitted(self, seen: Any, codes: Ints, unseen: Any, size: int) -> Floats:  # noqa: ANN401 - sparse matrices
        from sklearn.linear_model import SGDClassifier  # noqa: PLC0415 - as above

        probabilities = np.zeros((unseen.shape[0], size))
        present = np.unique(codes)
        if len(present) == 1:
            probabilities[:, present] = 1.0
            return probabilities
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
        probabilities[:, present] = model.fit(seen, codes).predict_proba(unseen)
        return probabilities


def _unspaced(texts: Sequence[str]) -> bool:
    """Whether the texts are of a language that writes no blanks between words."""
    letters = sum(map(len, texts))
    blanks = sum(text.count(" ") + 1 for text in texts)
    return letters > LETTERS_OF_A_WORD * blanks


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
    def words(self) -> str:
        """In words."""
        name, value, against, trivial, ends = self.cells
        return f"{name} is {value} on unseen documents and {trivial} for {against}, difference [{ends}]"

    @property
    def cells(self) -> tuple[str, ...]:
        """As a row."""
        values = (number(self.value, DIGITS), self.against, number(self.trivial, DIGITS))
        return (self.metric, *values, interval(self.low, self.high))


@dataclass(frozen=True)
class UnseenAnswers:
    """Probabilities of every label for every text, by models that learnt from the other folds.

    Attributes:
        flags: The labels that texts have: (N, K).
        probabilities: Those of a model that learnt from all texts of the other folds: (N, K).
        decided: The labels that models give, by the share of the rare labels' texts that they learnt from: (S, N, K).
    """

    flags: Bools
    probabilities: Floats
    decided: Bools

    @property
    def pred(self) -> Bools:
        """The labels that a model gives that learnt from all texts of the other folds: (N, K)."""
        pred: Bools = self.decided[-1]
        return pred

    def accuracy(self, constant: Bools, weights: Weights, level: float) -> Advantage:
        """The share of texts with the right labels, and that of giving every text the same labels (K,)."""
        answers = np.stack([self.pred, np.broadcast_to(constant, self.flags.shape)])
        right = (answers == self.flags).all(axis=-1).astype(np.float32)
        shares = (weights @ right.T) / weights.sum(axis=1, keepdims=True)
        return Advantage.of("accuracy", shares[:, 0], CONSTANT, shares[:, 1], level)

    def macro_f1(self, weights: Weights, level: float) -> Advantage:
        """The same answers dealt out at random are right as often as truth and answer meet by chance."""
        values = np.nan_to_num(f1_scores(self.flags, self.pred, weights)).mean(axis=-1)
        total = weights.sum(axis=1, keepdims=True)
        truth, pred = ((weights @ each.astype(np.float32)) / total for each in (self.flags, self.pred))
        chance = np.nan_to_num(ratio(2 * truth * pred, truth + pred)).mean(axis=-1)
        return Advantage.of("f1_macro", values, RANDOM, chance, level)

    @classmethod
    def of(
        cls, learner: Learner, flags: Bools, groups: Ints, rare: Bools, *, single: bool, seed: int, progress: Progress
    ) -> UnseenAnswers:
        """In as many fits as there are folds and shares; without rare labels the shares are not needed."""
        generator = np.random.default_rng([seed, FOLDS])
        codes = _rarest(flags)
        dealt, before = folds(groups, codes, FOLDS, generator), ranks(groups, codes, generator)
        reduced = (flags & rare).any(axis=1)
        shares = SHARES if rare.any() else SHARES[-1:]
        probabilities = np.zeros((len(shares), *flags.shape))
        for done, (share, fold) in enumerate(product(range(len(shares)), range(FOLDS))):
            progress("learning without what is tested", done, FOLDS * len(shares))
            kept = ~reduced | (before < shares[share])
            train, test = np.flatnonzero((dealt != fold) & kept), np.flatnonzero(dealt == fold)
            probabilities[share, test] = learner.probabilities(train, flags[train], test)
        pred = np.stack([decided(probabilities[at], single=single) for at in range(len(shares))])
        return cls(flags, probabilities[-1], pred)


def _rarest(flags: Bools) -> Ints:
    """The label of every text, the rarest where it has several; a number of its own for none."""
    counts = np.where(flags, flags.sum(axis=0), len(flags) + 1)
    codes: Ints = np.where(flags.any(axis=1), counts.argmin(axis=1), flags.shape[1])
    return codes
