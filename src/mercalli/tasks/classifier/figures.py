"""How a classifier does on each event that it has not seen, as one picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mercalli.results.measure import Measure
from mercalli.tasks.classifier.result import LeftOutPart, LeftOutReport
from mercalli.telling.figures.sheet import label, name_above, sheet
from mercalli.telling.figures.theme import COLOURS, INK, drawable
from mercalli.text.numbers import DIGITS, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


BAND = 0.15
MOST_PARTS = 60


def leave_out_figure(left: LeftOutReport) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    shown = left.parts[:MOST_PARTS]
    return sheet(9.0, 1.9 + 0.24 * len(shown), lambda figure: _fill(figure, left, shown))


def _fill(figure: Figure, left: LeftOutReport, shown: Sequence[LeftOutPart]) -> None:
    axes = figure.add_subplot()
    _guide(axes, left.at_random, COLOURS[1], "held out at random")
    _guide(axes, left.mean, COLOURS[0], f"mean, each {drawable(left.column)} left out in turn")
    for place, part in enumerate(shown):
        _draw(axes, place, part.measure)
    axes.set_yticks(range(len(shown)), [_named(part) for part in shown])
    label(axes, grid="x", xlabel=drawable(left.metric), ylim=(len(shown) - 0.5, -0.5))
    axes.set_axisbelow(True)
    name_above(figure)


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
        axes.plot([measure.low, measure.high], [place, place], color=INK, linewidth=1.2)
    if measure.value is not None:
        axes.plot(measure.value, place, "o", color=INK, markersize=4)
