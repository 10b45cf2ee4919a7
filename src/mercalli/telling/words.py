"""Words on measures, gates and differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from mercalli.estimates import ranking
from mercalli.results.gates import GateReport, by_gate, missed_gates
from mercalli.results.measure import Measure, MetricCard, Provenance
from mercalli.results.outputs import Bounds
from mercalli.results.parts import ClassReport
from mercalli.results.verdict import CAUTION, NEXT, Line
from mercalli.text.names import plain
from mercalli.text.numbers import DIGITS, NOTHING, interval, number, percent
from mercalli.text.words import first_few

_System = TypeVar("_System")
TONES = ("good", "fair", "bad")
BETTER = {1: "higher is better", -1: "lower is better", 0: "no value is better than another"}


class HeadlineResult(Protocol):
    """A result with metrics that are read first."""

    @property
    def headline(self) -> tuple[str, ...]:
        """Their texts."""
        ...

    @property
    def metrics(self) -> tuple[MetricCard, ...]:
        """What is known about every metric."""
        ...

    @property
    def measured(self) -> tuple[str, ...]:
        """Those that give one number for each system."""
        ...


def interval_header(provenance: Provenance) -> str:
    """The name of a column of intervals, as in `95% interval`."""
    return f"{percent(provenance.settings['level'])} interval"


def line_text(line: Line) -> str:
    """A line of a verdict where its topic has no heading of its own.

    >>> from mercalli.results.verdict import Line
    >>> line_text(Line("next", "Label more calls.")), line_text(Line("missed", "It finds 40% of calls.", warns=True))
    ('Next: Label more calls.', '! It finds 40% of calls.')
    """
    mark = "! " if line.warns else {CAUTION: "Know first: ", NEXT: "Next: "}.get(line.topic, "")
    return f"{mark}{line.text}"


def signed(value: float | None, *, digits: int = DIGITS) -> str:
    """A difference with its sign.

    >>> signed(0.0312), signed(None), signed(-1112.5)
    ('+0.031', '-', '-1,112.500')
    """
    return NOTHING if value is None else f"{value:+z,.{digits}f}"


def best_first(
    systems: Iterable[_System], measured: Callable[[_System], Measure], cards: Iterable[MetricCard]
) -> list[_System]:
    """Systems by one measure, the best first as its metric counts; those without a value last, equals as given."""
    directions = {card.metric: card.direction for card in cards}
    every = list(systems)
    direction = directions.get(measured(every[0]).metric, 1) if every else 1
    return ranking.best_first(every, lambda system: measured(system).value, direction)


def sure(measure: Measure) -> str:
    """A value with its interval, if it has one."""
    value = value_or_why(measure)
    return value if measure.low is None else f"{value} [{interval(measure.low, measure.high)}]"


def value_or_why(measure: Measure) -> str:
    """A value, or a dash with the reason why there is none."""
    return f"{NOTHING} ({measure.undefined})" if measure.value is None else number(measure.value, DIGITS)


def value_and_interval(measure: Measure, digits: int = DIGITS) -> tuple[str, str]:
    """The value and both ends of its interval, as two cells."""
    return number(measure.value, digits), interval(measure.low, measure.high, digits=digits)


def span_of(card: MetricCard) -> str:
    """The range of a metric and its best value in words, or which way is better where there is no end."""
    best = BETTER[card.direction] if card.best is None else f"best {card.best:g}"
    low, high = ("unbounded" if end is None else f"{end:g}" for end in (card.lowest, card.highest))
    return f"{low} to {high}, {best}"


def class_cells(report: ClassReport) -> tuple[str, ...]:
    """A class, how often it is true and predicted, its values, and the interval of the last."""
    counts = (f"{report.support:,}", f"{report.predicted:,}")
    *others, last = report.measures
    values = (number(measure.value, DIGITS) for measure in others)
    return report.name + " (few)" * report.few, *counts, *values, *value_and_interval(last)


def measure_of(measures: Iterable[Measure], metric: str) -> Measure | None:
    """One metric among measures."""
    return next((measure for measure in measures if measure.metric == metric), None)


def gate_text(gate: GateReport) -> str:
    """A gate and what was found, in words."""
    return f"{gate.gate}: {gate.system}{gate_place(gate)} is {gate_found(gate)}"


def missed_text(text: str, reports: Sequence[GateReport]) -> str:
    """A missed gate with what it found: where it looks at several places, in how many, and the worst of these."""
    missed = [report for report in reports if not report.passed]
    known = sorted((report for report in missed if report.value is not None), key=lambda report: report.value or 0.0)
    worst = (known[-1] if "<" in text else known[0]) if known else missed[0]
    if len(reports) == 1:
        return f"{plain(text)} ({gate_value(worst)})"
    return (
        f"{plain(text)} (in {len(missed):,} of {len(reports):,}, worst {plain(gate_place(worst))}: {gate_value(worst)})"
    )


def gates_caption(reports: Sequence[GateReport]) -> str:
    """How many gates were missed and passed; of several systems, how many each misses."""
    systems = list(dict.fromkeys(report.system for report in reports))
    if len(systems) == 1:
        missed = len(missed_gates(reports))
        return f"Gates: {missed:,} missed, {len(by_gate(reports)) - missed:,} passed"
    return f"Gates: {first_few([_standing(name, reports) for name in systems])}"


def _standing(system: str, reports: Sequence[GateReport]) -> str:
    own = [report for report in reports if report.system == system]
    missed, every = len(missed_gates(own)), len(by_gate(own))
    if every == 1:
        return f"{plain(system)} {'misses' if missed else 'passes'} its gate"
    return f"{plain(system)} misses {missed:,} of {every:,}" if missed else f"{plain(system)} passes all {every:,}"


def gate_value(gate: GateReport) -> str:
    """What a gate found, in as many decimals as tell it from its bound."""
    return f"undefined because {gate.undefined}" if gate.value is None else number(gate.value)


def gate_found(gate: GateReport) -> str:
    """What a gate found, and beside it what other ways to count unread answers give."""
    return gate_value(gate) if gate.bounds is None else f"{gate_value(gate)} ({ways_text(gate.bounds)})"


def gate_range(gate: GateReport) -> str:
    """The least and the most that a gate finds, however unread answers are counted."""
    known = [each for each in (() if gate.bounds is None else gate.bounds.ways) if each is not None]
    return interval(min(known), max(known)) if known else ""


def ways_text(bounds: Bounds) -> str:
    """A metric with unread answers counted in every way.

    >>> print(ways_text(Bounds("accuracy", 0.6, 0.8, 0.75, 0.5)))
    unread wrong 0.6000, right 0.8000, left out 0.7500, only whole answers 0.5000
    """
    wrong, right, left_out, strict = (number(each) for each in bounds.ways)
    return f"unread wrong {wrong}, right {right}, left out {left_out}, only whole answers {strict}"


def gate_place(gate: GateReport) -> str:
    """Where a gate looked, unless its own text says so."""
    return f" in {gate.place}" if gate.place and not gate.gate.startswith("class:") else ""


def with_companions(result: HeadlineResult) -> list[str]:
    """The headline metrics, each followed by those without which it should not be read."""
    beside = {card.metric: card.beside for card in result.metrics}
    shown: list[str] = []
    for metric in result.headline:
        companions = [name for name in beside[metric] if name in result.measured and name not in result.headline]
        shown += [metric, *companions]
    return list(dict.fromkeys(shown))


def tone(card: MetricCard, measure: Measure) -> str:
    """Whether a band is among the good ones, in the middle or among the bad ones; nothing without bands."""
    names = [band.name for band in sorted(card.bands, key=lambda band: -(card.direction or 1) * band.lower)]
    if measure.band not in names:
        return ""
    place = names.index(measure.band) / max(1, len(names) - 1)
    return TONES[min(int(place * len(TONES)), len(TONES) - 1)]
