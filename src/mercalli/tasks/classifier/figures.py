"""How a classifier does on each event that it has not seen, as one picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mercalli.results.measure import Measure
from mercalli.tasks.classifier.result import ForwardReport, LeftOutPart, LeftOutReport
from mercalli.telling.figures.sheet import label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, INK, PAPER, drawable
from mercalli.text.numbers import DIGITS, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


BAND = 0.15
DAY, LONG = 24.0, 96.0
MARKS = ("o", "s")
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


def forward_figure(report: ForwardReport) -> bytes:
    """How later texts do by the age of what was learnt: the classifier left as it was, beside one learnt anew."""
    return sheet(7.6, 4.2, lambda figure: _over_age(figure, report))


def _over_age(figure: Figure, report: ForwardReport) -> None:
    axes = figure.add_subplot()
    oldest = max(part.age for part in report.parts)
    scale, unit = (DAY, "days") if oldest > LONG else (1.0, "hours")
    ways = (("learnt anew before each block", "fresh", COLOURS[0]), ("left as it was", "frozen", COLOURS[1]))
    for at, (name, way, colour) in enumerate(ways):
        axes.plot([], [], MARKS[at], color=colour, label=name)
        aside = (at - 0.5) * oldest / scale / 120
        for part in report.parts:
            _upright(axes, part.age / scale + aside, getattr(part, way), (MARKS[at], colour), few=part.few)
    label(
        axes,
        grid="y",
        xlabel=f"age of the classifier that was left as it was, in {unit}",
        ylabel=drawable(report.metric),
    )
    name_above(figure)
    note_below(figure, "Hollow: blocks with few texts, which the means leave out." if _any_few(report) else "")


def _any_few(report: ForwardReport) -> bool:
    return any(part.few for part in report.parts)


def _upright(axes: Axes, across: float, measure: Measure, drawn: tuple[str, str], *, few: bool) -> None:
    """A value with its interval, hollow where there are few texts."""
    mark, colour = drawn
    if measure.low is not None and measure.high is not None:
        axes.plot([across, across], [measure.low, measure.high], color=colour, linewidth=1.2, alpha=0.4 if few else 0.8)
    if measure.value is not None:
        axes.plot(across, measure.value, mark, color=colour, markerfacecolor=PAPER if few else colour)
