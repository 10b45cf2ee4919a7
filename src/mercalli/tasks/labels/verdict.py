"""What the verdict on an evaluation rests on: what is missed, who leads, by how much, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.leads import beats, speaks_for, tied, unit_name
from mercalli.results.grounds import Finds, Grounds, Lead, Reached, Standing
from mercalli.results.measure import by_text
from mercalli.tasks.labels.compare.verdict import lead
from mercalli.tasks.labels.findings import advice
from mercalli.tasks.labels.notes import answer_notes
from mercalli.tasks.labels.result import Evaluation, LevelReport, SystemReport
from mercalli.tasks.labels.standing import best_first, card_of, decisive, shared_notes, weakest_class
from mercalli.text.names import plain, quoted, readable
from mercalli.text.numbers import count
from mercalli.text.words import counted

TRIVIAL, MAJORITY = "always predicting the most frequent class", "majority"
TOO_LITTLE = {Reached.NO, Reached.PROBABLY_NOT}


def grounds(result: Evaluation) -> Grounds:
    """The systems by the metric that decides; the best one is looked at closely."""
    metric, ordered = decisive(result), best_first(result)
    best = ordered[0]
    leads = [_lead(result, metric, best, other) for other in ordered[1:]]
    units = None if result.comparison is None else result.comparison.pairs[0].units
    return Grounds(
        metric=metric,
        direction=card_of(result, metric).direction,
        standings=tuple(Standing(each.name, each.measure(metric), tuple(_finds(result, each))) for each in ordered),
        perfect=card_of(result, metric).best,
        tied=1 if result.comparison is None else tied(result.comparison.rankings, metric),
        beats=beats(() if result.comparison is None else result.comparison.pairs, metric),
        lead=leads[0] if leads else None,
        rival=_rival(result, ordered, leads),
        trivial=TRIVIAL,
        baseline=MAJORITY,
        speaks_for=speaks_for(result.provenance, best.n, units),
        unit=unit_name(result.provenance),
        alarms=tuple(_missed_gates(result, best)),
        beside=(*_routed(best), *_passed_gates(result, best)),
        cautions=tuple(dict.fromkeys((*shared_notes(result), *best.notes, *_of_others(ordered[1:])))),
        steps=tuple(f"{each.finding}: {each.action}" for each in advice(result, best)),
    )


def _of_others(systems: Sequence[SystemReport]) -> Iterator[str]:
    """What the other systems did not answer, or not with a class."""
    for system in systems:
        if system.answers is not None:
            yield from (f"{plain(system.name)}: {note}" for note in answer_notes(system.answers, system.n))


def _finds(result: Evaluation, system: SystemReport) -> Iterator[Finds]:
    """What a system finds of each critical class; where there are none, of its weakest class."""
    floors = {note.name: note.floor for note in result.classes}
    critical = [report for report in system.classes if floors.get(report.name) is not None]
    weakest = weakest_class(system)
    for report in critical or ([] if weakest is None else [weakest]):
        recall, at = by_text(report.measures, "recall"), system.table.classes.index(report.name)
        name = readable(report.name) if critical else f"{quoted(report.name)}, its weakest class"
        row = system.table.cells[at]
        yield Finds(name, row[at], sum(row), recall.low, recall.high, floors.get(report.name))


def _rival(result: Evaluation, ordered: Sequence[SystemReport], leads: Sequence[Lead | None]) -> Lead | None:
    """The lead over the system that finds most of what the best one finds too little of."""
    best, *others = (list(_finds(result, each)) for each in ordered)
    too_little = [at for at, finds in enumerate(best) if finds.reached in TOO_LITTLE]
    more = [
        (finds[at].hits, other)
        for at in too_little
        for other, finds in enumerate(others)
        if finds[at].hits > best[at].hits
    ]
    return leads[max(more)[1]] if more else None


def _lead(result: Evaluation, metric: str, best: SystemReport, other: SystemReport) -> Lead | None:
    critical = [note.name for note in result.classes if note.floor is not None]
    (hits, total), (others, _) = (_right(each, critical) for each in (best, other))
    says = f"{count(hits)} against {count(others)} of {count(total)} right"
    return lead(result.comparison, metric, best.name, other.name, critical=critical, says=says)


def _right(system: SystemReport, classes: Sequence[str]) -> tuple[float, float]:
    """How many items of some classes are right, and how many there are."""
    rows = [(at, system.table.cells[at]) for at, name in enumerate(system.table.classes) if name in classes]
    return sum(row[at] for at, row in rows), sum(sum(row) for _, row in rows)


def _routed(system: SystemReport) -> Iterator[str]:
    """How many items of the weightiest level got the right level, be it in another class, and what became of others."""
    levels = [level for level in system.levels if level.total and level.taken_for]
    if levels:
        yield _level(max(levels, key=lambda level: level.weight), system.levels)


def _level(level: LevelReport, levels: Sequence[LevelReport]) -> str:
    asks = f" ({readable(level.response)})" if level.response else ""
    kept = level.taken_for.get(level.level, 0.0)
    right = f"{count(kept)} of {count(level.total)} {readable(level.level)} items{asks} got the right level"
    lowest = min((each for each in levels if each.levels == level.levels), key=lambda each: each.weight)
    lost = level.taken_for.get(lowest.level, 0.0)
    called = f"; {count(lost)} were predicted as {readable(lowest.level)}" if lowest != level else ""
    return f"{right}, {count(level.correct)} of them the right class{called}."


def _missed_gates(result: Evaluation, system: SystemReport) -> Iterator[str]:
    gates = [gate.passed for gate in result.gates if gate.system == system.name]
    if not all(gates):
        yield f"{plain(system.name)} misses {gates.count(False):,} of {counted(len(gates), 'gate')}."


def _passed_gates(result: Evaluation, system: SystemReport) -> Iterator[str]:
    gates = [gate.passed for gate in result.gates if gate.system == system.name]
    if gates and all(gates):
        yield f"{plain(system.name)} passes {'its gate' if len(gates) == 1 else f'all {len(gates):,} gates'}."
