"""Forests on a page: few systems in blocks one below the other, many as rows of a table whose columns are blocks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from mercalli.telling.figures.canvas import MARGIN, Canvas, Heading, page
from mercalli.telling.figures.forest import Block, Forest, Ticks, band_spans, draw_block, measure_text
from mercalli.telling.figures.lettering import height_of, width_of, wrapped
from mercalli.telling.figures.theme import HEAD, INK, MUTED, PALE, RIGHT, RULE, SMALL, TINY, Style, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEW_SYSTEMS = 8
GAP = 0.18
# Few systems; the page is as wide as A4 across.
WIDTH, TITLES, NAMES = 11.7, 2.2, 1.9
MANY_BLOCKS = 6
BANDS, TICKS, PAD = 0.2, 0.28, 0.16
# Many systems.
COLUMN_NAMES, COLUMN_AXIS = 2.6, 1.6
MOST_COLUMNS = 6
COLUMN_TICKS, COLUMN_PAD = 0.26, 0.1
TICK_PAD = 3.5 / 72
PLAIN = Style(RIGHT, "o", 5.0)


def laid_out(forest: Forest, heading: Heading) -> Canvas:
    """Stacked blocks for few systems, columns for many."""
    return (_stacked if len(forest.names) <= FEW_SYSTEMS else _columns)(forest, heading)


@dataclass(frozen=True)
class _Label:
    """The title of a block and the remark below it, broken into lines."""

    title: str
    remark: str

    @classmethod
    def of(cls, block: Block, room: float) -> _Label:
        return cls(wrapped(block.title, room, HEAD, bold=True), wrapped(block.remark, room, SMALL, most=4))

    @property
    def title_height(self) -> float:
        return height_of(self.title, HEAD, bold=True)

    @property
    def height(self) -> float:
        return self.title_height + height_of(self.remark, SMALL) + 0.05

    def draw(self, canvas: Canvas, left: float, top: float) -> None:
        canvas.text(left, top, self.title, HEAD, bold=True)
        canvas.text(left, top + self.title_height + 0.05, self.remark, SMALL, color=MUTED)


def _widest(texts: list[str]) -> float:
    return max(width_of(text, SMALL) for text in texts)


def _value_width(forest: Forest, *, interval: bool) -> float:
    return _widest([measure_text(measure, interval=interval) for block in forest.blocks for measure in block.measures])


def _draw_beside(canvas: Canvas, right: float, middle: float, text: str) -> None:
    """A name or a value in the middle of a row, up to its right end."""
    canvas.text(right, middle, text, SMALL, va="center", ha="right", color=INK)


def _write_ticks(canvas: Canvas, ticks: Ticks, place: tuple[float, float], width: float, *, va: str) -> None:
    """Numbers along an axis that begins at a place."""
    left, top = place
    for share, text in ticks.items():
        canvas.text(left + share * width, top, text, SMALL, va=va, ha="center", color=MUTED, linespacing="normal")


@dataclass(frozen=True)
class Stack:
    """Blocks one below the other on a long axis, every value in figures beside it: where everything goes, in inches."""

    forest: Forest

    @cached_property
    def names(self) -> list[str]:
        """The names of the rows; one system needs none."""
        names = self.forest.names
        return [""] if len(names) == 1 else [wrapped(name, NAMES, SMALL) for name in names]

    @cached_property
    def row(self) -> float:
        """The height of a row."""
        return max(0.27, *(height_of(name, SMALL) + 0.08 for name in self.names))

    @cached_property
    def axis(self) -> tuple[float, float]:
        """Where the axis begins and how wide it is."""
        names = _widest(self.names)
        left = MARGIN + TITLES + GAP + (names + GAP if names else 0)
        return left, WIDTH - MARGIN - _value_width(self.forest, interval=True) - GAP - left

    def has_ticks(self, at: int) -> bool:
        """Whether a block has its axis written below it: the last that shares one, or all if there are many."""
        shares = sum(block.is_share for block in self.forest.blocks)
        return at >= shares - 1 or shares > MANY_BLOCKS

    def height(self, at: int) -> float:
        """The height of a block with all that belongs to it."""
        block = self.forest.blocks[at]
        drawn = (BANDS if block.bands else 0) + len(self.names) * self.row + (TICKS if self.has_ticks(at) else 0)
        return max(drawn, _Label.of(block, TITLES).height) + 2 * PAD


def _stacked(forest: Forest, heading: Heading) -> Canvas:
    """Blocks that have an axis in common come first."""
    plan = Stack(replace(forest, blocks=tuple(sorted(forest.blocks, key=lambda block: not block.is_share))))
    heights = [plan.height(at) for at in range(len(forest.blocks))]
    canvas, top = page(WIDTH, sum(heights), heading)
    for at, height in enumerate(heights):
        canvas.line([MARGIN, WIDTH - MARGIN], [top, top], color=RULE, linewidth=0.8)
        _draw_stacked(canvas, plan, at, top + PAD)
        top += height
    return canvas


def _draw_stacked(canvas: Canvas, plan: Stack, at: int, top: float) -> None:
    block = plan.forest.blocks[at]
    _Label.of(block, TITLES).draw(canvas, MARGIN, top)
    top += BANDS if block.bands else 0
    left, width = plan.axis
    height = len(plan.names) * plan.row
    axes = canvas.axes(left, top, width, height)
    ticks = draw_block(axes, block, plan.forest.limits[at], [style(row) for row in range(len(plan.names))], 10)
    if plan.has_ticks(at):
        _write_ticks(canvas, ticks, (left, top + height + TICK_PAD), width, va="top")
    _name_bands(canvas, axes, plan, at, top)
    for row, (name, measure) in enumerate(zip(plan.names, block.measures, strict=True)):
        middle = top + (row + 0.5) * plan.row
        _draw_beside(canvas, left - GAP, middle, name)
        _draw_beside(canvas, WIDTH - MARGIN, middle, measure_text(measure, interval=True))


def _name_bands(canvas: Canvas, axes: Axes, plan: Stack, at: int, top: float) -> None:
    """The names of bands above them, those that fit."""
    left, width = plan.axis
    low, high = axes.get_xlim()
    for band, begin, end in band_spans(plan.forest.blocks[at].bands, plan.forest.limits[at]):
        room = (end - begin) / (high - low) * width
        if width_of(band.name, TINY) < room - 0.05:
            centre = left + ((begin + end) / 2 - low) / (high - low) * width
            canvas.text(centre, top - 0.06, band.name, TINY, va="baseline", ha="center", color=MUTED)


@dataclass(frozen=True)
class Columns:
    """Systems as the rows of a table, best first, and blocks as its columns: where everything goes, in inches."""

    forest: Forest

    @cached_property
    def names(self) -> list[str]:
        """The names of the rows."""
        return [wrapped(name, COLUMN_NAMES, SMALL, most=2) for name in self.forest.names]

    @cached_property
    def row(self) -> float:
        """The height of a row."""
        return max(0.23, *(height_of(name, SMALL) + 0.06 for name in self.names))

    @cached_property
    def first(self) -> float:
        """Where the first column begins."""
        return MARGIN + _widest(self.names) + GAP

    @cached_property
    def column(self) -> float:
        """The width of a column with its values."""
        return COLUMN_AXIS + 0.08 + _value_width(self.forest, interval=False) + GAP

    @cached_property
    def panels(self) -> list[range]:
        """Columns in as many panels as keep the page narrow."""
        count = len(self.forest.blocks)
        return [range(start, min(start + MOST_COLUMNS, count)) for start in range(0, count, MOST_COLUMNS)]

    def label(self, at: int) -> _Label:
        """What stands above a column."""
        return _Label.of(self.forest.blocks[at], self.column - GAP)

    def head(self, panel: range) -> float:
        """The height of the titles of a panel."""
        return max(self.label(at).height for at in panel) + COLUMN_PAD

    def height(self, panel: range) -> float:
        """The height of a panel with its titles and ticks."""
        return self.head(panel) + 2 * COLUMN_TICKS + len(self.names) * self.row + 2 * COLUMN_PAD


def _columns(forest: Forest, heading: Heading) -> Canvas:
    plan = Columns(forest)
    width = max(8.0, plan.first + max(map(len, plan.panels)) * plan.column + MARGIN)
    canvas, top = page(width, sum(map(plan.height, plan.panels)), heading)
    for panel in plan.panels:
        first_row = top + plan.head(panel) + COLUMN_TICKS
        _draw_rows(canvas, plan, len(panel), first_row)
        for place, at in enumerate(panel):
            left = plan.first + place * plan.column
            plan.label(at).draw(canvas, left, top)
            _draw_column(canvas, plan, at, left, first_row)
        top += plan.height(panel)
    return canvas


def _draw_rows(canvas: Canvas, plan: Columns, count: int, top: float) -> None:
    """Names, and every other row on a tint."""
    width = plan.first - MARGIN + count * plan.column
    for row, name in enumerate(plan.names):
        if row % 2 == 0:
            stripe = (MARGIN - 0.08, top + row * plan.row, width, plan.row)
            canvas.box(*stripe, facecolor=PALE, edgecolor="none", zorder=-2)
        _draw_beside(canvas, plan.first - GAP, top + (row + 0.5) * plan.row, name)


def _draw_column(canvas: Canvas, plan: Columns, at: int, left: float, top: float) -> None:
    block = plan.forest.blocks[at]
    height, limits = len(plan.names) * plan.row, plan.forest.close_limits[at]
    axes = canvas.axes(left, top, COLUMN_AXIS, height)
    ticks = draw_block(axes, block, limits, [PLAIN] * len(plan.names), 4 if block.is_share else 3)
    _write_ticks(canvas, ticks, (left, top - TICK_PAD), COLUMN_AXIS, va="bottom")
    _write_ticks(canvas, ticks, (left, top + height + TICK_PAD), COLUMN_AXIS, va="top")
    axes.spines[["top", "bottom"]].set(visible=True, color=RULE)
    for row, measure in enumerate(block.measures):
        value = measure_text(measure, interval=False)
        _draw_beside(canvas, left + plan.column - GAP, top + (row + 0.5) * plan.row, value)
