"""The fractions skill score by window, as a picture."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, drawable, themed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from mercalli.tasks.wildfire.table import FieldTable

CAPTION = "Fractions skill score by window, with intervals over tiles"


def windows_picture(systems: Sequence[tuple[str, FieldTable, float | None]]) -> dict[str, bytes]:
    """The score by window for every model, and from where on it is of use; nothing where there is nothing to draw."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - half a second to import

    if not systems:
        return {}
    with themed():
        figure = Figure(figsize=(7.0, 4.4), dpi=150, layout="constrained")
        axes = figure.add_subplot()
        for colour, (name, table, _) in zip(COLOURS, systems[:MOST_SYSTEMS], strict=False):
            _line(axes, name, table, colour)
        axes.axhline(systems[0][2] or 0.0, color="#888888", linestyle="--", linewidth=1, label="useful from here on")
        _frame(axes, [row[0] for row in systems[0][1].rows if row[0]])
        written = BytesIO()
        figure.savefig(written, format="png", metadata={"Software": None})
        return {"windows.png": written.getvalue()}


def _line(axes: Axes, name: str, table: FieldTable, colour: str) -> None:
    numbers = np.array([row for row in table.rows if row[1] is not None], np.float64).reshape(-1, 4)
    window, score, low, high = numbers.T
    axes.plot(window, score, "o-", color=colour, label=drawable(name))
    if not np.isnan(low).all():
        axes.fill_between(window, low, high, color=colour, alpha=0.15, linewidth=0)


def _frame(axes: Axes, windows: Sequence[Any]) -> None:
    axes.set(xscale="log", ylim=(0, 1.02), xlabel="cells on a side of the window", ylabel="fractions skill score")
    axes.set_xticks(windows, [f"{each:.0f}" for each in windows])
    axes.minorticks_off()
    axes.grid(color="#e4e4e4", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
