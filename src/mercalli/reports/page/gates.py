"""Gates: what was asked, and what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.reports.words import DIGITS, gate_place, plain
from mercalli.results.text import number

if TYPE_CHECKING:
    from mercalli.results.records import Evaluation, GateReport

MOST = 100


@dataclass(frozen=True)
class Gates:
    """Those that were missed, those that were passed, and how many of each are not listed."""

    missed: list[tuple[str, str]]
    passed: list[tuple[str, str]]
    missed_left_out: int
    passed_left_out: int


def gates(result: Evaluation) -> Gates | None:
    """Each gate with where it was tried and what it found; none if nothing was asked."""
    if not result.gates:
        return None
    missed = [_told(gate) for gate in result.gates if not gate.passed]
    passed = [_told(gate) for gate in result.gates if gate.passed]
    return Gates(missed[:MOST], passed[:MOST], max(0, len(missed) - MOST), max(0, len(passed) - MOST))


def _told(gate: GateReport) -> tuple[str, str]:
    found = number(gate.value, DIGITS) if gate.value is not None else f"undefined because {gate.undefined}"
    return plain(gate.gate), f"{plain(gate.system + gate_place(gate))}: {found}"
