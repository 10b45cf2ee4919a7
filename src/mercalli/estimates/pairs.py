"""Paired comparisons of several systems on the same items, whatever their statistic is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from mercalli.estimates.intervals import Intervals
from mercalli.estimates.measure import difference_of
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.ranking import ranked_pairs
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import Metric
from mercalli.results.difference import Ranking, SystemPair
from mercalli.uncertainty.few_units import TESTED_UNITS

Compared = tuple[tuple[SystemPair, ...], tuple[Ranking, ...]]
NOT_COMPARED: Compared = ((), ())


@dataclass(frozen=True)
class Paired:
    """Two systems along some metrics: their values, and the intervals and p-values of the difference."""

    first: Floats
    second: Floats
    intervals: Intervals
    p: Floats


def can_test(units: int | None) -> bool:
    """Whether exchanging the answers of two systems can give a p-value of .05: not with fewer than six units.

    >>> can_test(None), can_test(5), can_test(6)
    (True, False, True)
    """
    return units is None or units >= TESTED_UNITS


def compared(
    names: Sequence[str],
    metrics: Sequence[Metric],
    paired: Callable[[int, int], Paired],
    *,
    n: int,
    units: int | None,
    level: float,
    progress: Progress = quiet,
) -> Compared:
    """Every two systems, p-values corrected over all pairs, and who is ahead on what.

    Args:
        names: The systems.
        metrics: The metrics that they are compared by.
        paired: Compares two systems, by their places among the names.
        n: How many items there are.
        units: How many units were resampled, if there were any.
        level: The confidence of the intervals.
        progress: Called with how many pairs are done.
    """
    every = list(combinations(range(len(names)), 2))
    found = []
    for done, (first, second) in enumerate(every):
        progress("comparing pairs", done, len(every))
        found.append(_pair((names[first], names[second]), metrics, paired(first, second), n, units))
    return ranked_pairs(found, metrics, names, 1 - level)


def _pair(names: tuple[str, str], metrics: Sequence[Metric], paired: Paired, n: int, units: int | None) -> SystemPair:
    differences = tuple(
        difference_of(metric, paired.first[at], paired.second[at], paired.intervals[at], paired.p[at])
        for at, metric in enumerate(metrics)
    )
    return SystemPair(*names, n, differences, units)
