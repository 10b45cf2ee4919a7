"""Learning curves: a score as a power of the number of examples, a - b n^-c, and where it leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats

POWERS = np.linspace(0.05, 1.5, 30)
HIGHEST = 1.0


@dataclass(frozen=True)
class PowerCurve:
    """Scores that rise with the number of examples towards `top`; arrays of one shape."""

    top: Floats
    drop: Floats
    power: Floats

    @classmethod
    def of(cls, sizes: Floats, scores: Floats) -> PowerCurve:
        """The least squares over a grid of powers, rising and at most 1: `sizes` and `scores` are (..., sizes).

        Errors weigh in proportion to the size: where a curve does not follow the power, its end leads on.

        >>> sizes = np.array([25.0, 50.0, 100.0, 200.0])
        >>> curve = PowerCurve.of(sizes, 0.8 - 2 * sizes**-0.5)
        >>> print(curve.at(np.array(400.0)).round(4), curve.power.round(4))
        0.7 0.5
        """
        powers = POWERS.reshape(-1, *(1,) * scores.ndim)
        scaled = np.broadcast_to(sizes, scores.shape) ** -powers
        weights = np.broadcast_to(sizes / sizes.sum(axis=-1, keepdims=True), scores.shape)
        top, drop = _line(scaled, scores, weights)
        error = (weights * (top[..., None] - drop[..., None] * scaled - scores) ** 2).sum(axis=-1)
        best = error.argmin(axis=0)[None]
        return cls(
            np.take_along_axis(top, best, 0)[0], np.take_along_axis(drop, best, 0)[0], np.asarray(POWERS[best[0]])
        )

    def at(self, size: Floats) -> Floats:
        """The score to expect of so many examples."""
        score: Floats = self.top - self.drop * size**-self.power
        return score


def _line(scaled: Floats, scores: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Top and drop that fit best among those that rise and end at most at 1."""
    centre, level = ((weights * each).sum(axis=-1) for each in (scaled, scores))
    spread = (weights * (scaled - centre[..., None]) ** 2).sum(axis=-1)
    slope = (weights * (scaled - centre[..., None]) * (scores - level[..., None])).sum(axis=-1) / spread
    drop = np.maximum(-slope, 0.0)
    top = level + drop * centre
    through = (weights * (HIGHEST - scores) * scaled).sum(axis=-1) / (weights * scaled**2).sum(axis=-1)
    high = top > HIGHEST
    return np.where(high, HIGHEST, top), np.where(high, through, drop)
