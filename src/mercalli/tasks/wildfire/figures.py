"""Maps of where a model was right and wrong and of perimeters, north up; the fractions skill score by window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import cos, floor, log10, radians
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mercalli.tasks.wildfire.cells import unpacked
from mercalli.tasks.wildfire.result import FieldTable, FireMap, FirePoints, FireResult, PerimeterReport, PerimeterStep
from mercalli.tasks.wildfire.verdict import best_first
from mercalli.telling.figures.sheet import GUIDE_LINE, broken, label, name_above, sheet
from mercalli.telling.figures.theme import (
    BODY,
    COLOURS,
    GUIDE,
    HEAD,
    INK,
    MOST_SYSTEMS,
    PAPER,
    SMALL,
    WRONG,
    Style,
    style,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


MOST_MAPS = 6
ACROSS = 3
PANEL = 4.4
SEEN = "#0a4b78"
# Rightly left alone, false alarm, missed, hit, not observed; told apart in grey too.
CELL_COLOURS = ("#dcdcdc", COLOURS[1], WRONG, SEEN, PAPER)
CELL_LABELS = ("rightly left alone", "false alarm", "missed", "hit", "not observed")
MARGIN = 0.06  # of a frame around outlines
NICE = (1, 2, 5, 10)
DEGREE_M = 111_195.0
LEAST_M = 50.0  # from the middle of a map of structures to its edge
BELOW = 11  # points under a map at which its scale stands
WINDOWS_SHOW = "Fractions skill score by window, with intervals over tiles"


def fire_map(result: FireResult) -> dict[str, bytes]:
    """The maps of all models as one picture; nothing where there is nothing to draw."""
    drawn: list[tuple[str, Callable[[Axes], None]]] = []
    for system in best_first(result):
        if system.map is not None:
            drawn.append((system.name, partial(_cells, shown=system.map)))
        elif system.points is not None:
            drawn.append((system.name, partial(_points, shown=system.points)))
    return {"map.png": panels(drawn[:MOST_MAPS], CELL_LABELS, CELL_COLOURS)} if drawn else {}


def shown_of(models: int, what: str) -> str:
    """What maps show, in words, and how many models that are not on them.

    >>> shown_of(8, "The outlines")
    'The outlines, north up; of 8 models the first 6'
    """
    return f"{what}, north up" + (f"; of {models} models the first {MOST_MAPS}" if models > MOST_MAPS else "")


def panels(drawn: Sequence[tuple[str, Callable[[Axes], None]]], labels: Sequence[str], colours: Sequence[str]) -> bytes:
    """Panels side by side, as high as the first of them is drawn, and what its colours mean."""
    columns = min(ACROSS, len(drawn))
    rows = -(-len(drawn) // columns)
    width = max(PANEL * columns, 7.0)

    def fill(figure: Figure) -> None:
        from matplotlib.patches import Patch  # noqa: PLC0415 - half a second to import

        for at, (name, draw) in enumerate(drawn, 1):
            axes = figure.add_subplot(rows, columns, at)
            draw(axes)
            axes.set_title(broken(name, width / columns - 0.3, HEAD), fontsize=HEAD)
            axes.set_xticks([])
            axes.set_yticks([])
        figure.set_figheight(rows * (width / columns * _shape(figure.axes[0]) + 0.3) + 0.5)
        handles = [Patch(facecolor=colour, edgecolor=GUIDE, linewidth=0.6) for colour in colours]
        figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False, fontsize=SMALL)

    return sheet(width, PANEL * rows + 0.7, fill)


def _shape(axes: Axes) -> float:
    """Height over width of what is drawn, within what a page can hold."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    return float(np.clip(abs(top - bottom) / abs(right - left), 0.3, 1.6))


def _cells(axes: Axes, shown: FireMap) -> None:
    from matplotlib.colors import ListedColormap  # noqa: PLC0415 - half a second to import

    codes = unpacked(shown.cells, "u1").reshape(shown.rows, shown.columns)
    across, down = (shown.across_m or 1.0) * shown.step, (shown.down_m or 1.0) * shown.step
    extent = (0.0, across * shown.columns, 0.0, down * shown.rows)
    colours = ListedColormap(CELL_COLOURS)
    axes.imshow(codes, cmap=colours, vmin=0, vmax=len(CELL_COLOURS) - 1, extent=extent, interpolation="nearest")
    if shown.across_m is not None:
        furnish(axes, extent)


def _points(axes: Axes, shown: FirePoints) -> None:
    """Structures in metres from their middle, those that are rare on top."""
    places = unpacked(shown.places, "<i4").reshape(-1, 2) / 1e6
    codes = unpacked(shown.codes, "u1")
    if not len(places):
        return
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    metres = (places - middle) * (DEGREE_M * cos(radians(float(places[:, 1].mean()))), DEGREE_M)
    size = float(np.clip(4000 / len(places), 1.0, 20.0))
    for code in (4, 0, 3, 1, 2):
        chosen = metres[codes == code]
        edge = GUIDE if code in (0, 4) else "none"
        axes.scatter(chosen[:, 0], chosen[:, 1], s=size, c=CELL_COLOURS[code], edgecolors=edge, linewidths=0.3)
    right, top = (1.08 * max(float(each), LEAST_M) for each in metres.max(axis=0))
    extent = (-right, right, -top, top)
    axes.set(xlim=extent[:2], ylim=extent[2:], aspect="equal")
    furnish(axes, extent)


