"""Sections on several systems, or on several classes, that threshold and rank share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from mercalli.tasks.scores.result import RankReport, ScoreReport
from mercalli.telling.article import PAGE, PROMPT, SCREEN, Block, Notes, Section, Sentence
from mercalli.telling.blocks import below, system_sections

AnyReport = TypeVar("AnyReport", "RankReport", "ScoreReport")


def sections(
    systems: Sequence[AnyReport],
    board: Iterable[Block],
    section: Callable[[AnyReport], Section],
    *,
    per_class: bool,
) -> Iterator[Section]:
    """All systems side by side, then each by itself; a terminal shows the best alone, and of classes none."""
    if len(systems) > 1:
        yield Section(f"All {kinds(per_class=per_class)}", tuple(board))
    for part in system_sections(systems, section):
        yield replace(part, on=PAGE | PROMPT) if per_class else part


def beside_board(
    systems: Sequence[RankReport] | Sequence[ScoreReport], best_by: str, *, per_class: bool
) -> Iterator[Block]:
    """What a terminal says below all systems: which of them follows, or notes on all classes, as none of them does."""
    if not per_class:
        yield below(systems[0].name, best_by)
        return
    if any(system.slices for system in systems):
        yield Sentence("Slices of each class: see --json or --out.", on=SCREEN)
    shared = [note for note in systems[0].notes if all(note in system.notes for system in systems)]
    own = [f"{system.name}: {note}" for system in systems for note in system.notes if note not in shared]
    yield Notes((*own, *shared), on=SCREEN)


def kinds(*, per_class: bool) -> str:
    """What the systems of a result are."""
    return "classes" if per_class else "systems"
