"""Every system with its interval, and the vote of its answers below it, as one picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.estimates.confusion import MAJORITY
from mercalli.results.measure import Measure
from mercalli.tasks.models.result import ModelReport, ModelsResult
from mercalli.tasks.models.verdict import ordered
from mercalli.telling.figures.sheet import GUIDE_LINE, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, PAPER, drawable
from mercalli.text.numbers import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 30
BELOW = 0.28  # of a row, by which the vote stands below its system
ONE_CALL, VOTED, TRIVIAL = "one call", "vote of all answers", "always the most frequent class"


def models_figure(result: ModelsResult) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    rows = min(len(result.systems), MOST)
    return sheet(8.0, 1.8 + 0.42 * rows, lambda figure: _fill(figure, result))


def _fill(figure: Figure, result: ModelsResult) -> None:
    shown = ordered(result)[:MOST]
    axes = figure.add_subplot(1, 1, 1)
    _draw(axes, shown, result.decisive)
    label(axes, grid="x", xlabel=result.decisive)
    name_above(figure, *axes.get_legend_handles_labels())
    level = percent(result.provenance.settings["level"])
    note_below(figure, f"Bars: {level} intervals over {'items' if result.units is None else 'units'}.")


def _draw(axes: Axes, systems: list[ModelReport], metric: str) -> None:
    rows = range(len(systems))
    _draw_measures(axes, [(float(row), each.measure(metric)) for row, each in enumerate(systems)], ONE_CALL)
    votes = [(row + BELOW, each.vote.measure(metric)) for row, each in enumerate(systems) if each.vote is not None]
    _draw_measures(axes, votes, VOTED)
    low, high = axes.get_xlim()
    trivial = systems[0].measure(metric).baselines.get(MAJORITY)
    if trivial is not None and abs(trivial - (low + high) / 2) < high - low:
        axes.axvline(trivial, label=TRIVIAL, **GUIDE_LINE)
    axes.set_yticks(list(rows), [drawable(each.name) for each in systems])
    axes.set_ylim(len(systems) - 0.4, -0.6)


def _draw_measures(axes: Axes, measures: list[tuple[float, Measure]], name: str) -> None:
    """Dots with their intervals; hollow ones for votes."""
    known = [(row, each, each.value) for row, each in measures if each.value is not None]
    if not known:
        return
    colour, voted = COLOURS[1 if name == VOTED else 0], name == VOTED
    spans = [(row, each.low, each.high) for row, each, _ in known if each.low is not None and each.high is not None]
    for row, low, high in spans:
        axes.hlines(row, low, high, color=colour, linewidth=1.2 if voted else 2.0)
    fill, mark = (PAPER, "s") if voted else (colour, "o")
    rows, values = [row for row, _, _ in known], [value for _, _, value in known]
    axes.plot(values, rows, mark, markersize=5, color=colour, markerfacecolor=fill, label=name, zorder=3)
