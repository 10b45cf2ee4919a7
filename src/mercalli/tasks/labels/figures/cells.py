"""The cells of a confusion matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.colors import to_rgb

from mercalli.tasks.labels.figures.classes import BOTH
from mercalli.telling.figures.lettering import width_of
from mercalli.telling.figures.theme import INK, RIGHT, RULE, WRONG, ink_on
from mercalli.text.numbers import share_text, short

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from mercalli.inputs.arrays import Floats
    from mercalli.results.parts import Table
    from mercalli.tasks.labels.figures.classes import Side

CONTRAST = 0.6  # below 1, small shares get more of the colour


def draw_cells(axes: Axes, table: Table, side: Side) -> None:
    """Colours by share of the true class, figures where there is room, lines between levels."""
    cells = _cells(table, side)
    totals = np.array(table.cells)[[entry.at for entry in side.entries]].sum(axis=1, keepdims=True)
    shares = np.divide(cells, totals, out=np.zeros_like(cells), where=totals > 0)
    colours = _colours(shares)
    axes.imshow(colours, aspect="auto", interpolation="nearest")
    _draw_lines(axes, side, cells.shape)
    for row, column in zip(*np.nonzero(cells), strict=True) if side.shows else ():
        texts = [short(float(cells[row, column])), share_text(float(shares[row, column]))]
        _draw_figures(axes, side, (row, column), texts if side.shows == BOTH else texts[:1], colours[row, column])


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
    axes.set(xticks=[], yticks=[], xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5))
    if side.shows:
        axes.hlines(np.arange(1, rows) - 0.5, -0.5, columns - 0.5, colors=RULE, linewidths=0.4)
        axes.vlines(np.arange(1, columns) - 0.5, -0.5, rows - 0.5, colors=RULE, linewidths=0.4)
    ends = [end - 0.5 for _, _, end in side.levels if end < rows or columns > rows]
    axes.hlines([end for end in ends if end < rows - 0.5], -0.5, columns - 0.5, colors=INK, linewidths=0.9)
    axes.vlines(ends, -0.5, rows - 0.5, colors=INK, linewidths=0.9)
    axes.spines[:].set(visible=True, color=INK, linewidth=0.9)


def _draw_figures(axes: Axes, side: Side, place: tuple[int, int], texts: Sequence[str], colour: Floats) -> None:
    row, column = place
    size = min(side.size, side.cell * 72 / 3.2)
    size *= min(1.0, 0.88 * side.cell / max(width_of(text, size) for text in texts))
    ink = ink_on(tuple(colour))
    axes.text(column, row, "\n".join(texts), size=size, ha="center", va="center", color=ink, linespacing=1.1)
