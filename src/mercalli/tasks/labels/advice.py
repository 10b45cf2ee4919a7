"""Advice on a result: what its tables, baselines, classes and slices tell."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mercalli.estimates.hard_pairs import MIXED, VERY_MIXED, hard_pairs
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import parse
from mercalli.results.findings import (
    BASELINE,
    CONSTANT,
    FEW,
    HIGH,
    MEDIUM,
    RANDOM,
    SEPARABLE,
    SKEWED,
    Finding,
    Fine,
    Review,
    Unsaid,
)
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.stats.confusion import Confusion
from mercalli.tasks.labels.findings import WEAK_RECALL, advice, confused, real_classes
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.tasks.labels.standing import decisive, leader
from mercalli.text.names import quoted
from mercalli.text.numbers import DIGITS, interval, number, share_text
from mercalli.text.words import counted
from mercalli.uncertainty.intervals import percentile

REPLICATES = 1000
MOST_PAIRS = 4
METRICS = {"accuracy": CONSTANT, "f1_macro": RANDOM}


def review(result: Evaluation) -> Review:
    """What stands out about the best system of an evaluation."""
    system = leader(result)
    findings = list(_findings(result, system))
    kinds = {each.kind for each in findings}
    fine = (each for each in _in_order(result, system) if each.kind not in kinds)
    about = f"{counted(system.n, 'row')}, {system.name}"
    return Review(about, (*findings, *fine), _notes(result), result.provenance, system.digest)


def _notes(result: Evaluation) -> tuple[str, ...]:
    unit, several = result.provenance.roles.get("unit"), len(result.systems) > 1
    systems = f"{len(result.systems)} systems by {decisive(result)}"
    best = f"The findings are about {leader(result).name}, the best of {systems}."
    draws = f"Intervals of differences from the baselines resample rows: a result does not hold the {unit} of each row."
    return (*([best] if several else []), *([draws] if unit is not None else []))


def _findings(result: Evaluation, system: SystemReport) -> Iterator[Finding | Fine | Unsaid]:
    known = advice(result, system)
    harmful = {tuple(sorted((each.truth, each.pred))) for each in confused(result, system)[:1]}
    yield from _baseline(system)
    yield from (each for each in known if each.kind != BASELINE)
    yield from (pair for names, pair in _pairs(result, system) if names not in harmful)


def _baseline(system: SystemReport) -> Iterator[Finding | Fine | Unsaid]:
    """The differences to answers that look at nothing, with intervals from the table alone."""
    cells = np.array(system.table.cells)
    if system.table.fitted:
        yield Unsaid(BASELINE, "which class was taken for which was not shared")
        return
    if not (cells == np.round(cells)).all():
        yield Unsaid(BASELINE, "the counts are weighted, so the table alone gives no interval of the difference")
        return
    for metric, against in METRICS.items():
        value, trivial, low, high = above_trivial(cells, metric)
        evidence = f"{metric} is {number(value, DIGITS)}, {number(trivial, DIGITS)} for {against}, "
        evidence += f"difference [{interval(low, high)}]"
        if low > 0:
            yield Fine(BASELINE, evidence)
            continue
        yield Finding(
            kind=BASELINE,
            severity=HIGH,
            finding=f"{metric} is not shown to be above that of {against}",
            evidence=evidence,
            action="Check that truth and predictions belong together; then train again.",
            numbers={"value": value, "trivial": trivial, "low": low, "high": high},
        )


def above_trivial(cells: Floats, metric: str, level: float = 0.95) -> tuple[float, float, float, float]:
    """A metric, that of an answer that looks at nothing, and the interval of the difference; both on the same draws.

    >>> above_trivial(np.array([[40.0, 10.0, 0.0], [10.0, 40.0, 0.0]]), "accuracy")[:2]
    (0.8, 0.5)
    """
    n = round(float(cells.sum()))
    drawn = np.random.default_rng(0).multinomial(n, cells.ravel() / n, size=REPLICATES).reshape(-1, *cells.shape)
    tables = Confusion(np.concatenate([cells[None], drawn]).astype(np.float64), tuple(map(str, range(len(cells)))))
    constant = Confusion(cells, tables.classes).majority()[None]
    shares = constant if METRICS[metric] == CONSTANT else tables.preds / tables.total[:, None]
    values, trivial = (parse(metric)(each) for each in (tables, tables.as_if(shares)))
    low, high = percentile((values - trivial)[1:], level)
    return float(values[0]), float(trivial[0]), float(low), float(high)


def _pairs(result: Evaluation, system: SystemReport) -> Iterator[tuple[tuple[str, ...], Finding]]:
    """Classes of which many rows are taken for another, the most frequent first."""
    if system.table.fitted:
        return
    names, cells, known = system.table.classes, np.array(system.table.cells), real_classes(result, system)
    taken = cells[:, :-1] * (1 - np.eye(len(names))) * np.array([name in known for name in names])
    counts = cells.sum(axis=1)
    for first, second in hard_pairs(taken, counts)[:MOST_PAIRS]:
        share, back = taken[first, second] / counts[first], taken[second, first] / max(counts[second], 1.0)
        both = round(taken[first, second] + taken[second, first])
        yield (
            tuple(sorted((names[first], names[second]))),
            Finding(
                kind=SEPARABLE,
                severity=HIGH if share >= VERY_MIXED else MEDIUM,
                finding=f"{quoted(names[first])} is hard to tell from {quoted(names[second])}",
                evidence=f"{share_text(share)} of the first are predicted as the second, {share_text(back)} of the "
                f"second as the first, {counted(both, 'row')} together",
                action=f"Read the {counted(both, 'row')} side by side, and write down the rule that tells them apart; "
                f"or merge both if they lead to the same response. mercalli advise on the texts names the words.",
                numbers={"share": float(share), "share_back": float(back), "rows": both},
            ),
        )


def _in_order(result: Evaluation, system: SystemReport) -> Iterator[Fine]:
    """What is in order where nothing of its kind stands out."""
    gates = [gate for gate in result.gates if gate.system == system.name]
    if gates:
        yield Fine("gates", f"{counted(len(gates), 'gate')} met, none missed")
    rows = [report.support for report in system.classes if report.support]
    if rows:
        yield Fine(SEPARABLE, f"no class has {share_text(MIXED)} or more of its rows predicted as one other")
        yield Fine("weak label", f"no class of {FEW_IN_CLASS} rows or more has a recall below {WEAK_RECALL:g}")
        yield Fine(FEW, f"every class has at least {FEW_IN_CLASS} rows")
        yield Fine(SKEWED, f"the most frequent class has {max(rows) / min(rows):.1f} times as many rows as the rarest")
    if system.slices:
        yield Fine("weak slice", f"none of {counted(len(system.slices), 'slice')} is shown to be worse than the whole")
