"""Correlation: how the metrics of a headline move together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.results.records import Correlation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.results.records import Measure, SystemReport

FEWEST_METRICS = 2
FEWEST_SYSTEMS = 3
FEWEST_SLICES = 5
FEWEST_PAIRS = 3
SPREAD = 1e-12


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
    values = [[points.pearson(one, two) for two in range(len(headline))] for one in range(len(headline))]
    return Correlation(points.over, points.n, tuple(headline), tuple(map(tuple, values)))


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

    def pearson(self, one: int, two: int) -> float | None:
        """Undefined where either metric does not vary, or both are defined for fewer than three points."""
        pairs = [group[:, [one, two]] for group in self.groups]
        known = [pair[~np.isnan(pair).any(axis=1)] for pair in pairs]
        if sum(map(len, known)) < FEWEST_PAIRS or not (_varies(known, 0) and _varies(known, 1)):
            return None
        first, second = np.concatenate([pair - pair.mean(axis=0) for pair in known if len(pair)]).T
        return float(np.clip((first @ second) / np.sqrt((first @ first) * (second @ second)), -1.0, 1.0))


def _varies(groups: Sequence[Floats], at: int) -> bool:
    """Whether any group has a spread beyond that of rounding."""
    return any(len(group) and np.ptp(group[:, at]) > SPREAD * np.abs(group[:, at]).max() for group in groups)


def _chances(headline: Sequence[str], systems: Sequence[SystemReport], drawn: Sequence[Floats]) -> Iterator[_Points]:
    """What could be correlated over, the most telling first."""
    yield _Points("systems", [_values(headline, [system.measures for system in systems])], FEWEST_SYSTEMS)
    yield _Points("slices", [_values(headline, _slices(system)) for system in systems], FEWEST_SLICES)
    yield _Points("resamples", drawn, FEWEST_PAIRS)


def _slices(system: SystemReport) -> list[tuple[Measure, ...]]:
    """Slices by one column that have rows enough."""
    return [part.measures for part in system.slices if len(part.columns) == 1 and not part.few]


def _values(headline: Sequence[str], points: Sequence[Sequence[Measure]]) -> Floats:
    found = [{measure.metric: measure.value for measure in measures} for measures in points]
    return np.array([[values[metric] for metric in headline] for values in found], np.float64)
