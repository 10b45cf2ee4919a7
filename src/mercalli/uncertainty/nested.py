"""Lower bounds of shares in nested sets that hold all together, so that one may be chosen by looking at them.

Items are sorted by how sure a system is, and the share of right ones is looked at in larger and larger sets. The
largest set whose share seems high enough was chosen because of chance too: a bound for each set alone would promise too
much. The sets hold each other, so that their errors move together, and the highest of all is found by simulation. The
bounds are then Clopper and Pearson's, at the tail that keeps all of them at the level asked for.
"""

from __future__ import annotations

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.uncertainty.few_units import FEWEST_UNITS, bounded_interval

DRAWS = 4000
ALIKE = 1e-9


def nested_lower(right: Floats, total: Floats, squares: Floats, level: float, rng: np.random.Generator) -> Floats:
    """The lower bound of each share, from the weight that is right, all weight, and squared weights of nested sets.

    >>> right, total = np.array([99.0, 195.0]), np.array([100.0, 200.0])
    >>> nested_lower(right, total, total, 0.95, np.random.default_rng(0)).round(2)
    array([0.95, 0.94])
    """
    grown = np.sqrt(np.diff(squares, prepend=0.0))
    drawn = np.cumsum(rng.standard_normal((DRAWS, len(grown))) * grown, axis=1) / np.sqrt(squares)
    return _exact_lower(right / total, total**2 / squares, _normal_tail(drawn, level))


def nested_lower_over_units(right: Floats, total: Floats, level: float, rng: np.random.Generator) -> Floats:
    """The same where rows come in units: weights of each unit in nested sets, (U, J); NaN with too few units."""
    from scipy.special import stdtr  # noqa: PLC0415 - 100 ms, only where there are units

    units, size = right.shape
    if units < FEWEST_UNITS:
        return np.full(size, np.nan)
    every, rows = right.sum(axis=0), total.sum(axis=0)
    share = every / rows
    left = right - share * total
    drawn = _drawn_together(left, rng) / np.sqrt(rng.chisquare(units - 1, (DRAWS, 1)) / (units - 1))
    tail = float(1 - stdtr(units - 1, np.quantile(drawn.max(axis=1), level)))
    without = (every - right) / np.maximum(rows - total, ALIKE)
    ends = np.zeros(size), np.ones(size)
    over_units = bounded_interval(share, without, ends, 1 - 2 * tail)[0]
    found: Floats = np.minimum(over_units, _exact_lower(share, rows, tail))
    return found


def _drawn_together(left: Floats, rng: np.random.Generator) -> Floats:
    """Normal numbers that move together as sums over units do: (draws, J)."""
    spread = np.sqrt(np.maximum((left**2).sum(axis=0), ALIKE))
    values, vectors = np.linalg.eigh((left / spread).T @ (left / spread))
    drawn: Floats = (rng.standard_normal((DRAWS, len(values))) * np.sqrt(np.maximum(values, 0))) @ vectors.T
    return drawn


def _normal_tail(drawn: Floats, level: float) -> float:
    from scipy.special import ndtr  # noqa: PLC0415 - 100 ms, only where there are confidences

    return float(1 - ndtr(np.quantile(drawn.max(axis=1), level)))


def _exact_lower(share: Floats, trials: Floats, tail: float) -> Floats:
    """Clopper and Pearson's lower end; of weighted rows, with as many trials as weigh as much."""
    from scipy.special import betaincinv  # noqa: PLC0415 - as above

    hits = share * trials
    low = betaincinv(np.maximum(hits, ALIKE), trials - hits + 1, tail)
    return np.where(hits > 0, low, 0.0)
