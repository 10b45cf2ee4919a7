"""What should be known before relying on an evaluation, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.tasks.labels.notes import answer_notes
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.tasks.labels.standing import shared_notes
from mercalli.text.names import plain


def cautions(result: Evaluation, ordered: Sequence[SystemReport]) -> tuple[str, ...]:
    """Notes on the whole, on what each system did not answer with a class, on all systems, and on the first one."""
    shared, unanswered = shared_notes(result), [note for system in ordered for note in _unanswered(system)]
    whole = [note for note in shared if note not in ordered[0].notes]
    rest = (note for note in (*shared, *ordered[0].notes) if note not in unanswered)
    named = (f"{plain(system.name)}: {note}" for system in ordered for note in _unanswered(system))
    return tuple(dict.fromkeys((*whole, *(named if len(ordered) > 1 else unanswered), *rest)))


def every_note(result: Evaluation, ordered: Sequence[SystemReport]) -> tuple[str, ...]:
    """The same, and then the notes on the other systems."""
    shared = shared_notes(result)
    others = (f"{each.name}: {note}" for each in ordered[1:] for note in each.notes if note not in shared)
    return tuple(dict.fromkeys((*cautions(result, ordered), *others)))


def _unanswered(system: SystemReport) -> Iterator[str]:
    """What a system did not answer, or not with a class; nothing where that is said in another way."""
    if system.answers is not None:
        yield from answer_notes(system.answers, system.n)
