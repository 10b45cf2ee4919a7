"""How a classifier does on each event that it has not seen, as one picture."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from mercalli.telling.figures.theme import COLOURS, drawable, themed
from mercalli.text.numbers import DIGITS, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mercalli.results.measure import Measure
    from mercalli.tasks.classifier.result import LeftOutPart, LeftOutReport

GRID, BAND = "#e4e4e4", 0.15
MOST_PARTS = 60


def leave_out_figure(left: LeftOutReport) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    with themed():
        return _png(left)


def _png(left: LeftOutReport) -> bytes:
    from matplotlib.figure import Figure  # noqa: PLC0415 - half a second to import

    shown = left.parts[:MOST_PARTS]
    figure = Figure(figsize=(9.0, 1.9 + 0.24 * len(shown)), dpi=150, layout="constrained")
    axes = figure.add_subplot()
    _guide(axes, left.at_random, COLOURS[1], "held out at random")
    _guide(axes, left.all_parts, COLOURS[0], f"all left out, each {drawable(left.column)} in turn")
    for place, part in enumerate(shown):
        _draw(axes, place, part.measure)
    axes.set_yticks(range(len(shown)), [_named(part) for part in shown])
    axes.set(xlabel=drawable(left.metric), ylim=(len(shown) - 0.5, -0.5))
    axes.grid(color=GRID, linewidth=0.6, axis="x")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside upper center", ncols=2, frameon=False)
    written = BytesIO()
    figure.savefig(written, format="png", metadata={"Software": None})
    return written.getvalue()


def _named(part: LeftOutPart) -> str:
    """An event with how many texts it has."""
    untested = "" if part.obstacle is None else ", not tested"
    return f"{drawable(part.name)}  ({part.n:,}{untested})"


def _guide(axes: Axes, measure: Measure, colour: str, name: str) -> None:
    """A line for all together, and how sure it is."""
    if measure.value is None:
        return
    axes.axvline(measure.value, color=colour, linewidth=1.4, label=f"{name}: {number(measure.value, DIGITS)}")
    if measure.low is not None and measure.high is not None:
        axes.axvspan(measure.low, measure.high, color=colour, alpha=BAND, linewidth=0)


def _draw(axes: Axes, place: int, measure: Measure) -> None:
    if measure.low is not None and measure.high is not None:
        axes.plot([measure.low, measure.high], [place, place], color="#1a1a1a", linewidth=1.2)
    if measure.value is not None:
        axes.plot(measure.value, place, "o", color="#1a1a1a", markersize=4)
