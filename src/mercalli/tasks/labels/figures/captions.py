"""What every picture says of the result it shows, and which systems it has room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercalli.tasks.labels.figures.names import BOX
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.tasks.labels.standing import best_first, decisive, rows_text
from mercalli.text.words import counted


def lead(result: Evaluation) -> str:
    """What was evaluated."""
    names = [system.name for system in result.systems]
    classes = counted(len(result.classes), "class")
    systems = f"System {names[0]}" if len(names) == 1 else f"{len(names)} systems"
    origin, profile = result.provenance.origin, result.provenance.profile
    return f"{systems} on {rows_text(result)} of {classes} ({origin}), profile {profile}."


def best_and_worst(result: Evaluation, most: int) -> list[SystemReport]:
    """Systems best first; if there are more than `most`, the best and the worst, with their ranks."""
    systems = best_first(result)
    if len(systems) <= most:
        return systems
    ranked = [replace(system, name=f"{rank}. {system.name}") for rank, system in enumerate(systems, 1)]
    return [*ranked[: most - most // 2], *ranked[-(most // 2) :]]


def order_note(result: Evaluation, shown: Sequence[SystemReport]) -> Iterator[str]:
    """In what order systems stand, and how many are not shown."""
    left = len(result.systems) - len(shown)
    if left:
        half = len(shown) // 2
        ends = f"The best {len(shown) - half} and the worst {half} systems by {decisive(result)}"
        yield f"{ends}; {left} between them are left out."
    elif [system.name for system in shown] != [system.name for system in result.systems]:
        yield f"Systems from the best to the worst by {decisive(result)}."


def box_note(result: Evaluation) -> Iterator[str]:
    """What a box among letters means, if there is one."""
    names = [system.name for system in result.systems] + [note.name for note in result.classes]
    if any(BOX in name for name in names):
        yield f"{BOX} stands for a letter that no font installed here has; a font such as Noto Sans would show it."
