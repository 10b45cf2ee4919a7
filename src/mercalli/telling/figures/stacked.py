"""A forest of few systems: blocks one below the other on a long axis, every value in figures beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mercalli.telling.figures.canvas import MARGIN, Heading, page
from mercalli.telling.figures.forest import Block, Forest, Limits, band_spans, draw_block, measure_text
from mercalli.telling.figures.lettering import height_of, width_of, wrapped
from mercalli.telling.figures.theme import HEAD, INK, MUTED, RULE, SMALL, TINY, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mercalli.telling.figures.canvas import Canvas

WIDTH = 11.7  # that of A4 across
TITLES, NAMES = 2.2, 1.9
COLUMN_GAP = 0.18
MANY_BLOCKS = 6
BANDS, TICKS, PAD = 0.2, 0.28, 0.16


@dataclass(frozen=True)
class Stacked:
    """Where everything goes, in inches."""

    forest: Forest

    @cached_property
    def blocks(self) -> list[Block]:
        """Those that have an axis in common first."""
        return sorted(self.forest.blocks, key=lambda block: not block.is_share)

    @cached_property
    def limits(self) -> list[Limits]:
        """The axis of each block."""
        return Forest(self.forest.names, tuple(self.blocks)).limits()

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
        values = [measure_text(measure, interval=True) for block in self.blocks for measure in block.measures]
        names = max(width_of(name, SMALL) for name in self.names)
        left = MARGIN + TITLES + COLUMN_GAP + (names + COLUMN_GAP if names else 0)
        return left, WIDTH - MARGIN - max(width_of(value, SMALL) for value in values) - COLUMN_GAP - left

    def label(self, block: Block) -> tuple[str, str]:
        """The title of a block and what is said below it."""
        return wrapped(block.title, TITLES, HEAD, bold=True), wrapped(block.said, TITLES, SMALL, most=4)

    def has_ticks(self, at: int) -> bool:
        """Whether a block has its axis written below it: the last that shares one, or all if there are many."""
        shares = sum(block.is_share for block in self.blocks)
        return at >= shares - 1 or shares > MANY_BLOCKS

    def height(self, at: int) -> float:
        """The height of a block with all that belongs to it."""
        block = self.blocks[at]
        title, said = self.label(block)
        drawn = (BANDS if block.bands else 0) + len(self.names) * self.row + (TICKS if self.has_ticks(at) else 0)
        return max(drawn, height_of(title, HEAD, bold=True) + height_of(said, SMALL) + 0.05) + 2 * PAD


def stacked(forest: Forest, heading: Heading) -> Canvas:
    """The whole picture."""
    plan = Stacked(forest)
    heights = [plan.height(at) for at in range(len(plan.blocks))]
    canvas, top = page(WIDTH, sum(heights), heading)
    for at, height in enumerate(heights):
        canvas.line([MARGIN, WIDTH - MARGIN], [top, top], color=RULE, linewidth=0.8)
        _draw(canvas, plan, at, top + PAD)
        top += height
    return canvas


def _draw(canvas: Canvas, plan: Stacked, at: int, top: float) -> None:
    block = plan.blocks[at]
    title, said = plan.label(block)
    canvas.text(MARGIN, top, title, HEAD, bold=True)
    canvas.text(MARGIN, top + height_of(title, HEAD, bold=True) + 0.05, said, SMALL, color=MUTED)
    top += BANDS if block.bands else 0
    left, width = plan.axis
    axes = canvas.axes(left, top, width, len(plan.names) * plan.row)
    draw_block(axes, block, plan.limits[at], [style(row) for row in range(len(plan.names))], 10)
    axes.tick_params(labelbottom=plan.has_ticks(at))
    _name_bands(canvas, axes, plan, at, top)
    for row, (name, measure) in enumerate(zip(plan.names, block.measures, strict=True)):
        middle = top + (row + 0.5) * plan.row
        canvas.text(left - COLUMN_GAP, middle, name, SMALL, va="center", ha="right", color=INK)
        found = measure_text(measure, interval=True)
        canvas.text(WIDTH - MARGIN, middle, found, SMALL, va="center", ha="right", color=INK)


def _name_bands(canvas: Canvas, axes: Axes, plan: Stacked, at: int, top: float) -> None:
    """The names of bands above them, those that fit."""
    left, width = plan.axis
    low, high = axes.get_xlim()
    for band, begin, end in band_spans(plan.blocks[at].bands, plan.limits[at]):
        room = (end - begin) / (high - low) * width
        if width_of(band.name, TINY) < room - 0.05:
            centre = left + ((begin + end) / 2 - low) / (high - low) * width
            canvas.text(centre, top - 0.06, band.name, TINY, va="baseline", ha="center", color=MUTED)
