"""What to do next: findings with their evidence and an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.reports.words import DIGITS, count, sure
from mercalli.results.text import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.results.records import ConfusionReport, Evaluation, SystemReport

SKEW = 10
WEAK_RECALL = 0.5
MOST = 8


@dataclass(frozen=True)
class Advice:
    """A finding, the numbers behind it, and what to do."""

    finding: str
    evidence: str
    action: str


def advice(result: Evaluation, system: SystemReport) -> list[Advice]:
    """What stands out about one system, the most pressing first."""
    found = [
        *_gates(result, system),
        *_useless(result, system),
        *_harmful(system),
        *_weak_classes(system),
        *_weak_slices(result, system),
        *_rare(system),
        *_skew(system),
    ]
    return found[:MOST]


def _gates(result: Evaluation, system: SystemReport) -> Iterator[Advice]:
    missed = [gate for gate in result.gates if gate.system == system.name and not gate.passed]
    if missed:
        shown = "; ".join(
            f"{gate.gate}{f' in {gate.place}' if gate.place else ''} is {number(gate.value, DIGITS)}"
            for gate in missed[:3]
        )
        yield Advice(
            f"{len(missed)} gates are missed", shown, "Do not deploy before they are met, or say why the bar is wrong."
        )


def _useless(result: Evaluation, system: SystemReport) -> Iterator[Advice]:
    weak = [name for name in result.headline if system.measure(name).useless]
    if weak:
        lead = system.measure(weak[0])
        majority = number(lead.baselines.get("majority"), DIGITS)
        evidence = f"{weak[0]} is {number(lead.value, DIGITS)}, the majority class gets {majority}"
        yield Advice(
            "No better than a constant answer",
            evidence,
            "Check that truth and predictions belong together; then train again.",
        )


def _harmful(system: SystemReport) -> Iterator[Advice]:
    """The most harmful confusion, with its way back if that is frequent as well."""
    if not system.confusions:
        return
    worst = system.confusions[0]
    back = next((each for each in system.confusions if (each.truth, each.pred) == (worst.pred, worst.truth)), None)
    both = f"; {count(back.count)} the other way round" if back else ""
    evidence = f"{count(worst.count)} items, {worst.share:.0%} of the class, {worst.harm_share:.0%} of the harm{both}"
    yield Advice(f"{worst.truth} is taken for {worst.pred}", evidence, _separate(worst))


def _separate(worst: ConfusionReport) -> str:
    apart = f"Collect clear examples that tell {worst.truth} from {worst.pred}"
    return f"{apart}, or have people check what is called {worst.pred}."


def _weak_classes(system: SystemReport) -> Iterator[Advice]:
    for report in system.classes:
        recall = next(measure for measure in report.measures if measure.metric == "recall")
        if report.support and recall.value is not None and recall.value < WEAK_RECALL and not report.few:
            evidence = f"recall {sure(recall)} on {report.support:,} rows"
            yield Advice(
                f"Less than half of {report.name} is found", evidence, f"Add labelled examples of {report.name}."
            )


def _weak_slices(result: Evaluation, system: SystemReport) -> Iterator[Advice]:
    """Slices whose interval lies wholly below the overall value."""
    lead = system.measure(result.headline[0])
    direction = next(card.direction for card in result.metrics if card.metric == lead.metric)
    if lead.value is None or direction <= 0:
        return
    weak = [
        (part, part.measures[0])
        for part in system.slices
        if not part.few and part.measures[0].high is not None and part.measures[0].high < lead.value
    ]
    for part, measure in sorted(weak, key=lambda each: each[1].value or 0)[:2]:
        evidence = f"{lead.metric} {sure(measure)} on {part.n:,} rows, {number(lead.value, DIGITS)} overall"
        yield Advice(
            f"Weaker on {part.name}",
            evidence,
            "Look at its errors; add data like it before relying on the system there.",
        )


def _rare(system: SystemReport) -> Iterator[Advice]:
    few = [report for report in system.classes if report.few and report.support]
    if few:
        evidence = ", ".join(f"{report.name} ({report.support})" for report in few[:5])
        yield Advice(
            f"Fewer than 20 rows of {few[0].name}" if len(few) == 1 else f"{len(few)} classes have fewer than 20 rows",
            evidence,
            "Label more items of these classes before trusting their numbers.",
        )


def _skew(system: SystemReport) -> Iterator[Advice]:
    present = sorted((report for report in system.classes if report.support), key=lambda report: report.support)
    if present and present[-1].support > SKEW * present[0].support:
        least, most = present[0], present[-1]
        wanted = -(-most.support // SKEW)
        evidence = f"{most.name} has {most.support:,} rows, {least.name} {least.support:,}"
        action = f"Bring every class to at least {wanted:,} rows, so that the ratio is 10:1."
        yield Advice(f"Classes are skewed {most.support / least.support:.0f}:1", evidence, action)
