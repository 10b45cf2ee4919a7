"""Words that threshold and rank share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.tasks.scores.rank.result import RankReport
    from mercalli.tasks.scores.threshold.result import ScoreReport


def class_notes(systems: Sequence[ScoreReport] | Sequence[RankReport]) -> list[str]:
    """Notes on classes; what holds for all of them is said once."""
    shared = [note for note in systems[0].notes if all(note in system.notes for system in systems)]
    own = [f"{system.name}: {note}" for system in systems for note in system.notes if note not in shared]
    return [*own, *shared]


def slices_elsewhere(systems: Sequence[ScoreReport] | Sequence[RankReport]) -> list[str]:
    """Where slices of classes are told, which are too many for one screen."""
    return ["Slices of each class: see --json or --out."] if any(system.slices for system in systems) else []
