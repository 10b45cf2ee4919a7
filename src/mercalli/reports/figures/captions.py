"""What every picture says of the result it shows, and which systems it has room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.figures.canvas import Sign
from mercalli.reports.figures.names import BOX
from mercalli.reports.figures.theme import INK, MUTED, PAPER, RIGHT
from mercalli.reports.words import best_first, decisive
from mercalli.results.text import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.reports.figures.forest import Block, Forest
    from mercalli.results.records import Evaluation, SystemReport

FEW_SYSTEMS = 8
MOST_SYSTEMS = 60


def lead(result: Evaluation) -> str:
    """What was evaluated."""
    sizes = sorted({system.n for system in result.systems})
    rows = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,}"
    systems = "one system" if len(result.systems) == 1 else f"{len(result.systems)} systems"
    named = f" ({result.systems[0].name})" if len(result.systems) == 1 else ""
    classes = len(result.systems[0].table.classes)
    origin, profile = result.provenance.origin, result.provenance.profile
    return f"{origin}: {rows} rows, {classes} classes, {systems}{named}, profile {profile}."


def in_rows(result: Evaluation) -> list[SystemReport]:
    """Systems as they were given; many of them best first, and of very many the best and the worst."""
    if len(result.systems) <= FEW_SYSTEMS:
        return list(result.systems)
    return best_and_worst(result, MOST_SYSTEMS)


def best_and_worst(result: Evaluation, most: int) -> list[SystemReport]:
    """The best and the worst systems, best first, if there are more than `most`."""
    ranked = best_first(result)
    half = most // 2
    return ranked if len(ranked) <= most else [*ranked[: most - half], *ranked[-half:]]


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
    yield Sign(f"value with its {level} interval" if spans else "value; no intervals, as nothing was resampled", dot)
    if any(block.baseline for block in blocks):
        tick = {"marker": "|", "markeredgecolor": INK, "markersize": 11, "markeredgewidth": 1.3}
        yield Sign("what always predicting the most frequent class gets", {"color": "none", **tick})
    for label in dict.fromkeys(label for block in blocks for label in block.companions):
        floor = {"marker": ">", "markersize": 5, "markerfacecolor": PAPER, "markeredgecolor": MUTED}
        yield Sign(label, {"color": "none", **floor})


def undefined_notes(forest: Forest) -> Iterator[str]:
    """Why values are missing."""
    for block in forest.blocks:
        for title, reason in block.undefined.items():
            yield f"{title} is undefined where {reason}."
