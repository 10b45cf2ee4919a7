"""Scores of CHEERS as one picture: the parts of HumImpact beside their coverage, and every sector."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from mercalli.tasks.cheers.result import SHORT
from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, drawable, themed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from mercalli.results.measure import Measure
    from mercalli.tasks.cheers.result import Cheers

GUIDE, GRID = "#888888", "#e4e4e4"
ROOM = 0.7
LONGEST = 24


def cheers_figure(result: Cheers) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - half a second to import

    shown = result.systems[:MOST_SYSTEMS]
    names = [sector.name for sector in shown[0].sectors]
    with themed():
        figure = Figure(figsize=(10.0, max(4.2, 1.4 + 0.36 * len(names))), dpi=150, layout="constrained")
        scores, sectors = figure.subplots(1, 2)
        lines: list[Line2D] = []
        for at, run in enumerate(shown):
            shift = ROOM * ((at + 0.5) / len(shown) - 0.5)
            colour = COLOURS[at % len(COLOURS)]
            lines.append(_dots(scores, [run.measure(metric) for metric in SHORT], shift, colour))
            _dots(sectors, [sector.measures[-1] for sector in run.sectors], shift, colour)
        if (ceiling := shown[0].ceiling.value) is not None:
            scores.plot([ceiling, ceiling], [0.5, 1.5], color=GUIDE, linestyle="--", linewidth=1.2)
        _label(scores, "Scores; dashed: ceiling of the accuracy", list(SHORT.values()))
        _label(sectors, "F1 of each sector, end to end", [drawable(name)[:LONGEST] for name in names])
        figure.legend(lines, [drawable(run.name) for run in shown], loc="outside upper center", ncols=4, frameon=False)
        written = BytesIO()
        figure.savefig(written, format="png", metadata={"Software": None})
    return written.getvalue()


def _dots(axes: Axes, measures: list[Measure], shift: float, colour: str) -> Line2D:
    """A dot with its interval for each measure, from the top down."""
    known = [(at + shift, each) for at, each in enumerate(measures) if each.value is not None]
    for place, each in known:
        if each.low is not None and each.high is not None:
            axes.plot([each.low, each.high], [place, place], color=colour, linewidth=1.6, alpha=0.6)
    values = [0.0 if each.value is None else each.value for _, each in known]
    (line,) = axes.plot(values, [place for place, _ in known], "o", color=colour, markersize=5, clip_on=False)
    return line


def _label(axes: Axes, title: str, names: list[str]) -> None:
    axes.set(title=title, xlim=(0, 1), ylim=(len(names) - 0.5, -0.5))
    axes.set_yticks(range(len(names)), names)
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
