"""Pictures of fields: arrival times, reliability, and classes observed and modelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.tasks.wildfire.field.verdict import best_first
from mercalli.tasks.wildfire.figures import MOST_MAPS, WINDOWS_SHOW, windows_picture
from mercalli.tasks.wildfire.result import FieldReport, FieldTable, FireField, Quantity
from mercalli.telling.figures.sheet import GUIDE_LINE, broken, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import (
    COLOURS,
    HEAD,
    INK,
    MOST_SYSTEMS,
    PAPER,
    RIGHT,
    SMALL,
    WRONG,
    blend,
    drawable,
    ink_on,
    style,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


# Of every kind of field: the file of its picture, the title above it, and what it shows.
PICTURES = {
    "fss": ("windows.png", "Windows", WINDOWS_SHOW),
    "arrival": ("arrival.png", "Times and places", "How early or late the fire is in each model, and where it burned"),
    "probability": ("reliability.png", "Reliability", "How often cells with each probability were of high severity"),
    "ordinal": ("classes.png", "Classes", "How the cells of each observed class were modelled, as shares of the class"),
}
BURNED = {"both": "burned in both", "observed_only": "missed", "model_only": "false alarm"}
BURNED_COLOURS = (RIGHT, WRONG, COLOURS[1])
NAME_WIDTH = 1.9
PANEL = 3.3


def field_pictures(result: FireField) -> dict[str, bytes]:
    """The picture of a kind of field under the name of its file; nothing where there is nothing to draw."""
    systems = best_first(result)
    if result.kind == "fss":
        windows = [(each.name, each.table, each.quantity("useful").value) for each in systems if each.table is not None]
        return windows_picture(windows)
    file, *_ = PICTURES[result.kind]
    drawn = DRAWN[result.kind](systems)
    return {} if drawn is None else {file: drawn}


def arrival_figure(systems: Sequence[FieldReport]) -> bytes | None:
    """How early or late each model is, and how much of the fire it has."""
    shown = systems[:MOST_SYSTEMS]
    height = 1.6 + 0.42 * len(shown)
    return sheet(10.0, height, lambda figure: _arrival(figure, shown, len(systems) - len(shown)))


def _arrival(figure: Figure, systems: Sequence[FieldReport], left_out: int) -> None:
    times, places = figure.subplots(1, 2, sharey=True)
    for at, system in enumerate(systems):
        look = style(at)
        bias = system.quantity("bias")
        if bias.value is not None:
            _dot(times, bias, at, color=look.color, marker=look.marker)
        _bar(places, system, at)
    names = [broken(each.name, NAME_WIDTH) for each in systems]
    times.set_yticks(range(len(systems)), names)
    times.set_ylim(len(systems) - 0.5, -0.5)
    times.axvline(0, **GUIDE_LINE)
    unit = systems[0].quantity("bias").unit or "as in the maps"
    label(times, title="Mean error of the time", xlabel=f"early  <  {unit}  >  late", grid="x")
    label(places, title="Where it burned", xlabel="share of cells that burned in either map", xlim=(0, 1), grid="x")
    lines, names = places.get_legend_handles_labels()
    figure.legend(lines, names, loc="outside lower center", ncols=3, frameon=False, fontsize=SMALL)
    note_below(figure, "", left_out)


def _dot(axes: Axes, each: Quantity, at: int, **look: Any) -> None:  # noqa: ANN401 - matplotlib's own
    """A value with its interval."""
    if each.low is not None and each.high is not None:
        axes.plot([each.low, each.high], [at, at], color=look["color"], linewidth=2, alpha=0.6)
    axes.plot([each.value or 0.0], [at], linestyle="none", **look)


def _bar(axes: Axes, system: FieldReport, at: int) -> None:
    """Cells burned in both maps, in the observation only and in the model only, as shares of all of them."""
    cells = {name: system.quantity(name).value or 0.0 for name in BURNED}
    total = sum(cells.values()) or 1.0
    start = 0.0
    for (name, called), colour in zip(BURNED.items(), BURNED_COLOURS, strict=True):
        share = cells[name] / total
        axes.barh(at, share, 0.6, start, color=colour, edgecolor=PAPER, label="" if at else called)
        if share > 0.08:  # noqa: PLR2004 - room for its text
            axes.text(start + share / 2, at, f"{share:.0%}", ha="center", va="center", size=SMALL, color=ink_on(colour))
        start += share


def reliability_figure(systems: Sequence[FieldReport]) -> bytes | None:
    """The share of high severity by probability, for all models."""
    shown = [(each.name, each.table) for each in systems if each.table is not None]
    if not shown:
        return None
    left_out = max(0, len(shown) - MOST_SYSTEMS)
    return sheet(6.5, 4.8, lambda figure: _reliability(figure, shown[:MOST_SYSTEMS], left_out))


def _reliability(figure: Figure, systems: Sequence[tuple[str, FieldTable]], left_out: int) -> None:
    axes = figure.add_subplot()
    for at, (name, table) in enumerate(systems):
        look, bins = style(at), np.array([row[3:7] for row in table.rows if row[4] is not None], np.float64)
        if bins.size:
            forecast, share, low, high = bins.T
            axes.vlines(forecast, low, high, color=look.color, alpha=0.5, linewidth=2)
            axes.plot(forecast, share, color=look.color, marker=look.marker, label=drawable(name))
    axes.plot([0, 1], [0, 1], label="as often as forecast", **GUIDE_LINE)
    label(axes, xlabel="mean probability", ylabel="observed share", xlim=(0, 1), ylim=(0, 1))
    name_above(figure)
    note_below(figure, "Bars: intervals over tiles.", left_out)


def classes_figure(systems: Sequence[FieldReport]) -> bytes | None:
    """A matrix of observed and modelled classes for each model."""
    shown = [(each.name, each.table) for each in systems if each.table is not None][:MOST_MAPS]
    if not shown:
        return None
    columns = min(3, len(shown))
    rows = -(-len(shown) // columns)
    left_out = max(0, len(systems) - MOST_MAPS)
    size = (max(PANEL * columns, 4.5), (PANEL + 0.3) * rows)
    return sheet(*size, partial(_matrices, shown=shown, rows=rows, columns=columns, left_out=left_out))


def _matrices(figure: Figure, shown: Sequence[tuple[str, FieldTable]], rows: int, columns: int, left_out: int) -> None:
    for at, (name, table) in enumerate(shown, 1):
        axes = figure.add_subplot(rows, columns, at)
        _matrix(axes, table)
        axes.set_title(broken(name, PANEL - 0.6, HEAD), fontsize=HEAD)
    note_below(figure, "", left_out)


def _matrix(axes: Axes, table: FieldTable) -> None:
    """Shares of each observed class; right ones are blue, others orange by how far off they are."""
    counts = np.array([[each or 0.0 for each in row[1:]] for row in table.rows])
    totals = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
    names = [f"{row[0]:g}" for row in table.rows]
    colours = np.array(
        [[_shade(share, right=down == across) for across, share in enumerate(row)] for down, row in enumerate(shares)]
    )
    axes.imshow(colours, aspect="equal")
    for down, row in enumerate(shares):
        for across, share in enumerate(row):
            ink = ink_on(tuple(colours[down, across]))
            axes.text(across, down, f"{share:.0%}", ha="center", va="center", size=SMALL, color=ink)
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("class modelled", color=INK)
    axes.set_ylabel("class observed", color=INK)


def _shade(share: float, *, right: bool) -> tuple[float, float, float]:
    return blend(RIGHT if right else WRONG, 0.06 + 0.9 * share)


DRAWN: Mapping[str, Callable[[Sequence[FieldReport]], bytes | None]] = {
    "arrival": arrival_figure,
    "probability": reliability_figure,
    "ordinal": classes_figure,
}
