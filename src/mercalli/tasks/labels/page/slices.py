"""Slices as forest plots: one for each column, or columns crossed, by which the data were sliced."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.telling.svg.strip import Scale

if TYPE_CHECKING:
    from mercalli.results.measure import Measure
    from mercalli.results.parts import SliceReport
    from mercalli.tasks.labels.result import Evaluation, SystemReport

MOST = 100


@dataclass(frozen=True)
class Forest:
    """The slices by one column, on a common scale, with the overall value to compare with."""

    columns: tuple[str, ...]
    parts: tuple[SliceReport, ...]
    left_out: int
    scale: Scale
    overall: Measure

    @property
    def title(self) -> str:
        """As in `event` or `event and lang`."""
        return " and ".join(self.columns)


def forests(result: Evaluation, system: SystemReport) -> list[Forest]:
    """A forest for each way of slicing, in the order in which they were asked for."""
    return [_forest(result, system, columns) for columns in slicings(system)]


def slices_shown(system: SystemReport) -> int:
    """How many slices of a system are shown."""
    counts = Counter(part.columns for part in system.slices)
    return sum(min(MOST, count) for count in counts.values())


def slicings(system: SystemReport) -> list[tuple[str, ...]]:
    """The columns, alone or crossed, by which a system was sliced."""
    return list(dict.fromkeys(part.columns for part in system.slices))


def _forest(result: Evaluation, system: SystemReport, columns: tuple[str, ...]) -> Forest:
    every = [part for part in system.slices if part.columns == columns]
    largest = sorted(every, key=lambda part: -part.n)[:MOST]
    kept = every if len(every) <= MOST else [part for part in every if part in largest]
    overall = system.measure(result.headline[0])
    scale = Scale.around([overall, *(part.measures[0] for part in kept)])
    return Forest(columns, tuple(kept), len(every) - len(kept), scale, overall)
