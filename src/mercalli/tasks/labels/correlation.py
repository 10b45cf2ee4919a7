"""Correlation: how the metrics of a headline move together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.inputs.arrays import Floats
from mercalli.results.measure import Measure
from mercalli.tasks.labels.result import Correlation, SystemReport

FEWEST_METRICS = 2
FEWEST_SYSTEMS = 3
FEWEST_SLICES = 5
FEWEST_PAIRS = 3
SPREAD = 1e-12
DIGITS = 12  # beyond these, products of matrices differ between machines


def correlation(
    headline: Sequence[str], systems: Sequence[SystemReport], drawn: Sequence[Floats]
) -> Correlation | None:
    """Over systems if there are three or more, else over slices, else over the resamples drawn for each system.

    Slices and resamples of two systems are taken together, each less the mean of its system, so that what is seen is
    how the metrics move within a system and not how the two differ.
    """
    if len(headline) < FEWEST_METRICS:
        return None
    points = next((each for each in _chances(headline, systems, drawn) if each.enough), None)
    if points is None:
        return None
    values = tuple(tuple(finite(value) for value in row) for row in points.pearson())
    return Correlation(points.over, points.n, tuple(headline), values)


@dataclass(frozen=True)
class _Points:
    """Values of metrics, points by metrics, in groups that have means of their own."""

    over: str
    groups: Sequence[Floats]
    fewest: int

    @property
    def enough(self) -> bool:
        return min(map(len, self.groups), default=0) >= self.fewest

    @property
    def n(self) -> int:
        return sum(len(group) for group in self.groups)

    def pearson(self) -> Floats:
        """Every pair of metrics; NaN where either does not vary, or both are defined for fewer than three points."""
        pairs, product, square, least = np.sum([_sums(group) for group in self.groups], axis=0)
        varies = (square > least) & (square.T > least.T) & (pairs >= FEWEST_PAIRS)
        spread = np.sqrt(np.where(varies, square * square.T, np.nan))
        coefficients: Floats = np.clip(np.round(product / spread, DIGITS), -1.0, 1.0)
        return coefficients


def _sums(values: Floats) -> Floats:
    """Over the points at which two metrics are both defined.

    How many there are, the sum of products of their distances from their means, that of squares of the first's, and
    what the latter comes to by rounding alone.
    """
    known = ~np.isnan(values)
    zeroed = np.where(known, values, 0.0)
    size = np.abs(zeroed).max(axis=0, initial=0.0)
    zeroed = np.where(known, zeroed - zeroed.sum(axis=0) / np.maximum(known.sum(axis=0), 1), 0.0)
    counted = known.astype(np.float64)
    pairs = counted.T @ counted
    totals, once = zeroed.T @ counted, np.maximum(pairs, 1)
    product = zeroed.T @ zeroed - totals * totals.T / once
    square = (zeroed**2).T @ counted - totals**2 / once
    return np.stack([pairs, product, square, pairs * (SPREAD * size[:, None]) ** 2])


def _chances(headline: Sequence[str], systems: Sequence[SystemReport], drawn: Sequence[Floats]) -> Iterator[_Points]:
    """What could be correlated over, the most telling first."""
    yield _Points("systems", [_values(headline, [system.measures for system in systems])], FEWEST_SYSTEMS)
    yield _Points("slices", [_values(headline, _slices(system)) for system in systems], FEWEST_SLICES)
    yield _Points("resamples", drawn, FEWEST_PAIRS)


def _slices(system: SystemReport) -> list[tuple[Measure, ...]]:
    """Slices by one column that have enough rows."""
    return [part.measures for part in system.slices if len(part.columns) == 1 and not part.few]


def _values(headline: Sequence[str], points: Sequence[Sequence[Measure]]) -> Floats:
    rows = [{measure.metric: measure.value for measure in measures} for measures in points]
    return np.array([[values[metric] for metric in headline] for values in rows], np.float64)
