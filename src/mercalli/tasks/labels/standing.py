"""Which system leads, and where it is weakest."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from mercalli.results.measure import Measure, MetricCard, by_text
from mercalli.results.parts import SliceReport
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.telling import words
from mercalli.text.words import counted

NAMED = 3
TWO = 2


def card_of(result: Evaluation, metric: str) -> MetricCard:
    """What is known about a metric of the result."""
    return by_text(result.metrics, metric)


def decisive(result: Evaluation) -> str:
    """The first headline metric that has a direction, or else the first."""
    return next((name for name in result.headline if card_of(result, name).direction), result.headline[0])


def best_first(result: Evaluation) -> list[SystemReport]:
    """Systems by the decisive metric."""
    chosen = decisive(result)
    return words.best_first(result.systems, lambda system: system.measure(chosen), result.metrics)


def leader(result: Evaluation) -> SystemReport:
    """The system with the best value of the decisive metric."""
    return best_first(result)[0]


def weakest_slice(result: Evaluation, system: SystemReport, *, few: bool = False) -> SliceReport | None:
    """The slice with the worst first headline metric, among those with enough rows, or also those of `few`."""
    sign = card_of(result, result.headline[0]).direction or 1
    enough = [part for part in system.slices if (few or not part.few) and part.measures[0].value is not None]
    return min(enough, key=lambda part: sign * _value(part.measures, result.headline[0]), default=None)


def _value(measures: Sequence[Measure], metric: str) -> float:
    value = by_text(measures, metric).value
    return inf if value is None else value


def rows_text(result: Evaluation) -> str:
    """How many rows there are, from the fewest to the most where systems have their own."""
    least, most = (find(system.n for system in result.systems) for find in (min, max))
    return counted(most, "row") if least == most else f"{least:,} to {counted(most, 'row')}"


def same_rows(result: Evaluation) -> bool:
    """Whether all systems have as many rows of each class, and so the same baselines."""
    return len({tuple((each.name, each.support) for each in system.classes) for system in result.systems}) == 1


def shared_notes(result: Evaluation) -> tuple[str, ...]:
    """Notes on the whole and on the comparison, and those that hold for every system."""
    alike = [note for note in result.systems[0].notes if all(note in system.notes for system in result.systems)]
    own = {f"{system.name}: {note}" for system in result.systems for note in system.notes}
    compared = result.comparison.notes if result.comparison else ()
    return (*result.notes, *(note for note in compared if note not in own), *alike)
