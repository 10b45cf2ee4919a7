"""What the page shows of each system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.reports.advice import Advice, advice
from mercalli.reports.page.matrix import MOST_CLASSES, Matrix, matrix
from mercalli.reports.page.slices import Forest, forests, slices_shown
from mercalli.reports.verdict import verdict
from mercalli.reports.words import best_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.results.records import Evaluation, SystemReport

FIRST_VERDICTS = 12
MOST_CELLS = 20_000
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
    advice: list[Advice]


def shown(result: Evaluation) -> list[Shown]:
    """Every system, the best first, and as many of them in detail as a page can hold and still be sent on."""
    shared = shared_notes(result)
    most = max(1, MOST_CELLS // _cells(result.systems[0]))
    return [
        Shown(f"s{at}", system, verdict(result, system), _without(shared, system.notes), at < most)
        for at, system in enumerate(best_first(result))
    ]


def shared_notes(result: Evaluation) -> list[str]:
    """Notes on the whole, and those that hold for every system."""
    alike = [note for note in result.systems[0].notes if all(note in system.notes for system in result.systems)]
    return [*result.notes, *alike]


def detailed(result: Evaluation, systems: Iterable[Shown]) -> list[Detailed]:
    """The evidence on the systems that are shown in detail."""
    kept = [(each.key, each.report) for each in systems if each.detailed]
    return [Detailed(key, one, matrix(result, one), forests(result, one), advice(result, one)) for key, one in kept]


def _without(shared: Sequence[str], notes: Iterable[str]) -> tuple[str, ...]:
    return tuple(note for note in notes if note not in shared)


def _cells(system: SystemReport) -> int:
    """How many cells the tables of one system have, roughly."""
    classes = min(len(system.classes), MOST_ROWS)
    return (
        6 * classes + 5 * slices_shown(system) + min(len(system.classes), MOST_CLASSES) ** 2 + 8 * len(system.measures)
    )
