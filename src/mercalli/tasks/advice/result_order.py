"""What was looked for in a result and is in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import counted
from mercalli.reports.advice import WEAK_RECALL
from mercalli.reports.words import share_text
from mercalli.results.advice import Fine
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.tasks.advice.counts import FEW
from mercalli.tasks.advice.separable import MIXED, SEPARABLE
from mercalli.tasks.advice.skewed import SKEWED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from mercalli.results.evaluation import Evaluation
    from mercalli.results.systems import SystemReport


def in_order(result: Evaluation, system: SystemReport, found: Collection[str]) -> Iterator[Fine]:
    """Every kind that was looked for and is not among those found."""
    yield from (each for each in _looked_for(result, system) if each.kind not in found)


def _looked_for(result: Evaluation, system: SystemReport) -> Iterator[Fine]:
    gates = [gate for gate in result.gates if gate.system == system.name]
    if gates:
        yield Fine("gates", f"{counted(len(gates), 'gate')} met, none missed")
    yield from _classes([report.support for report in system.classes if report.support])
    if system.slices:
        yield Fine("weak slice", f"none of {counted(len(system.slices), 'slice')} is shown to be worse than the whole")


def _classes(rows: list[int]) -> Iterator[Fine]:
    if rows:
        least, most = min(rows), max(rows)
        yield Fine(SEPARABLE, f"no class has {share_text(MIXED)} or more of its rows taken for one other")
        yield Fine("weak label", f"no class of {FEW_IN_CLASS} rows or more has a recall below {WEAK_RECALL:g}")
        yield Fine(FEW, f"every class has at least {FEW_IN_CLASS} rows")
        yield Fine(SKEWED, f"the most frequent class has {most / least:.1f} times as many rows as the rarest")
