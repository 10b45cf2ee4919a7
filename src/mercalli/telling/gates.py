"""Gates for a page: what was asked, where it was missed, and what was found there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.telling.words import gate_found, gate_place
from mercalli.text.names import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.results.gates import GateReport

FIRST = 6
MOST = 100


@dataclass(frozen=True)
class Gate:
    """One gate, tried on every system and in every place that it asks for: some of what it found, and the rest."""

    text: str
    tried: int
    missed: int
    first: Sequence[str]
    rest: Sequence[str]
    left_out: int


def gates(reports: Sequence[GateReport]) -> list[Gate]:
    """Each gate with what it found where it was missed, or everywhere; missed ones first."""
    texts = dict.fromkeys(gate.gate for gate in reports)
    told = [_gate(text, [gate for gate in reports if gate.gate == text]) for text in texts]
    return sorted(told, key=lambda gate: gate.missed == 0)


def _gate(text: str, tried: Sequence[GateReport]) -> Gate:
    missed = [gate for gate in tried if not gate.passed]
    values = [f"{plain(gate.system + gate_place(gate))}: {gate_found(gate)}" for gate in missed or tried]
    left_out = max(0, len(values) - MOST)
    return Gate(plain(text), len(tried), len(missed), values[:FIRST], values[FIRST:MOST], left_out)
