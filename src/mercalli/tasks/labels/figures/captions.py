"""What every picture says of the result it shows, and which systems it has room for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mercalli.tasks.labels.figures.names import BOX
from mercalli.tasks.labels.words import best_first, decisive, rows_text
from mercalli.telling.figures.canvas import Sign
from mercalli.telling.figures.layouts import FEW_SYSTEMS
from mercalli.telling.figures.lettering import wrapped
from mercalli.telling.figures.theme import INK, MUTED, PAPER, RIGHT, SMALL
from mercalli.text.numbers import percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.tasks.labels.result import Evaluation, SystemReport
    from mercalli.telling.figures.forest import Block, Forest

MOST_SYSTEMS = 60


def lead(result: Evaluation) -> str:
    """What was evaluated."""
    names = [system.name for system in result.systems]
    classes = counted(len(result.classes), "class")
    systems = f"System {names[0]}" if len(names) == 1 else f"{len(names)} systems"
    origin, profile = result.provenance.origin, result.provenance.profile
    return f"{systems} on {rows_text(result)} of {classes} ({origin}), profile {profile}."


def in_rows(result: Evaluation) -> list[SystemReport]:
    """Systems as they were given; many of them best first, and of very many the best and the worst."""
    if len(result.systems) <= FEW_SYSTEMS:
        return list(result.systems)
    return best_and_worst(result, MOST_SYSTEMS)


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


def signs(result: Evaluation, blocks: Sequence[Block]) -> Iterator[Sign]:
    """The marks of a forest."""
    level = percent(result.provenance.settings["level"])
    spans = any(measure.low is not None for block in blocks for measure in block.measures)
    dot = {"color": RIGHT, "marker": "o", "markeredgecolor": INK, "markersize": 6, "linewidth": 2.0 if spans else 0.0}
    yield Sign(f"value with its {level} interval" if spans else "value; there are no intervals", dot)
    if any(block.baseline for block in blocks):
        tick = {"marker": "|", "markeredgecolor": INK, "markersize": 11, "markeredgewidth": 1.3}
        yield Sign("what always predicting the most frequent class gets", {"color": "none", **tick})
    for label in dict.fromkeys(label for block in blocks for label in block.companions):
        floor = {"marker": ">", "markersize": 5, "markerfacecolor": PAPER, "markeredgecolor": MUTED}
        yield Sign(wrapped(label, 6.0, SMALL, most=1), {"color": "none", **floor})


def undefined_notes(forest: Forest) -> Iterator[str]:
    """Why values are missing."""
    for block in forest.blocks:
        for title, reason in block.undefined.items():
            yield f"{title} is undefined where {reason}."
