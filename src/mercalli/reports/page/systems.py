"""What the page shows of each system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.reports.advice import Advice, advice
from mercalli.reports.page.matrix import MOST_CLASSES, Matrix, matrix
from mercalli.reports.page.slices import Forest, forests
from mercalli.reports.verdict import verdict
from mercalli.reports.words import best_first

if TYPE_CHECKING:
    from mercalli.results.records import Evaluation, SystemReport

MOST_CELLS = 14_000
MOST_ROWS = 200


@dataclass(frozen=True)
class Shown:
    """A system with its key on the page and its verdict."""

    key: str
    report: SystemReport
    verdict: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Detailed:
    """The evidence behind a verdict."""

    key: str
    report: SystemReport
    matrix: Matrix
    forests: list[Forest]
    advice: list[Advice]


def shown(result: Evaluation) -> list[Shown]:
    """Every system, the best first."""
    shared = shared_notes(result)
    return [
        Shown(f"s{at}", system, verdict(result, system), tuple(note for note in system.notes if note not in shared))
        for at, system in enumerate(best_first(result))
    ]


def shared_notes(result: Evaluation) -> list[str]:
    """Notes on the whole, and those that hold for every system."""
    alike = [note for note in result.systems[0].notes if all(note in system.notes for system in result.systems)]
    return [*result.notes, *alike]


def detailed(result: Evaluation, systems: list[Shown]) -> list[Detailed]:
    """The best systems, as many as a page can hold without growing too large to send."""
    size = _cells(systems[0].report)
    most = max(1, MOST_CELLS // size)
    return [
        Detailed(
            each.key, each.report, matrix(result, each.report), forests(result, each.report), _advice(result, each)
        )
        for each in systems[:most]
    ]


def _advice(result: Evaluation, each: Shown) -> list[Advice]:
    return advice(result, each.report)


def _cells(system: SystemReport) -> int:
    """How many cells the tables of one system have, roughly."""
    classes = min(len(system.classes), MOST_ROWS)
    return 6 * classes + 5 * len(system.slices) + min(len(system.classes), MOST_CLASSES) ** 2 + 8 * len(system.measures)