def furnish(axes: Axes, extent: tuple[float, float, float, float]) -> None:
    """A scale of a round length and where north is, below the map, where nothing is drawn."""
    from matplotlib.lines import Line2D  # noqa: PLC0415 - half a second to import
    from matplotlib.transforms import offset_copy  # noqa: PLC0415 - as above

    left, right, *_ = extent
    length = nice_length((right - left) / 4)
    words = f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m"  # noqa: PLR2004 - metres in a kilometre
    figure: Any = axes.figure
    look: Any = {"color": INK, "clip_on": False}
    below = offset_copy(axes.get_xaxis_transform(), figure, 0, -BELOW, units="points")
    axes.add_artist(Line2D([left, left + length], [0, 0], linewidth=2.5, transform=below, **look))
    beside = offset_copy(below, figure, 4, 0, units="points")
    axes.text(left + length, 0, words, va="center", fontsize=SMALL, transform=beside, **look)
    corner = offset_copy(axes.transAxes, figure, -6, -2, units="points")
    arrow: Any = {"arrowstyle": "-|>", "color": INK, "shrinkA": 0, "shrinkB": 0}
    where: Any = {"xycoords": corner, "textcoords": "offset points", "annotation_clip": False}
    axes.annotate("N", (1, 0), (0, -20), ha="center", fontsize=BODY, color=INK, arrowprops=arrow, **where)


def nice_length(longest: float) -> float:
    """A round number not above the longest that fits.

    >>> nice_length(7300), nice_length(0.26)
    (5000.0, 0.2)
    """
    power = 10.0 ** floor(log10(longest))
    return max(step * power for step in NICE if step * power <= longest)


def windows_picture(systems: Sequence[tuple[str, FieldTable, float | None]]) -> dict[str, bytes]:
    """The score by window for every model, and from where on it is of use; nothing where there is nothing to draw."""
    return {"windows.png": sheet(7.0, 4.4, lambda figure: _windows(figure, systems))} if systems else {}


def _windows(figure: Figure, systems: Sequence[tuple[str, FieldTable, float | None]]) -> None:
    axes = figure.add_subplot()
    for at, (name, table, _) in enumerate(systems[:MOST_SYSTEMS]):
        _line(axes, name, table, style(at))
    _, first, useful = systems[0]
    axes.axhline(useful or 0.0, label="useful from here on", **GUIDE_LINE)
    across, up = "cells on a side of the window", "fractions skill score"
    label(axes, xscale="log", ylim=(0, 1.02), xlabel=across, ylabel=up)
    windows: list[Any] = [row[0] for row in first.rows if row[0]]
    axes.set_xticks(windows, [f"{window:.0f}" for window in windows])
    axes.minorticks_off()
    name_above(figure)


def _line(axes: Axes, name: str, table: FieldTable, look: Style) -> None:
    numbers = np.array([row for row in table.rows if row[1] is not None], np.float64).reshape(-1, 4)
    window, score, low, high = numbers.T
    axes.plot(window, score, marker=look.marker, color=look.color, label=name)
    if not np.isnan(low).all():
        axes.fill_between(window, low, high, color=look.color, alpha=0.15, linewidth=0)


def perimeter_map(ordered: Sequence[PerimeterReport]) -> dict[str, bytes]:
    """The last outlines of all models, each on the observed one."""
    shown = ordered[:MOST_MAPS]
    frame = _frame([system.steps[-1] for system in shown])
    drawn = [(system.name, partial(_outlines, step=system.steps[-1], frame=frame)) for system in shown]
    return {"map.png": panels(drawn, ("observed", "modelled"), (SEEN, WRONG))}


def _corners(rings: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    """The least and the greatest x and y of rings: (2, 2)."""
    points = np.concatenate([np.asarray(ring).reshape(-1, 2) for ring in rings])
    return np.stack([points.min(axis=0), points.max(axis=0)])


def _middle(step: PerimeterStep) -> NDArray[np.float64]:
    """The middle of what was observed; outlines of each model are told from a middle of their own."""
    rings = step.observed or step.model
    middle: NDArray[np.float64] = _corners(rings).mean(axis=0) if rings else np.zeros(2)
    return middle


def _frame(steps: Sequence[PerimeterStep]) -> NDArray[np.float64]:
    """Corners of the least frame around the observed middle that holds the outlines of all models: (2, 2)."""
    held = [_corners(rings) - _middle(step) for step in steps for rings in (step.observed, step.model) if rings]
    if not held:
        return np.array([[-1.0, -1.0], [1.0, 1.0]])
    corners = np.stack([np.min([each[0] for each in held], axis=0), np.max([each[1] for each in held], axis=0)])
    framed: NDArray[np.float64] = corners + MARGIN * (corners[1] - corners[0]) * np.array([[-1.0], [1.0]])
    return framed


def _outlines(axes: Axes, step: PerimeterStep, frame: NDArray[np.float64]) -> None:
    """One model's outline on the observed one, in the frame of all models, so that all have one scale."""
    for rings, colour in ((step.observed, SEEN), (step.model, WRONG)):
        _fill(axes, rings, colour)
    axes.set_aspect("equal")
    (left, bottom), (right, top) = (frame + _middle(step)).tolist()
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    furnish(axes, (left, right, bottom, top))


def _fill(axes: Axes, rings: Sequence[Sequence[float]], colour: str) -> None:
    """All rings as one path, so that holes stay holes."""
    from matplotlib.patches import PathPatch  # noqa: PLC0415 - half a second to import
    from matplotlib.path import Path  # noqa: PLC0415 - as above

    if not rings:
        return
    parts = [np.asarray(ring).reshape(-1, 2) for ring in rings]
    codes = [code for part in parts for code in [Path.MOVETO, *[Path.LINETO] * (len(part) - 2), Path.CLOSEPOLY]]
    path = Path(np.concatenate(parts), codes)
    axes.add_patch(PathPatch(path, facecolor=colour, alpha=0.22, edgecolor="none"))
    axes.add_patch(PathPatch(path, facecolor="none", edgecolor=colour, linewidth=1.1))
