"""Shifts as a picture: what urgent answers are worth as urgent items get rarer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.metrics.urgent import URGENT_PRECISION, URGENT_RECALL
from mercalli.tasks.stress.shift.result import ShiftedSystem, ShiftResult
from mercalli.tasks.stress.shift.verdict import ordered
from mercalli.telling.figures.sheet import GUIDE_LINE, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, drawable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def priors_figure(result: ShiftResult) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    return sheet(10.0, 3.8, lambda figure: _fill(figure, result))


def _fill(figure: Figure, result: ShiftResult) -> None:
    shown = [each for each in ordered(result) if each.priors][:MOST_SYSTEMS]
    names = (URGENT_PRECISION, URGENT_RECALL, result.headline[0])
    for axes, metric in zip(figure.subplots(1, len(names), sharey=True), names, strict=True):
        for at, system in enumerate(shown):
            _line(axes, system, metric, COLOURS[at])
        own = next(each.prior for each in shown[0].priors if each.own)
        axes.axvline(own, **GUIDE_LINE)
        axes.set_xscale("log")
        axes.set_xticks([0.001, 0.01, 0.1, 0.5], ["0.1%", "1%", "10%", "50%"])
        axes.minorticks_off()
        label(axes, title=metric.replace("_", " "), xlabel="urgent items among all", ylim=(0, 1))
    name_above(figure)
    note_below(figure, "Dashed: the share here. Bands are intervals.", len(result.systems) - len(shown))


def _line(axes: Axes, system: ShiftedSystem, metric: str, colour: str) -> None:
    known = [(each.prior, each.measure(metric)) for each in system.priors if each.measure(metric).value is not None]
    across, values = [prior for prior, _ in known], [each.value or 0.0 for _, each in known]
    axes.plot(across, values, color=colour, marker="o", markersize=3.5, label=drawable(system.name))
    if all(each.low is not None for _, each in known):
        low, high = ([getattr(each, end) or 0.0 for _, each in known] for end in ("low", "high"))
        axes.fill_between(across, low, high, color=colour, alpha=0.15, linewidth=0)
