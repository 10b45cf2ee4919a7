"""Scores of CHEERS as one picture: the parts of HumImpact beside their coverage, and every sector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.results.measure import Measure
from mercalli.tasks.cheers.result import SHORT, Cheers
from mercalli.tasks.cheers.verdict import ordered
from mercalli.telling.figures.sheet import GUIDE_LINE, label, name_above, sheet
from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, drawable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


ROOM = 0.7
LONGEST = 24


def cheers_figure(result: Cheers) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    height = max(4.2, 1.4 + 0.36 * len(result.systems[0].sectors))
    return sheet(10.0, height, lambda figure: _fill(figure, result))


def _fill(figure: Figure, result: Cheers) -> None:
    shown = ordered(result)[:MOST_SYSTEMS]
    scores, sectors = figure.subplots(1, 2)
    lines: list[Line2D] = []
    for at, run in enumerate(shown):
        shift = ROOM * ((at + 0.5) / len(shown) - 0.5)
        lines.append(_dots(scores, [run.measure(metric) for metric in SHORT], shift, COLOURS[at]))
        _dots(sectors, [sector.measures[-1] for sector in run.sectors], shift, COLOURS[at])
    if (ceiling := shown[0].ceiling.value) is not None:
        scores.plot([ceiling, ceiling], [0.5, 1.5], **GUIDE_LINE)
    _label(scores, "Scores; dashed: ceiling of the accuracy", list(SHORT.values()))
    names = [drawable(sector.name)[:LONGEST] for sector in shown[0].sectors]
    _label(sectors, "F1 of each sector, end to end", names)
    name_above(figure, lines, [drawable(run.name) for run in shown])


def _dots(axes: Axes, measures: list[Measure], shift: float, colour: str) -> Line2D:
    """A dot with its interval for each measure, from the top down."""
    defined = [(at + shift, each) for at, each in enumerate(measures) if each.value is not None]
    for place, each in defined:
        if each.low is not None and each.high is not None:
            axes.plot([each.low, each.high], [place, place], color=colour, linewidth=1.6, alpha=0.6)
    values = [0.0 if each.value is None else each.value for _, each in defined]
    (line,) = axes.plot(values, [place for place, _ in defined], "o", color=colour, markersize=5, clip_on=False)
    return line


def _label(axes: Axes, title: str, names: list[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    label(axes, grid="x", title=title, xlim=(0, 1), ylim=(len(names) - 0.5, -0.5))
