"""Scores to probabilities, learnt from scores of texts that the model had not seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.texts import MULTI_CLASS

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Bools, Floats, Ints
    from mercalli.inputs.texts import Mode

MOST_TOGETHER = 50
ROUNDS = 500
TOLERANCE = 0.001


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
        probabilities: Floats = odds
        return probabilities


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
