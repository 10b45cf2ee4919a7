"""What the verdict on an evaluation rests on: what is missed, who leads, by how much, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercalli.estimates.leads import beats, speaks_for, tied, unit_name
from mercalli.results.gates import by_gate, missed_gates
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.measure import by_text
from mercalli.results.parts import of_those, weakest
from mercalli.tasks.labels.cautions import cautions
from mercalli.tasks.labels.compare.verdict import MAJORITY, TRIVIAL, lead, mostly_wrong, rival
from mercalli.tasks.labels.compare.verdict import grounds as compared_grounds
from mercalli.tasks.labels.confidence_tables import handover_text
from mercalli.tasks.labels.findings import advice
from mercalli.tasks.labels.result import Evaluation, LevelReport, SystemReport
from mercalli.tasks.labels.standing import best_first, card_of, decisive, same_rows
from mercalli.telling.words import missed_text
from mercalli.text.names import plain, quoted, readable
from mercalli.text.numbers import amount, value_text
from mercalli.text.words import listed


def grounds(result: Evaluation) -> Grounds:
    """The systems by the metric that decides, on the same items where they were compared; the best is looked at."""
    shared = result.comparison if not same_rows(result) else None
    base = _on_own_rows(result) if shared is None else compared_grounds(shared)
    best, *others = (result[each.system] for each in base.standings)
    return replace(
        base,
        untested=_untested(result),
        alarms=(*_mostly_wrong(result), *_missed_gates(result, best)),
        metric=f"{base.metric} of the answered" if _excluded(result) else base.metric,
        beside=(
            *_counted_as_wrong(result, base.metric),
            *(_routed(best) if shared is None else ()),
            *_handover(result, best),
            *_passed_gates(result, best),
        ),
        cautions=cautions(result, (best, *others)),
        steps=tuple(f"{each.finding}: {each.action}" for each in advice(result, best)),
    )


def _mostly_wrong(result: Evaluation) -> Iterator[str]:
    """Which systems name a class for less than half of their items; those left out are no part of the score."""
    for system in result.systems:
        outputs = system.outputs
        lost = system.invalid if outputs is None else 0 if outputs.excluded else outputs.unread
        yield from mostly_wrong(system.name, lost, system.n)


def _excluded(result: Evaluation) -> bool:
    """Whether items without an answer are left out."""
    return any(system.outputs is not None and system.outputs.excluded for system in result.systems)


def _counted_as_wrong(result: Evaluation, metric: str) -> Iterator[str]:
    """What the metric that decides is with unread answers as wrong, where they are left out."""
    left = [(each.name, each.outputs) for each in result.systems if each.outputs is not None and each.outputs.excluded]
    values = [
        f"{plain(name)} {'undefined' if bounds.wrong is None else value_text(bounds.wrong)}"
        for name, outputs in left
        for bounds in outputs.bounds
        if bounds.metric == metric
    ]
    if values:
        yield f"With unread answers counted as wrong, {metric} is: {listed(values, len(values))}."


def _on_own_rows(result: Evaluation) -> Grounds:
    """Every system on all of its rows."""
    metric, ordered = decisive(result), best_first(result)
    best, finds = ordered[0], [tuple(_finds(result, each)) for each in ordered]
    leads = [lead(result.comparison, metric, best.name, other.name) for other in ordered[1:]]
    units = None if result.comparison is None else result.comparison.pairs[0].units
    return Grounds(
        metric=metric,
        direction=card_of(result, metric).direction,
        standings=tuple(
            Standing(each.name, each.measure(metric), found) for each, found in zip(ordered, finds, strict=True)
        ),
        perfect=card_of(result, metric).best,
        tied=1 if result.comparison is None else tied(result.comparison.rankings, metric),
        beats=beats(() if result.comparison is None else result.comparison.pairs, metric),
        lead=leads[0] if leads else None,
        rival=rival(finds, leads),
        trivial=TRIVIAL,
        baseline=MAJORITY,
        speaks_for=speaks_for(result.provenance, best.n, units),
        unit=unit_name(result.provenance),
    )


def _untested(result: Evaluation) -> str:
    """Why no difference between systems was tested."""
    if result.systems[0].table.fitted:
        return "what was shared is of each system by itself"
    if not same_rows(result):
        return "the systems have different rows, so that their values cannot be compared"
    return "this lead was not tested for significance (that takes replicates, and a comparison of the systems)"


def _finds(result: Evaluation, system: SystemReport) -> Iterator[Finds]:
    """What a system finds of each critical class; where there are none, of its weakest class."""
    floors = {note.name: note.floor for note in result.classes}
    critical = [report for report in system.classes if floors.get(report.name) is not None]
    worst = weakest(system.classes)
    for report in critical or ([] if worst is None else [worst]):
        recall, at = by_text(report.measures, "recall"), system.table.classes.index(report.name)
        weakest_of = f"its weakest class{of_those(report, system.classes)}"
        name = readable(report.name) if critical else f"{quoted(report.name)}, {weakest_of}"
        row = system.table.cells[at]
        yield Finds(name, row[at], sum(row), recall.low, recall.high, floors.get(report.name))


def _routed(system: SystemReport) -> Iterator[str]:
    """How many items of the weightiest level got the right level, be it in another class, and what became of others."""
    levels = [level for level in system.levels if level.total and level.taken_for]
    if levels:
        yield _level(max(levels, key=lambda level: level.weight), system.levels)


def _level(level: LevelReport, levels: Sequence[LevelReport]) -> str:
    asks = f" ({readable(level.response)})" if level.response else ""
    kept = level.taken_for.get(level.level, 0.0)
    right = f"{amount(kept)} of {amount(level.total)} {readable(level.level)} items{asks} got the right level"
    lowest = min((each for each in levels if each.levels == level.levels), key=lambda each: each.weight)
    lost = level.taken_for.get(lowest.level, 0.0)
    were = "was" if lost == 1 else "were"
    called = f"; {amount(lost)} {were} predicted as {readable(lowest.level)}" if lowest != level else ""
    weighed = "" if float(level.total).is_integer() else "By weight, "
    return f"{weighed}{right}, {amount(level.correct)} of them the right class{called}."


def _handover(result: Evaluation, system: SystemReport) -> Iterator[str]:
    """How much can be left to the machine, where it says how sure it is."""
    if system.confidence is not None:
        yield handover_text(result, system)


def _missed_gates(result: Evaluation, system: SystemReport) -> Iterator[str]:
    """Which of the gates that were asked a system misses."""
    own = [gate for gate in result.gates if gate.system == system.name]
    missed, every = missed_gates(own), by_gate(own)
    if missed:
        of = "its gate" if len(every) == 1 else f"{len(missed):,} of {len(every):,} gates:"
        told = [missed_text(text, reports) for text, reports in missed.items()]
        yield f"{plain(system.name)} misses {of} {listed(told)}."


def _passed_gates(result: Evaluation, system: SystemReport) -> Iterator[str]:
    own = [gate for gate in result.gates if gate.system == system.name]
    every = by_gate(own)
    if every and not missed_gates(own):
        yield f"{plain(system.name)} passes {'its gate' if len(every) == 1 else f'all {len(every):,} gates'}."
