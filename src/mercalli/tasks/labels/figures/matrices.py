"""enhanced_confusion_matrices.png: what was taken for what, in counts and shares, with what the profile says of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from mercalli.tasks.labels.figures.captions import best_and_worst, box_note, lead, order_note
from mercalli.tasks.labels.figures.cells import draw_cells
from mercalli.tasks.labels.figures.classes import (
    BOTH,
    CORNER,
    COUNTS,
    GAP,
    NOTHING,
    Entry,
    Side,
    draw_columns,
    draw_rows,
    entries,
)
from mercalli.telling.figures.canvas import MARGIN, Heading, Sign, page
from mercalli.telling.figures.lettering import height_of, wrapped
from mercalli.telling.figures.theme import HEAD, MUTED, RIGHT, SMALL, WRONG
from mercalli.telling.words import measure_of
from mercalli.text.numbers import DIGITS, number
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.tasks.labels.result import Evaluation, SystemReport
    from mercalli.telling.figures.canvas import Canvas

MOST_SYSTEMS = 12
IN_ONE_ROW = 3
LARGE, SMALLER = 6.6, 5.2  # the side of a matrix, in inches, among few and among many
LARGEST_CELL, SMALLEST_CELL = 0.9, 0.11
SHOWN = {
    BOTH: "In each cell the count, and its share of the true class; empty where there is none.",
    COUNTS: "In each cell the count; empty where there is none.",
    NOTHING: "The cells are too small for figures: the tables of the report hold them.",
}
BETWEEN, UNDER_TITLE = 0.4, 0.12


@dataclass(frozen=True)
class Matrices:
    """Where everything goes, in inches."""

    systems: tuple[SystemReport, ...]
    entries: tuple[Entry, ...]

    @property
    def across(self) -> int:
        """How many matrices stand in a row."""
        return len(self.systems) if len(self.systems) <= IN_ONE_ROW else ceil(sqrt(len(self.systems)))

    @cached_property
    def side(self) -> Side:
        """The labels of every matrix."""
        outside = any(system.invalid for system in self.systems)
        wanted = LARGE if len(self.systems) <= IN_ONE_ROW - 1 else SMALLER
        cell = min(LARGEST_CELL, max(SMALLEST_CELL, wanted / len(self.entries)))
        return Side(self.entries, cell, outside)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the cells of a matrix."""
        return len(self.side.column_labels) * self.side.cell, len(self.entries) * self.side.cell

    @cached_property
    def titles(self) -> list[str]:
        """The names of the systems."""
        return [wrapped(system.name, max(self.size[0], 1.5), HEAD, bold=True, most=2) for system in self.systems]

    @cached_property
    def head(self) -> float:
        """The height of what stands above the cells."""
        return max(height_of(title, HEAD, bold=True) for title in self.titles) + 0.2 + UNDER_TITLE + self.side.height

    @property
    def width(self) -> float:
        """The width of the page."""
        wide = 2 * MARGIN + self.side.depth + self.across * max(self.size[0], 1.5) + (self.across - 1) * BETWEEN
        return max(wide, 8.0)

    @property
    def height(self) -> float:
        """The height of all matrices."""
        down = ceil(len(self.systems) / self.across)
        return down * (self.head + self.size[1]) + (down - 1) * BETWEEN

    def place(self, at: int) -> tuple[float, float]:
        """Where the cells of a matrix begin, from the left and from where the first title stands."""
        row, column = divmod(at, self.across)
        left = MARGIN + self.side.depth + column * (max(self.size[0], 1.5) + BETWEEN)
        return left, row * (self.head + self.size[1] + BETWEEN) + self.head


def matrices(result: Evaluation) -> Canvas:
    """The whole picture."""
    shown = best_and_worst(result, MOST_SYSTEMS) if len(result.systems) > MOST_SYSTEMS else result.systems
    plan = Matrices(tuple(shown), tuple(entries(result)))
    notes = [*order_note(result, shown), *_notes(result, plan), *box_note(result)]
    heading = Heading("What was taken for what", lead(result), tuple(_signs()), tuple(notes))
    canvas, top = page(plan.width, plan.height, heading)
    for at, system in enumerate(plan.systems):
        _draw(canvas, plan, at, system, top)
    return canvas


def _draw(canvas: Canvas, plan: Matrices, at: int, system: SystemReport, top: float) -> None:
    left, down = plan.place(at)
    title, above = plan.titles[at], top + down - plan.head
    canvas.text(left, above, title, HEAD, bold=True)
    canvas.text(left, above + height_of(title, HEAD, bold=True) + 0.03, _said(system), SMALL, color=MUTED)
    if at % plan.across == 0:
        draw_rows(canvas, plan.side, left, top + down)
        corner: dict[str, Any] = {"va": "bottom", "ha": "right", "color": MUTED}
        canvas.text(left - GAP, top + down - GAP, CORNER, SMALL, **corner)
    draw_columns(canvas, plan.side, left, top + down)
    draw_cells(canvas.axes(left, top + down, *plan.size), system.table, plan.side)


def _said(system: SystemReport) -> str:
    accuracy = measure_of(system.measures, "accuracy")
    right = f", accuracy {number(accuracy.value, DIGITS)}" if accuracy is not None else ""
    return f"{counted(system.n, 'row')}{right}"


def _signs() -> Iterator[Sign]:
    yield Sign("right: the darker, the larger the share of the true class", {"facecolor": RIGHT, "edgecolor": "none"})
    yield Sign("wrong: the darker, the larger the share of the true class", {"facecolor": WRONG, "edgecolor": "none"})


def _notes(result: Evaluation, plan: Matrices) -> Iterator[str]:
    left = len(result.classes) - len(plan.entries)
    if left:
        yield f"The {len(plan.entries)} classes with most rows; {left} others are left out."
    yield SHOWN[plan.side.shows]
    if plan.side.levels and not plan.side.all_levels_named:
        named: Sequence[str] = [level or "no level" for level, _, _ in plan.side.levels]
        yield f"Levels from the top, and from the left: {', '.join(named)}."
