"""How wide a band is that holds a whole curve, not only one point of it."""

from __future__ import annotations

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.uncertainty.influence import reach_of

DRAWS = 4000


def band_reach(influence: Floats, level: float, units: int | None = None) -> float:
    """How many standard errors a band must reach on either side to hold all points of a curve together.

    Curves as unsure as this one, and as dependent from point to point, are drawn from the normal distribution (from
    Student's t over few units); the band holds `level` of them.

    Args:
        influence: What each row, or unit, contributes to each point: (points, rows).
        level: The confidence level.
        units: How many units there are, if rows are units.

    >>> alone, apart = np.ones((1, 3)), np.eye(3)
    >>> print(f"{band_reach(alone, 0.95):.1f} {band_reach(apart, 0.95):.1f}")
    2.0 2.4
    """
    rng = np.random.default_rng(0)
    covariance = influence @ influence.T
    root = np.sqrt(np.diag(covariance))
    spread, axes = np.linalg.eigh(covariance / np.outer(root, root))
    mixing = axes * np.sqrt(np.maximum(spread, 0.0))
    drawn = np.abs(rng.standard_normal((DRAWS, len(root))) @ mixing.T).max(axis=1)
    wider = 1.0
    if units is not None:
        drawn /= np.sqrt(rng.chisquare(units - 1, DRAWS) / (units - 1))
        wider = float(np.sqrt(units / (units - 1)))
    return max(wider * float(np.quantile(drawn, level)), reach_of(level, units))
