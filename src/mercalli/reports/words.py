"""Numbers, intervals and names as every report writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import bidirectional, category

from mercalli.results.text import NOTHING, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.results.records import (
        ClassReport,
        Evaluation,
        GateReport,
        Measure,
        SliceReport,
        SystemReport,
    )

DIGITS = 3
LONGEST_NAME, TAIL = 80, 20
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def interval(low: float | None, high: float | None, *, digits: int = DIGITS) -> str:
    """Both ends.

    >>> interval(0.7, 0.75)
    '0.700 to 0.750'
    """
    return NOTHING if low is None or high is None else f"{number(low, digits)} to {number(high, digits)}"


def sure(measure: Measure) -> str:
    """A value with its interval."""
    return f"{number(measure.value, DIGITS)} [{interval(measure.low, measure.high)}]"


def count(value: float) -> str:
    """A count with thousands marked; weights keep two decimals.

    >>> count(4986.0), count(12.5)
    ('4,986', '12.50')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def readable(name: str) -> str:
    """A class or level as a sentence writes it.

    >>> readable("injured_or_dead_people")
    'injured or dead people'
    """
    return plain(name.replace("_", " "))


def plain(name: str) -> str:
    r"""A name from the data in one line: not too long, no control characters, apart if it runs from right to left.

    >>> plain("two\nlines")
    'two lines'
    """
    line = " ".join("".join(" " if category(sign) == "Cc" else sign for sign in name if not _turns(sign)).split())
    short = line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - TAIL]}…{line[-TAIL:]}"
    return f"{ISOLATE}{short}{END_OF_ISOLATE}" if any(bidirectional(sign) in {"R", "AL"} for sign in short) else short


def _turns(sign: str) -> bool:
    """Invisible signs that change the direction of what follows."""
    return bidirectional(sign) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def leader(result: Evaluation) -> SystemReport:
    """The system with the best value of the first headline metric that has a direction."""
    return best_first(result)[0]


def best_first(result: Evaluation) -> list[SystemReport]:
    """Systems by the first headline metric that has a direction; equals in the order in which they were given."""
    direction = {card.metric: card.direction for card in result.metrics}
    metric = next((name for name in result.headline if direction[name]), result.headline[0])
    return sorted(result.systems, key=lambda system: -_rank(system.measure(metric), direction[metric]))


def _rank(measure: Measure, direction: int) -> float:
    return float("-inf") if measure.value is None else measure.value * (direction or 1)


def measure_of(measures: Iterable[Measure], metric: str) -> Measure | None:
    """One metric among measures."""
    return next((measure for measure in measures if measure.metric == metric), None)


def weakest_class(system: SystemReport) -> ClassReport | None:
    """The class of which the smallest share was found."""
    found = [report for report in system.classes if report.support]
    return min(found, key=lambda report: _value(report.measures, "recall"), default=None)


def weakest_slice(result: Evaluation, system: SystemReport) -> SliceReport | None:
    """The slice with the worst first headline metric, among those with enough rows."""
    sign = {card.metric: card.direction or 1 for card in result.metrics}[result.headline[0]]
    enough = [part for part in system.slices if not part.few and part.measures[0].value is not None]
    return min(enough, key=lambda part: sign * _value(part.measures, result.headline[0]), default=None)


def _value(measures: Sequence[Measure], metric: str) -> float:
    measure = measure_of(measures, metric)
    return float("inf") if measure is None or measure.value is None else measure.value


def gate_text(gate: GateReport) -> str:
    """A gate and what was found, in words."""
    place = f" in {gate.place}" if gate.place else ""
    found = f"is {number(gate.value, 4)}" if gate.value is not None else f"is undefined because {gate.undefined}"
    return f"{gate.gate}: {gate.system}{place} {found}"
