"""Intervals of the area under the ROC curve: DeLong's error on the scale of log odds, and Newcombe's near an end."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from statistics import NormalDist

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio
from mercalli.stats.scores import ScoreTable
from mercalli.uncertainty.influence import share_of_odds
from mercalli.uncertainty.student import student_reach

FEWEST_OF_A_KIND = 2  # one row of a kind does not show how its rows vary
FEW_LOST = 10  # below so many rows that count against the score, DeLong's error is too small
HALVINGS = 60


def delong(table: ScoreTable) -> Floats:
    """Standard error of the ROC-AUC (DeLong, DeLong and Clarke-Pearson 1988): (...).

    Each positive has the share of negatives that it beats, each negative the share of positives that beat it; their
    variances over the number of each add up.

    >>> from mercalli.stats.scores import ScoreTable
    >>> scores, positive = np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False])
    >>> print(delong(ScoreTable.of(scores, positive)))
    0.3536
    """
    positives, negatives = np.asarray(table.positives)[..., None], np.asarray(table.negatives)[..., None]
    beaten = ratio(negatives - table.fp + table.negative / 2, negatives)
    beating = ratio(table.tp - table.positive / 2, positives)
    return np.sqrt(_variance(beaten, table.positive) + _variance(beating, table.negative))


def auc_interval(
    area: float, error: float, positives: float, negatives: float, level: float
) -> tuple[float, float, str] | None:
    """The ends of an area and how they were made; None if there is only one row of a kind.

    DeLong's interval ends equally far from the area on the scale of log odds. Where few rows count against the score,
    its error is too small, and the wider of this and Newcombe's interval is taken.

    >>> print(*auc_interval(0.76, 0.03, 90, 210, 0.95))
    0.6955 0.8145 delong, log odds
    >>> print(*auc_interval(0.961, 0.012, 30, 270, 0.95))
    0.9010 0.9846 delong or newcombe
    >>> print(*auc_interval(1.0, 0.0, 20, 300, 0.95))
    0.9477 1.0 delong or newcombe
    """
    fewer = min(positives, negatives)
    if fewer < FEWEST_OF_A_KIND:
        return None
    low, high = _log_odds(area, error, positives * negatives, fewer, level)
    if fewer * min(area, 1 - area) >= FEW_LOST:
        return low, high, "delong, log odds"
    least, most = newcombe_area(area, positives, negatives, level)
    return min(low, least), max(high, most), "delong or newcombe"


def _log_odds(area: float, error: float, pairs: float, fewer: float, level: float) -> tuple[float, float]:
    """DeLong's interval on the scale of log odds; half a pair for each side keeps the area off its ends."""
    inside = (area * pairs + 0.5) / (pairs + 1)
    odds, reach = log(inside / (1 - inside)), student_reach(fewer - 1, level) * error
    reach /= inside * (1 - inside)
    return min(area, share_of_odds(odds - reach)), max(area, share_of_odds(odds + reach))


def newcombe_area(area: float, positives: float, negatives: float, level: float) -> tuple[float, float]:
    """Newcombe's interval (2006, method 5): all areas from which this one is not too far.

    >>> print(*newcombe_area(0.961, 30, 270, 0.95))
    0.9010 0.9846
    """
    z = NormalDist().inv_cdf((1 + level) / 2)

    def is_near(other: float) -> bool:
        return abs(area - other) <= z * sqrt(_exponential_variance(other, positives, negatives))

    return _edge(area, 0.0, is_near), _edge(area, 1.0, is_near)


def _exponential_variance(area: float, positives: float, negatives: float) -> float:
    """The variance of an area where both kinds have exponential scores (Hanley and McNeil 1982)."""
    half = (positives + negatives) / 2 - 1
    spread = 1 + half * (1 - area) / (2 - area) + half * area / (1 + area)
    return area * (1 - area) * spread / (positives * negatives)


def _edge(inside: float, outside: float, is_near: Callable[[float], bool]) -> float:
    """Where being near ends between two areas; the outer one if it does not."""
    if is_near(outside) and outside != inside:
        return outside
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if is_near(middle) else (inside, middle)
    return inside


def _variance(values: Floats, times: Floats) -> Floats:
    """The variance of a mean of values that occur so many times."""
    count = times.sum(axis=-1)
    mean = ratio((times * values).sum(axis=-1), count)
    squares = (times * (values - np.asarray(mean)[..., None]) ** 2).sum(axis=-1)
    return ratio(squares, (count - 1) * count)
