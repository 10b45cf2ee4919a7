"""Which system of an evaluation leads, and where it is weakest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.words import measure_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.results.measure import Measure
    from mercalli.results.parts import ClassReport, SliceReport
    from mercalli.tasks.labels.result import Evaluation, SystemReport


def leader(result: Evaluation) -> SystemReport:
    """The system with the best value of the first headline metric that has a direction."""
    return best_first(result)[0]


def best_first(result: Evaluation, metric: str | None = None) -> list[SystemReport]:
    """Systems by a metric, else by the decisive one; equals in the order in which they were given."""
    chosen = metric or decisive(result)
    direction = next(card.direction for card in result.metrics if card.metric == chosen)
    return sorted(result.systems, key=lambda system: -_rank(system.measure(chosen), direction))


def decisive(result: Evaluation) -> str:
    """The first headline metric that has a direction, or else the first."""
    direction = {card.metric: card.direction for card in result.metrics}
    return next((name for name in result.headline if direction[name]), result.headline[0])


def _rank(measure: Measure, direction: int) -> float:
    return float("-inf") if measure.value is None else measure.value * (direction or 1)


def weakest_class(system: SystemReport) -> ClassReport | None:
    """The class of which the smallest share was found, among those with enough rows if there are any."""
    present = [report for report in system.classes if report.support]
    enough = [report for report in present if not report.few]
    return min(enough or present, key=lambda report: _value(report.measures, "recall"), default=None)


def weakest_slice(result: Evaluation, system: SystemReport) -> SliceReport | None:
    """The slice with the worst first headline metric, among those with enough rows."""
    sign = {card.metric: card.direction or 1 for card in result.metrics}[result.headline[0]]
    enough = [part for part in system.slices if not part.few and part.measures[0].value is not None]
    return min(enough, key=lambda part: sign * _value(part.measures, result.headline[0]), default=None)


def _value(measures: Sequence[Measure], metric: str) -> float:
    measure = measure_of(measures, metric)
    return float("inf") if measure is None or measure.value is None else measure.value
