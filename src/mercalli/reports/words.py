"""Numbers, intervals and names as every report writes them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING
from unicodedata import bidirectional, category

from mercalli.errors import short_name, visible
from mercalli.results.limits import SKEW
from mercalli.results.text import NOTHING, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.results.evaluation import Evaluation, GateReport
    from mercalli.results.measured import Measure, MetricCard
    from mercalli.results.systems import ClassReport, SliceReport, SystemReport

DIGITS = 3
BETTER = {1: "higher is better", -1: "lower is better", 0: "no value is better than another"}
SMALLEST_SHARE = 0.005
TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def interval(low: float | None, high: float | None, *, digits: int = DIGITS) -> str:
    """Both ends.

    >>> interval(0.7, 0.75)
    '0.700 to 0.750'
    """
    return NOTHING if low is None or high is None else f"{number(low, digits)} to {number(high, digits)}"


def sure(measure: Measure) -> str:
    """A value with its interval, if it has one."""
    value = value_or_why(measure)
    return value if measure.low is None else f"{value} [{interval(measure.low, measure.high)}]"


def value_or_why(measure: Measure) -> str:
    """A value, or a dash with the reason why there is none."""
    return f"{NOTHING} ({measure.undefined})" if measure.value is None else number(measure.value, DIGITS)


def count(value: float) -> str:
    """A count with thousands marked; weights keep two decimals.

    >>> count(4986.0), count(12.5)
    ('4,986', '12.50')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def skew_text(most: int, least: int) -> str:
    """How many times as many, in as few decimals as tell it from what is no skew.

    >>> skew_text(303, 30), skew_text(455, 30)
    ('10.1:1', '15:1')
    """
    ratio = most / least
    digits = next(digits for digits in itertools.count() if round(ratio, digits) != SKEW or ratio == SKEW)
    return f"{ratio:,.{digits}f}:1"


def share_text(share: float) -> str:
    """A share in whole percent, never 0% for what is more nor 100% for what is less.

    >>> share_text(0.783), share_text(0.002), share_text(0.998), share_text(0.0)
    ('78%', '<1%', '>99%', '0%')
    """
    if 0 < share < SMALLEST_SHARE:
        return "<1%"
    return ">99%" if 1 - SMALLEST_SHARE < share < 1 else f"{share:.0%}"


def readable(name: str) -> str:
    """A class or level as a sentence writes it.

    >>> readable("injured_or_dead_people")
    'injured or dead people'
    """
    return plain(name.replace("_", " "))


def quoted(name: str) -> str:
    """A class set apart from the words of a sentence.

    >>> quoted("not_humanitarian")
    '“not humanitarian”'
    """
    return f"“{readable(name)}”"


def plain(name: str) -> str:
    r"""A name from the data in one line: not too long, no control characters, apart if it runs from right to left.

    >>> plain("two\nlines")
    'two lines'
    """
    line = " ".join("".join(" " if category(sign) == "Cc" else sign for sign in unturned(name)).split())
    short = short_name(line)
    return f"{ISOLATE}{short}{END_OF_ISOLATE}" if any(bidirectional(sign) in {"R", "AL"} for sign in short) else short


def one_line(text: str) -> str:
    r"""A text from the data in one line and in full; other control characters are written out.

    >>> print(one_line("two\nlines\x07"))
    two lines\x07
    """
    return visible(" ".join(text.split()))


def unturned(text: str) -> str:
    """A text without the invisible signs that change the direction of what follows."""
    return "".join(sign for sign in text if bidirectional(sign) not in TURNS)


def span_of(card: MetricCard) -> str:
    """The range of a metric and its best value in words, or which way is better where there is no end."""
    best = BETTER[card.direction] if card.best is None else f"best {card.best:g}"
    low, high = ("unbounded" if end is None else f"{end:g}" for end in (card.lowest, card.highest))
    return f"{low} to {high}, {best}"


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


def measure_of(measures: Iterable[Measure], metric: str) -> Measure | None:
    """One metric among measures."""
    return next((measure for measure in measures if measure.metric == metric), None)


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


def gate_text(gate: GateReport) -> str:
    """A gate and what was found, in words."""
    return f"{gate.gate}: {gate.system}{gate_place(gate)} is {gate_found(gate)}"


def gate_found(gate: GateReport) -> str:
    """What a gate found, in as many decimals as tell it from its bound."""
    return f"undefined because {gate.undefined}" if gate.value is None else number(gate.value)


def gate_place(gate: GateReport) -> str:
    """Where a gate looked, unless its own text says so."""
    return f" in {gate.place}" if gate.place and not gate.gate.startswith("class:") else ""
