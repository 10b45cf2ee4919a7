"""The classifier: from texts to scores, probabilities and labels, and how much each label counts.

Scores are linear, of one support vector machine for each label against the rest; probabilities are fitted to scores of
texts that the model had not seen.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import ExtraError
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.texts import DELIMITER, MULTI_CLASS, LabelledTexts, Mode, Texts
from mercalli.stats.confusion import Confusion
from mercalli.stats.label_sets import LabelSets, decided
from mercalli.tasks.classifier.ngrams import Terms, counts_of

STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)
NONE, BALANCED = "none", "balanced"
PENALTY, SCORE_TOLERANCE = 0.3, 0.01
NEVER, ALWAYS = -1.0, 1.0  # scores of a label that no text has, and of one that all have: outside the margin
SEEDS = 2**32  # as many as scikit-learn knows
MOST_TOGETHER = 50
ROUNDS, TOLERANCE = 500, 0.001


@dataclass(frozen=True)
class Linear:
    """A direction for each label (terms + 1, K), and where its scores begin (K)."""

    coefficients: NDArray[np.float32]
    intercepts: NDArray[np.float32]

    def scores(self, weighed: Any) -> Floats:  # noqa: ANN401 - scipy has no types
        """How much each text looks like each label: (texts, K)."""
        return np.asarray(weighed @ self.coefficients, np.float64) + self.intercepts


def learnt(weighed: Any, flags: Bools, seed: int, tell: Callable[[], None]) -> Linear:  # noqa: ANN401 - as above
    """One model for each label, one after the other, for they draw from one source of chance; `tell` after each."""
    weighed = weighed.astype(np.float64)
    weighed.eliminate_zeros()
    models: list[tuple[Floats, float]] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of models that would gain little by more rounds
        for at in range(flags.shape[1]):
            models.append(_one(weighed, flags[:, at], seed))
            tell()
    coefficients = np.stack([direction for direction, _ in models], axis=1)
    return Linear(coefficients.astype(np.float32), np.array([start for _, start in models], np.float32))


def _one(weighed: Any, flag: Bools, seed: int) -> tuple[Floats, float]:  # noqa: ANN401 - as above
    """The model of one label; of a label that all texts have, or none, a score that never changes."""
    from sklearn.svm import LinearSVC  # noqa: PLC0415 - an extra, and slow to load

    if flag.all() or not flag.any():
        return np.zeros(weighed.shape[1]), ALWAYS if flag.any() else NEVER
    settings: dict[str, Any] = {"C": PENALTY, "tol": SCORE_TOLERANCE, "dual": True, "random_state": seed % SEEDS}
    model: Any = LinearSVC(**settings).fit(weighed, flag)
    return model.coef_[0], float(model.intercept_[0])


@dataclass(frozen=True)
class Calibration:
    """A linear map of scores to log-odds: (K, K) and (K).

    Where each text has one label, the odds are shared out among the labels; else each label has its own.
    """

    matrix: Floats
    start: Floats
    mode: Mode
    together: bool

    @classmethod
    def of(cls, scores: Floats, flags: Bools, mode: Mode, *, together: bool = True) -> Calibration:
        """From scores of texts that were held out, and the labels that they truly have.

        Labels of one text for which all scores count are mapped `together`, if they are not very many. A label is never
        the less likely the higher its own score: where the map would have it so, labels are mapped one by one.
        """
        size = flags.shape[1]
        if together and mode == MULTI_CLASS and 1 < size <= MOST_TOGETHER and flags.any(axis=0).all():
            matrix, start = _together(scores, flags.argmax(axis=1))
            if (matrix.diagonal() > 0).all():
                return cls(matrix, start, mode, together=True)
        slope, start = np.array([_alone(scores[:, at], flags[:, at]) for at in range(size)]).T
        return cls(np.diag(slope), start, mode, together=False)

    def probabilities(self, scores: Floats) -> Floats:
        """The probability of each label for each text (texts, K)."""
        odds = scores @ self.matrix + self.start
        if self.together:
            odds = np.exp(odds - odds.max(axis=1, keepdims=True))
        else:
            odds = 1 / (1 + np.exp(-np.clip(odds, -500, 500)))
        if self.mode == MULTI_CLASS:
            odds = odds / odds.sum(axis=1, keepdims=True)
        return odds


def _together(scores: Floats, codes: Ints) -> tuple[Floats, Floats]:
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - an extra, and slow to load

    model = LogisticRegression(tol=TOLERANCE, max_iter=ROUNDS).fit(scores, codes)
    if len(model.classes_) > len("ab"):
        return model.coef_.T, model.intercept_
    # Of two classes only the second has a row; the first has the opposite odds.
    return np.stack([-model.coef_[0], model.coef_[0]], axis=1) / 2, np.array([-1.0, 1.0]) * model.intercept_[0] / 2


def _alone(score: Floats, flag: Bools) -> tuple[float, float]:
    """Slope and start for one label; one that all texts have, or none, or that no score tells keeps to its share."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - as above

    if flag.any() and not flag.all():
        model = LogisticRegression(tol=TOLERANCE, max_iter=ROUNDS).fit(score[:, None], flag)
        if model.coef_[0, 0] > 0:
            return float(model.coef_[0, 0]), float(model.intercept_[0])
    share = (flag.sum() + 1) / (len(flag) + 2)
    return 0.0, float(np.log(share / (1 - share)))


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
        return decided(probabilities, self.weights, single=self.mode == MULTI_CLASS)

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


def label_weights(data: LabelledTexts, harm: Floats | None) -> Mapping[str, Floats]:
    """Weights of labels to try, by name: none, steps towards balance, those of the profile, and both.

    With full balance, the rarest label counts as much as the most frequent one.
    """
    share = (data.counts + 1) / (len(data) + 2)
    rarity = {_step_name(step): ((1 - share) / share) ** step for step in STEPS}
    by_harm = {} if harm is None else {"profile": harm, f"profile x {BALANCED}^0.5": harm * rarity[_step_name(0.5)]}
    return {
        name: weights / weights.mean() if data.mode == MULTI_CLASS else weights
        for name, weights in {**rarity, **by_harm}.items()
    }


def _step_name(step: float) -> str:
    return NONE if step == 0 else BALANCED if step == 1 else f"{BALANCED}^{step:g}"


def statistic_of(data: LabelledTexts, pred: Bools) -> Confusion | LabelSets:
    """What metrics are made of: the labels that texts have against those that they were given."""
    if data.mode != MULTI_CLASS:
        return LabelSets.of(data.flags, pred, data.classes)
    size = len(data.classes)
    cells = np.bincount(data.codes * size + pred.argmax(axis=1), minlength=size * size)
    return Confusion.of(cells.reshape(size, size), classes=data.classes)


def check_extra() -> None:
    """Refuse where scikit-learn, or what saves its models, is not installed."""
    try:
        for package in ("sklearn.svm", "skops.io"):
            import_module(package)  # an extra, and slow to load
    except ImportError:
        raise ExtraError.missing("scikit-learn and skops", "train") from None
