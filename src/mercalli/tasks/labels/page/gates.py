"""Gates: what was asked, where it was missed, and what was found there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.telling.words import gate_found, gate_place
from mercalli.text.names import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.results.gates import GateReport
    from mercalli.tasks.labels.result import Evaluation

FIRST = 6
MOST = 100


@dataclass(frozen=True)
class Gate:
    """One gate, tried on every system and in every place that it asks for."""

    text: str
    tried: int
    missed: int
    found: Sequence[str]

    @property
    def word(self) -> str:
        """Missed if it was missed anywhere."""
        return "missed" if self.missed else "passed"

    @property
    def first(self) -> Sequence[str]:
        """What is shown at once."""
        return self.found[:FIRST]

    @property
    def rest(self) -> Sequence[str]:
        """What can be opened."""
        return self.found[FIRST:MOST]

    @property
    def left_out(self) -> int:
        """How many more there are."""
        return max(0, len(self.found) - MOST)


@dataclass(frozen=True)
class Gates:
    """All gates, missed ones first, and how often they were met."""

    gates: Sequence[Gate]
    missed: int
    passed: int


def gates(result: Evaluation) -> Gates | None:
    """Each gate with what it found where it was missed, or everywhere; none if nothing was asked."""
    if not result.gates:
        return None
    texts = dict.fromkeys(gate.gate for gate in result.gates)
    told = [_told(text, [gate for gate in result.gates if gate.gate == text]) for text in texts]
    missed = sum(gate.missed for gate in told)
    return Gates(sorted(told, key=lambda gate: gate.missed == 0), missed, len(result.gates) - missed)


def _told(text: str, tried: Sequence[GateReport]) -> Gate:
    missed = [gate for gate in tried if not gate.passed]
    return Gate(plain(text), len(tried), len(missed), [_found(gate) for gate in missed or tried])


def _found(gate: GateReport) -> str:
    return f"{plain(gate.system + gate_place(gate))}: {gate_found(gate)}"
