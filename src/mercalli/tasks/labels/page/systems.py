"""What the page shows of each system."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from markupsafe import escape

from mercalli.tasks.labels.findings import advice
from mercalli.tasks.labels.page.matrix import MOST_CLASSES, Matrix, matrix
from mercalli.tasks.labels.page.slices import Forest, forests, slices_shown
from mercalli.tasks.labels.verdict import verdict
from mercalli.tasks.labels.words import best_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.results.findings import Finding
    from mercalli.tasks.labels.result import Evaluation, SystemReport

FIRST_VERDICTS = 12
MOST_CELLS = 20_000
BYTES_OF_A_CELL = 80
MOST_CONFUSIONS = 20
MOST_ROWS = 200


@dataclass(frozen=True)
class Shown:
    """A system with its key on the page and its verdict; `detailed` says that the evidence is on the page too."""

    key: str
    report: SystemReport
    verdict: str
    notes: tuple[str, ...]
    detailed: bool


@dataclass(frozen=True)
class Detailed:
    """The evidence behind a verdict."""

    key: str
    report: SystemReport
    matrix: Matrix
    forests: list[Forest]
    advice: list[Finding]


def shown(result: Evaluation) -> list[Shown]:
    """Every system, the best first, and as many of them in detail as a page can hold and still be sent on."""
    shared, ranked = shared_notes(result), best_first(result)
    room = accumulate(map(_cells, ranked))
    return [
        Shown(f"s{at}", system, verdict(result, system), _without(shared, system.notes), not at or taken <= MOST_CELLS)
        for at, (system, taken) in enumerate(zip(ranked, room, strict=True))
    ]


def shared_notes(result: Evaluation) -> list[str]:
    """Notes on the whole and on the comparison, and those that hold for every system."""
    alike = [note for note in result.systems[0].notes if all(note in system.notes for system in result.systems)]
    return [*result.notes, *(result.comparison.notes if result.comparison else ()), *alike]


def detailed(result: Evaluation, systems: Iterable[Shown]) -> list[Detailed]:
    """The evidence on the systems that are shown in detail."""
    kept = [(each.key, each.report) for each in systems if each.detailed]
    return [Detailed(key, one, matrix(result, one), forests(result, one), advice(result, one)) for key, one in kept]


def _without(shared: Sequence[str], notes: Iterable[str]) -> tuple[str, ...]:
    return tuple(note for note in notes if note not in shared)


def _cells(system: SystemReport) -> int:
    """How many cells the tables of one system have, roughly; a long text is as large as many cells."""
    classes = min(len(system.classes), MOST_ROWS)
    texts = sum(len(escape(each.text).encode()) for each in system.examples) // BYTES_OF_A_CELL
    matrix = min(len(system.classes), MOST_CLASSES) ** 2
    numbers = 6 * classes + 5 * slices_shown(system) + matrix + 8 * len(system.measures)
    return numbers + 4 * len(system.examples) + texts
