"""Gates: what a result must reach, and whether it does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import ge, gt, le, lt
from types import MappingProxyType
from typing import Protocol, TypeAlias

from mercalli.errors import GateError, SettingError
from mercalli.inputs.classes import normal
from mercalli.results.gaps import Gap
from mercalli.results.measure import Measure, MetricCard
from mercalli.results.outputs import Bounds
from mercalli.results.parts import ClassReport, SliceReport

TESTS = {">=": ge, "<=": le, ">": gt, "<": lt}
ROBUST = "robust"  # passed only if it passes however unread answers are counted
TEST = re.compile(r">=|<=|>|<")
BOUND = re.compile(r"\s*+([-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?)\s*+")
SCOPE = re.compile(r"\s*+(slice|class|gap|spread):")
METRIC = re.compile(r"(?!(?:low|high|robust)\b)\w++(\(|\Z)")
ENDS = ("low", "high", ROBUST)
GAPS = ("gap", "spread")


class Gated(Protocol):
    """A system whose measures gates can look at: of the whole, of classes, of slices."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Of all rows."""
        ...

    @property
    def classes(self) -> tuple[ClassReport, ...]:
        """Class by class."""
        ...

    @property
    def slices(self) -> tuple[SliceReport, ...]:
        """Slice by slice."""
        ...


@dataclass(frozen=True)
class Gate:
    """One condition."""

    text: str
    metric: str
    test: str
    bound: float
    end: str = "value"
    scope: str | None = None
    name: str | None = None

    @classmethod
    def check(cls, text: str) -> Gate:
        """A gate from its text.

        >>> Gate.check("slice:lang.recall_macro.low >= 0.6").end
        'low'
        """
        parts = _parts(text)
        if parts is None:
            raise GateError.named(
                text,
                "cannot be read as a gate. Write a metric, a comparison and a number, as in dua>=0.75, "
                "dua.low>=0.7, dua.robust>=0.7, slice:lang.recall_macro>=0.6 or "
                "class:injured_or_dead_people.recall>=0.8.",
            )
        scope, name, metric, end, test, bound = parts
        return cls(text.strip(), metric, test, bound, end, scope, name)


def _parts(text: str) -> tuple[str | None, str | None, str, str, str, float] | None:
    """Scope, its name, metric, end, test and bound, found from the end of the text, whatever a name holds.

    >>> _parts("class:a.b > c.f_beta(beta=0.5).low >= .5")
    ('class', 'a.b > c', 'f_beta(beta=0.5)', 'low', '>=', 0.5)
    """
    tests = list(TEST.finditer(text))
    bound = BOUND.fullmatch(text, tests[-1].end()) if tests else None
    if bound is None or "\n" in text.strip():
        return None
    test = tests[-1]
    head = text[: test.start()].rstrip()
    end = next((each for each in ENDS if head.endswith(f".{each}")), None)
    scope, name, metric = _place(head if end is None else head.removesuffix(f".{end}"))
    return None if metric is None else (scope, name, metric, end or "value", test[0], float(bound[1]))


def _place(head: str) -> tuple[str | None, str | None, str | None]:
    """Scope, name and metric; no metric where there is none. A name goes to the last point before a metric."""
    scope = SCOPE.match(head)
    if scope is None:
        return None, None, _metric(head.lstrip(), 0)
    at = len(head)
    while (at := head.rfind(".", scope.end() + 1, at)) > 0:
        if metric := _metric(head, at + 1):
            return scope[1], head[scope.end() : at].strip(), metric
    return None, None, None


def _metric(head: str, start: int) -> str | None:
    """What begins here, if it is a metric, perhaps with options in parentheses."""
    found = METRIC.match(head, start)
    if found is None or (found[1] and not head.endswith(")", found.end())):
        return None
    return head[start:]


def checked_gates(texts: object) -> list[Gate]:
    """Gates from one text or several."""
    listed = [texts] if isinstance(texts, str) else texts
    if not isinstance(listed, list | tuple) or not all(isinstance(text, str) for text in listed):
        raise SettingError.outside("gates", texts, "a list of texts such as 'dua>=0.75'")
    return [Gate.check(text) for text in listed]


def check_bounds(gates: Iterable[Gate], cards: Iterable[MetricCard]) -> None:
    """Refuse gates whose number no value of their metric can have, and those that no value can meet."""
    known = {card.metric: card for card in cards}
    for gate in gates:
        card = known.get(gate.metric)
        if card is not None and _beyond(gate, card):
            raise GateError.beyond(gate.text, gate.metric, gate.bound, (card.lowest, card.highest))


def _beyond(gate: Gate, card: MetricCard) -> bool:
    low, high = card.lowest, card.highest
    too_low = low is not None and (gate.bound < low or (gate.bound == low and gate.test == "<"))
    return too_low or (high is not None and (gate.bound > high or (gate.bound == high and gate.test == ">")))


# By system, the text of a gate, and the place where it looks.
GateBounds: TypeAlias = Mapping[tuple[str, str, str | None], Bounds]


