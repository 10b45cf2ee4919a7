"""enhanced_confusion_matrices.png: what was taken for what, in counts and shares, with what the profile says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import to_rgb

from mercalli.inputs.arrays import Floats
from mercalli.results.parts import INVALID, Table
from mercalli.tasks.labels.figures.captions import best_and_worst, box_note, lead, order_note
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
from mercalli.tasks.labels.matrix import has_outside
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.telling.figures.canvas import MARGIN, Canvas, Heading, Sign, page
from mercalli.telling.figures.lettering import height_of, wrapped
from mercalli.telling.figures.numerals import Numeral, numeral_width
from mercalli.telling.figures.theme import HEAD, INK, MUTED, RIGHT, RULE, SMALL, WRONG, ink_on
from mercalli.telling.words import measure_of
from mercalli.text.numbers import DIGITS, number, share_text, short
from mercalli.text.words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MOST_SYSTEMS = 12
IN_ONE_ROW = 3
LARGE, SMALLER = 6.6, 5.2  # the side of a matrix, in inches, among few and among many
LARGEST_CELL, SMALLEST_CELL = 0.9, 0.11
SHOWN = {
    BOTH: "In each cell the count, and its share of the true class; empty where there is none.",
    COUNTS: "In each cell the count; empty where there is none.",
    NOTHING: "The cells are too small for numbers: the tables of the report hold them.",
}
SIGNS = tuple(
    Sign(f"{what}: darker means a larger share of the true class", {"facecolor": colour, "edgecolor": "none"})
    for what, colour in (("right", RIGHT), ("wrong", WRONG))
)
BETWEEN, UNDER_TITLE = 0.4, 0.12
CONTRAST = 0.6  # below 1, small shares get more of the colour


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
        called = {system.table.outside for system in self.systems if has_outside(system.table)}
        outside = called.pop() if len(called) == 1 else INVALID if called else ""
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
    heading = Heading("Confusion matrices", lead(result), SIGNS, tuple(notes))
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
    _draw_cells(canvas, (left, top + down, *plan.size), system.table, plan.side)


def _said(system: SystemReport) -> str:
    accuracy = measure_of(system.measures, "accuracy")
    right = f", accuracy {number(accuracy.value, DIGITS)}" if accuracy is not None else ""
    return f"{counted(system.n, 'row')}{right}"


def _notes(result: Evaluation, plan: Matrices) -> Iterator[str]:
    left = len(result.classes) - len(plan.entries)
    if left:
        yield f"The {len(plan.entries)} classes with most rows; {left} others are left out."
    yield SHOWN[plan.side.shows]
    if plan.side.levels and not plan.side.all_levels_named:
        named: Sequence[str] = [level or "no level" for level, _, _ in plan.side.levels]
        yield f"Levels from the top, and from the left: {', '.join(named)}."


def _draw_cells(canvas: Canvas, place: tuple[float, float, float, float], table: Table, side: Side) -> None:
    """Colours by share of the true class, figures where there is room, lines between levels."""
    cells = _cells(table, side)
    totals = np.array(table.cells)[[entry.at for entry in side.entries]].sum(axis=1, keepdims=True)
    shares = np.divide(cells, totals, out=np.zeros_like(cells), where=totals > 0)
    colours, axes = _colours(shares), canvas.axes(*place)
    (left, top, width, height), (rows, columns) = place, cells.shape
    axes.pcolormesh(np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5, colours, antialiased=False)
    _draw_lines(axes, side, cells.shape)
    canvas.numerals(
        _figures(
            side,
            (left + (column + 0.5) * width / columns, top + (row + 0.5) * height / rows),
            (short(float(cells[row, column])), share_text(float(shares[row, column]))),
            colours[row, column],
        )
        for row, column in (zip(*np.nonzero(cells), strict=True) if side.shows else ())
    )


def _cells(table: Table, side: Side) -> Floats:
    """Rows and columns as the side orders them, the last column for predictions outside the classes if it is shown."""
    order = [entry.at for entry in side.entries]
    columns = [*order, -1] if side.outside else order
    return np.array(table.cells)[np.ix_(order, columns)]


def _colours(shares: Floats) -> Floats:
    ink = np.empty((*shares.shape, 3))
    ink[:] = to_rgb(WRONG)
    np.einsum("iic->ic", ink[:, : len(ink)])[:] = to_rgb(RIGHT)
    colours: Floats = 1 - shares[..., None] ** CONTRAST * (1 - ink)
    return colours


def _draw_lines(axes: Axes, side: Side, shape: tuple[int, ...]) -> None:
    rows, columns = shape
    axes.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5))
    if side.shows:
        axes.hlines(np.arange(1, rows) - 0.5, -0.5, columns - 0.5, colors=RULE, linewidths=0.4)
        axes.vlines(np.arange(1, columns) - 0.5, -0.5, rows - 0.5, colors=RULE, linewidths=0.4)
    ends = [end - 0.5 for _, _, end in side.levels if end < rows or columns > rows]
    axes.hlines([end for end in ends if end < rows - 0.5], -0.5, columns - 0.5, colors=INK, linewidths=0.9)
    axes.vlines(ends, -0.5, rows - 0.5, colors=INK, linewidths=0.9)
    axes.spines[:].set(visible=True, color=INK, linewidth=0.9)


def _figures(side: Side, middle: tuple[float, float], texts: tuple[str, ...], colour: Floats) -> Numeral:
    """What stands in a cell, as large as it fits."""
    shown = texts if side.shows == BOTH else texts[:1]
    size = min(side.size, side.cell * 72 / 3.2)
    size *= min(1.0, 0.88 * side.cell / max(numeral_width(text, size) for text in shown))
    return Numeral(shown, middle, size, ink_on(tuple(colour)))
