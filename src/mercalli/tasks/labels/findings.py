"""What to do next: findings with their evidence and an action."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.results.findings import HIGH, LOW, MEDIUM, Finding
from mercalli.results.gates import GateReport, missed_gates
from mercalli.results.grounds import FEW_TO_TELL
from mercalli.results.limits import FEW_IN_CLASS, SKEW, skew_text
from mercalli.results.measure import Measure
from mercalli.results.parts import ClassReport, SliceReport
from mercalli.tasks.labels.result import ConfusionReport, Evaluation, SystemReport
from mercalli.tasks.labels.standing import card_of
from mercalli.telling.words import gate_place, gate_value, measure_of, sure
from mercalli.text.names import plain, quoted
from mercalli.text.numbers import DIGITS, count, number, share_text
from mercalli.text.words import counted, first_few

WEAK_RECALL = 0.5
WEAK_CLASSES, WEAK_SLICES = 3, 2
GATES_NAMED = 3
CLASSES_NAMED = 5


def advice(result: Evaluation, system: SystemReport) -> list[Finding]:
    """What stands out about one system, the most pressing first."""
    return [
        *_gates(result, system),
        *_useless(result, system),
        *_below_floors(result, system),
        *_harmful(result, system),
        *_weak_classes(result, system),
        *_weak_slices(result, system),
        *_rare(system),
        *_skew(system),
    ]


def _gates(result: Evaluation, system: SystemReport) -> Iterator[Finding]:
    gates = missed_gates(gate for gate in result.gates if gate.system == system.name)
    if gates:
        missed = [gate for reports in gates.values() for gate in reports if not gate.passed]
        are = "is" if len(gates) == 1 else "are"
        yield Finding(
            "gates",
            HIGH,
            f"{counted(len(gates), 'gate')} {are} missed",
            "; ".join(_gate(gate) for gate in missed[:GATES_NAMED]),
            "Do not rely on the system until every gate is met, or explain why a gate is wrong.",
            {"missed": len(gates)},
        )


def _gate(gate: GateReport) -> str:
    return f"{plain(gate.gate + gate_place(gate))} is {gate_value(gate)}"


def _useless(result: Evaluation, system: SystemReport) -> Iterator[Finding]:
    weak = [name for name in result.headline if card_of(result, name).useless(system.measure(name))]
    if weak:
        lead = system.measure(weak[0])
        majority = number(lead.baselines.get("majority"), DIGITS)
        yield Finding(
            "baseline",
            HIGH,
            "No better than a constant answer",
            f"{weak[0]} is {number(lead.value, DIGITS)}, the most frequent class alone gets {majority}",
            "Check that truth and predictions belong together; then train again.",
            {"value": lead.value, "trivial": lead.baselines.get("majority")},
        )


def confused(result: Evaluation, system: SystemReport) -> list[ConfusionReport]:
    """Confusions of a class with another one, the most harmful first; no other label can be told apart."""
    known = real_classes(result, system)
    return [each for each in system.confusions if each.pred in known]


def real_classes(result: Evaluation, system: SystemReport) -> set[str]:
    """The classes that were declared, or those in the truth: not all that another program takes for one."""
    declared = result.provenance.settings.get("classes") == "declared"
    return {report.name for report in system.classes if declared or report.support}


def _harmful(result: Evaluation, system: SystemReport) -> Iterator[Finding]:
    """The most harmful confusion, with its way back if that is frequent as well."""
    known = confused(result, system)
    if not known:
        return
    worst = known[0]
    back = next((each for each in system.confusions if (each.truth, each.pred) == (worst.pred, worst.truth)), None)
    both = f"; {count(back.count)} the other way round" if back else ""
    items = f"{count(worst.count)} {'item' if worst.count == 1 else 'items'}"
    evidence = f"{items}, {share_text(worst.share)} of the class and {share_text(worst.harm_share)} of all harm{both}"
    yield Finding(
        "separability",
        HIGH,
        f"{quoted(worst.truth)} is mistaken for {quoted(worst.pred)}",
        evidence,
        _separate(worst),
        {
            "rows": worst.count,
            "share": worst.share,
            "harm_share": worst.harm_share,
            "rows_back": back.count if back else 0,
        },
    )


def _separate(worst: ConfusionReport) -> str:
    called = quoted(worst.pred)
    apart = "Collect clear examples of both"
    return f"Have people read what is called {called} until that is solved. {apart}."


def _below_floors(result: Evaluation, system: SystemReport) -> Iterator[Finding]:
    """The critical classes of which too little is found."""
    for report, recall, floor in _too_little(result, system):
        name = quoted(report.name)
        yield Finding(
            "weak label",
            HIGH,
            f"Too little of {name}, a critical class, is found",
            f"recall {sure(recall)} on {counted(report.support, 'row')}; at least {share_text(floor)} should be found",
            "Do not rely on the system for it; add labelled examples.",
            {"recall": recall.value, "low": recall.low, "high": recall.high, "rows": report.support, "floor": floor},
        )


def _too_little(result: Evaluation, system: SystemReport) -> Iterator[tuple[ClassReport, Measure, float]]:
    """Classes below their floors, where there are enough rows to tell."""
    floors = {note.name: note.floor for note in result.classes}
    for report in system.classes:
        floor, recall = floors.get(report.name), measure_of(report.measures, "recall")
        known = recall is not None and recall.value is not None and report.support >= FEW_TO_TELL
        if floor is not None and recall is not None and known and (recall.value or 0.0) < floor:
            yield report, recall, floor


def _weak_classes(result: Evaluation, system: SystemReport) -> Iterator[Finding]:
    """The classes of which most is lost by weight, one by one, and the others together; none that weighs nothing."""
    weights = {note.name: note.weight for note in result.classes}
    told = {report.name for report, _, _ in _too_little(result, system)}
    listed = [each for each in _weak(system) if each[0].name not in told and weights.get(each[0].name, 1.0)]
    weak = sorted(
        listed, key=lambda each: -weights.get(each[0].name, 1.0) * each[0].support * (1 - (each[1].value or 0.0))
    )
    for report, recall in weak[:WEAK_CLASSES]:
        name = quoted(report.name)
        yield Finding(
            "weak label",
            HIGH,
            f"Less than half of {name} is found",
            f"recall {sure(recall)} on {counted(report.support, 'row')}",
            f"Add labelled examples of {name}.",
            {"recall": recall.value, "low": recall.low, "high": recall.high, "rows": report.support},
        )
    others = weak[WEAK_CLASSES:]
    named = [f"{quoted(report.name)} {number(recall.value, DIGITS)}" for report, recall in others]
    if others:
        yield Finding(
            "weak label",
            HIGH,
            f"Less than half of {counted(len(others), 'more class')} is found",
            f"recall of {first_few(named, CLASSES_NAMED)}",
            "Add labelled examples of each, or merge classes that lead to the same response.",
            {"classes": len(others)},
        )


def _weak(system: SystemReport) -> Iterator[tuple[ClassReport, Measure]]:
    for report in system.classes:
        recall = measure_of(report.measures, "recall")
        if recall and recall.value is not None and recall.value < WEAK_RECALL and not report.few:
            yield report, recall


def _weak_slices(result: Evaluation, system: SystemReport) -> Iterator[Finding]:
    lead = system.measure(result.headline[0])
    for part, measure in _below(result, system, lead)[:WEAK_SLICES]:
        overall = number(lead.value, DIGITS)
        yield Finding(
            "weak slice",
            MEDIUM,
            f"Weaker on {plain(part.name)}",
            f"{lead.metric} {sure(measure)} on {counted(part.n, 'row')}, {overall} overall{_like_for_like(part)}",
            "Look at its errors; add data like it before relying on the system there.",
            {"value": measure.value, "low": measure.low, "high": measure.high, "rows": part.n, "overall": lead.value},
        )


def _like_for_like(part: SliceReport) -> str:
    value = part.alike[0].value if part.alike else None
    return "" if value is None else f"; with the mix of classes of all rows {number(value, DIGITS)}"


def _below(result: Evaluation, system: SystemReport, lead: Measure) -> list[tuple[SliceReport, Measure]]:
    """Slices whose whole interval is worse than the overall value, the worst first."""
    direction = next(card.direction for card in result.metrics if card.metric == lead.metric)
    known = [(part, part.measures[0]) for part in system.slices if not part.few]
    weak = [(part, measure) for part, measure in known if _worse(measure, lead, direction)]
    return sorted(weak, key=lambda each: direction * (each[1].value or 0.0))


def _worse(measure: Measure, lead: Measure, direction: int) -> bool:
    nearest = measure.high if direction > 0 else measure.low
    return direction != 0 and nearest is not None and lead.value is not None and direction * (nearest - lead.value) < 0


def _rare(system: SystemReport) -> Iterator[Finding]:
    few = [report for report in system.classes if report.few and report.support]
    if few:
        have = "class has" if len(few) == 1 else "classes have"
        yield Finding(
            "few documents",
            MEDIUM,
            f"{len(few)} {have} fewer than {FEW_IN_CLASS} rows",
            first_few([f"{quoted(report.name)} ({report.support})" for report in few], CLASSES_NAMED),
            "Label more items of such classes before trusting their numbers.",
            {"classes": len(few), "least": min(report.support for report in few), "wanted": FEW_IN_CLASS},
        )


def _skew(system: SystemReport) -> Iterator[Finding]:
    present = sorted((report for report in system.classes if report.support), key=lambda report: report.support)
    if present and present[-1].support > SKEW * present[0].support:
        least, most = present[0], present[-1]
        yield Finding(
            "skew",
            LOW,
            f"The test rows are skewed {skew_text(most.support, least.support)}",
            f"{quoted(most.name)} has {counted(most.support, 'row')}, {quoted(least.name)} {least.support:,}",
            f"Leave the test rows as they are if classes are as rare in use. If the training rows are skewed too, add "
            f"training rows of {quoted(least.name)}, or remove some of {quoted(most.name)}, until the ratio is at most "
            f"{SKEW}:1. `mercalli advise` on the training rows says how many.",
            {"ratio": most.support / least.support, "most": most.support, "least": least.support},
        )
