"""A forest of many systems: they are the rows of a table, best first, and blocks are its columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mercalli.telling.figures.canvas import MARGIN, Heading, page
from mercalli.telling.figures.forest import Block, Forest, Limits, draw_block, measure_text
from mercalli.telling.figures.lettering import height_of, width_of, wrapped
from mercalli.telling.figures.theme import HEAD, INK, MUTED, PALE, RIGHT, RULE, SMALL, Style

if TYPE_CHECKING:
    from mercalli.telling.figures.canvas import Canvas

NAMES, AXIS, COLUMN_GAP = 2.6, 1.6, 0.18
MOST_COLUMNS = 6
TICKS, PAD = 0.26, 0.1
PLAIN = Style(RIGHT, "o", 5.0)


@dataclass(frozen=True)
class Columns:
    """Where everything goes, in inches."""

    forest: Forest

    @cached_property
    def limits(self) -> list[Limits]:
        """The axis of each block."""
        return self.forest.close_limits()

    @cached_property
    def names(self) -> list[str]:
        """The names of the rows."""
        return [wrapped(name, NAMES, SMALL, most=2) for name in self.forest.names]

    @cached_property
    def row(self) -> float:
        """The height of a row."""
        return max(0.23, *(height_of(name, SMALL) + 0.06 for name in self.names))

    @cached_property
    def first(self) -> float:
        """Where the first column begins."""
        return MARGIN + max(width_of(name, SMALL) for name in self.names) + COLUMN_GAP

    @cached_property
    def column(self) -> float:
        """The width of a column with its values."""
        values = [measure_text(measure, interval=False) for block in self.forest.blocks for measure in block.measures]
        return AXIS + 0.08 + max(width_of(value, SMALL) for value in values) + COLUMN_GAP

    @cached_property
    def panels(self) -> list[range]:
        """Columns in as many panels as keep the page narrow."""
        count = len(self.forest.blocks)
        return [range(start, min(start + MOST_COLUMNS, count)) for start in range(0, count, MOST_COLUMNS)]

    @property
    def width(self) -> float:
        """The width of the page."""
        return max(8.0, self.first + max(map(len, self.panels)) * self.column + MARGIN)

    def label(self, block: Block) -> tuple[str, str]:
        """The title of a column and what is said below it."""
        room = self.column - COLUMN_GAP
        return wrapped(block.title, room, HEAD, bold=True), wrapped(block.said, room, SMALL, most=4)

    def head(self, panel: range) -> float:
        """The height of the titles of a panel."""
        labels = [self.label(self.forest.blocks[at]) for at in panel]
        return max(height_of(title, HEAD, bold=True) + height_of(said, SMALL) + 0.05 for title, said in labels) + PAD

    def height(self, panel: range) -> float:
        """The height of a panel with its titles and ticks."""
        return self.head(panel) + 2 * TICKS + len(self.names) * self.row + 2 * PAD


def columns(forest: Forest, heading: Heading) -> Canvas:
    """The whole picture."""
    plan = Columns(forest)
    canvas, top = page(plan.width, sum(map(plan.height, plan.panels)), heading)
    for panel in plan.panels:
        _draw_rows(canvas, plan, len(panel), top + plan.head(panel) + TICKS)
        for place, at in enumerate(panel):
            _draw_column(canvas, plan, at, plan.first + place * plan.column, (top, plan.head(panel)))
        top += plan.height(panel)
    return canvas


def _draw_rows(canvas: Canvas, plan: Columns, count: int, top: float) -> None:
    """Names, and every other row on a tint."""
    width = plan.first - MARGIN + count * plan.column
    for row, name in enumerate(plan.names):
        if row % 2 == 0:
            stripe = (MARGIN - 0.08, top + row * plan.row, width, plan.row)
            canvas.box(*stripe, facecolor=PALE, edgecolor="none", zorder=-2)
        middle = top + (row + 0.5) * plan.row
        canvas.text(plan.first - COLUMN_GAP, middle, name, SMALL, va="center", ha="right", color=INK)


def _draw_column(canvas: Canvas, plan: Columns, at: int, left: float, place: tuple[float, float]) -> None:
    top, head = place
    block = plan.forest.blocks[at]
    title, said = plan.label(block)
    canvas.text(left, top, title, HEAD, bold=True)
    canvas.text(left, top + height_of(title, HEAD, bold=True) + 0.05, said, SMALL, color=MUTED)
    top += head + TICKS
    axes = canvas.axes(left, top, AXIS, len(plan.names) * plan.row)
    draw_block(axes, block, plan.limits[at], [PLAIN] * len(plan.names), 4 if block.is_share else 3)
    axes.tick_params(labeltop=True)
    axes.spines[["top", "bottom"]].set(visible=True, color=RULE)
    for row, measure in enumerate(block.measures):
        found = measure_text(measure, interval=False)
        right = left + plan.column - COLUMN_GAP
        canvas.text(right, top + (row + 0.5) * plan.row, found, SMALL, va="center", ha="right", color=INK)
