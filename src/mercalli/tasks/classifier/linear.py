"""Linear models, one for each label against the rest: support vector machines."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import ExtraError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from mercalli.inputs.arrays import Bools, Floats

PENALTY = 0.3
TOLERANCE = 0.01
NEVER = -1.0  # the score of a label of which nothing was learnt: outside the margin
ALWAYS = 1.0
SEEDS = 2**32  # as many as scikit-learn knows


@dataclass(frozen=True)
class Linear:
    """A direction for each label (terms + 1, K), and where its scores begin (K)."""

    coefficients: NDArray[np.float32]
    intercepts: NDArray[np.float32]

    def scores(self, weighed: Any) -> Floats:  # noqa: ANN401 - scipy has no types
        """How much each text looks like each label: (texts, K)."""
        scores: Floats = np.asarray(weighed @ self.coefficients, np.float64) + self.intercepts
        return scores


def check_extra() -> None:
    """Refuse where scikit-learn, or what saves its models, is not installed."""
    try:
        for package in ("sklearn.svm", "skops.io"):
            import_module(package)  # an extra, and slow to load
    except ImportError:
        raise ExtraError.missing("scikit-learn and skops", "train") from None


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
    coefficients = np.stack([each for each, _ in models], axis=1)
    return Linear(coefficients.astype(np.float32), np.array([start for _, start in models], np.float32))


def _one(weighed: Any, flag: Bools, seed: int) -> tuple[Floats, float]:  # noqa: ANN401 - as above
    """The model of one label; of a label that all texts have, or none, a score that never changes."""
    from sklearn.svm import LinearSVC  # noqa: PLC0415 - an extra, and slow to load

    if flag.all() or not flag.any():
        return np.zeros(weighed.shape[1]), ALWAYS if flag.any() else NEVER
    settings: dict[str, Any] = {"C": PENALTY, "tol": TOLERANCE, "dual": True, "random_state": seed % SEEDS}
    model: Any = LinearSVC(**settings).fit(weighed, flag)
    return model.coef_[0], float(model.intercept_[0])