def gate_reports(
    gates: Iterable[Gate], systems: Sequence[Gated], bounds: GateBounds = MappingProxyType({})
) -> tuple[GateReport, ...]:
    """Every gate on every system, and on every slice where it asks for slices.

    `bounds` are what a gate would find if unread answers were counted in other ways.
    """
    return tuple(report for gate in gates for system in systems for report in _reports(gate, system, bounds))


def _reports(gate: Gate, system: Gated, bounds: GateBounds) -> Iterator[GateReport]:
    for place, measures in _places(gate, system):
        measure = next((each for each in measures if each.metric == gate.metric), None)
        if measure is None:
            raise GateError.unknown(gate.text, gate.metric, [each.metric for each in measures])
        otherwise = bounds.get((system.name, gate.text, place))
        value = _tested(gate, measure, otherwise)
        passed = value is not None and TESTS[gate.test](value, gate.bound)
        yield GateReport(gate.text, system.name, place, value, passed, _reason(gate, measure, value), otherwise)


def _tested(gate: Gate, measure: Measure, bounds: Bounds | None) -> float | None:
    """What a gate looks at; an interval without width has no ends, because it is evidence of nothing."""
    if gate.end == "value":
        return measure.value
    if gate.end == ROBUST:
        ways = (measure.value, *(() if bounds is None else bounds.ways))
        known = [each for each in ways if each is not None]
        return None if len(known) < len(ways) else min(known) if ">" in gate.test else max(known)
    found: float | None = getattr(measure, gate.end)
    return None if measure.low == measure.high else found


def _reason(gate: Gate, measure: Measure, value: float | None) -> str | None:
    if value is not None:
        return None
    if gate.end == ROBUST:
        return measure.undefined or "it has no value if unread answers are counted in another way"
    if measure.low is not None:
        return f"all replicates were alike, so the interval has no width and no {gate.end} end"
    return measure.undefined or f"there is no interval, so no {gate.end} end"


def _places(gate: Gate, system: Gated) -> list[tuple[str | None, Sequence[Measure]]]:
    """Where a gate looks: the whole, one class, or every slice by one column."""
    if gate.scope is None:
        return [(None, system.measures)]
    if gate.scope == "class":
        chosen = [report for report in system.classes if normal(report.name) == normal(gate.name or "")]
        known = [report.name for report in system.classes]
        if not chosen:
            raise GateError.unknown(gate.text, gate.name or "", known, "the class ")
        return [(report.name, report.measures) for report in chosen]
    if gate.scope in GAPS:
        return [(f"{gate.scope} over {gate.name}", _gap_measures(gate, system))]
    parts = [part for part in system.slices if part.columns == tuple((gate.name or "").split("*"))]
    if not parts:
        known = list(dict.fromkeys("*".join(part.columns) for part in system.slices))
        raise GateError.unknown(gate.text, gate.name or "", known, "the slice column ")
    return [(part.name, part.measures) for part in parts]


def _gap_measures(gate: Gate, system: Gated) -> list[Measure]:
    """The gap or the spread on every metric, called after it."""
    gaps: tuple[Gap, ...] = getattr(system, "gaps", ())
    if not gaps:
        raise GateError.named(
            gate.text,
            "looks at a gap between groups, and there is none here. Gaps are computed by mercalli parity, by over-time "
            "(bins, phases, load) and by places (--rings, and people with a need).",
        )
    own = [gap for gap in gaps if gap.column == gate.name]
    if not own:
        known = list(dict.fromkeys(gap.column for gap in gaps))
        raise GateError.unknown(gate.text, gate.name or "", known, "the group column ")
    return [replace(gap.gap if gate.scope == "gap" else gap.spread, metric=gap.metric) for gap in own]


@dataclass(frozen=True)
class GateReport:
    """Whether one gate was passed by one system, in one place if it looks at several.

    `bounds` are the values of its metric if unread answers were counted in other ways, where there are any.
    """

    gate: str
    system: str
    place: str | None
    value: float | None
    passed: bool
    undefined: str | None = None
    bounds: Bounds | None = field(default=None, metadata={"since": "0.2.0"})


def by_gate(reports: Iterable[GateReport]) -> dict[str, list[GateReport]]:
    """Reports by the text of their gate, in the order in which these were asked: a gate counts once, wherever it looks.

    >>> reports = [GateReport("slice:lang.dua>=0.8", "svm", f"lang={lang}", 0.7, passed=False) for lang in ("en", "es")]
    >>> len(by_gate(reports))
    1
    """
    gates: dict[str, list[GateReport]] = {}
    for report in reports:
        gates.setdefault(report.gate, []).append(report)
    return gates


def missed_gates(reports: Iterable[GateReport]) -> dict[str, list[GateReport]]:
    """The gates that were missed somewhere, with all of their reports."""
    return {text: every for text, every in by_gate(reports).items() if not all(report.passed for report in every)}
