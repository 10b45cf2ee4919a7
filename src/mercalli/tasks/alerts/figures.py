"""What alerting from each threshold on finds, against the false alerts that it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mercalli.metrics.ratio import ratio
from mercalli.tasks.alerts.result import AlertReport, ThresholdReport
from mercalli.telling.figures.sheet import label, name_above, note_below, sheet
from mercalli.telling.figures.theme import INK, MOST_SYSTEMS, drawable, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


FOUND = "alerts.png"
FOUND_SHOWS = "Urgent items found and false alerts, by threshold; the large marks are the threshold that was used"
LARGE = 10


def alerts_figure(systems: Sequence[AlertReport]) -> bytes:
    """PNG bytes: a line for each system; the same result gives the same bytes."""
    shown = systems[:MOST_SYSTEMS]
    return sheet(7.5, 3.8, lambda figure: _fill(figure, shown, len(systems) - len(shown)))


def _fill(figure: Figure, systems: Sequence[AlertReport], left_out: int) -> None:
    axes = figure.add_subplot()
    for at, system in enumerate(systems):
        _draw(axes, system, at)
    label(axes, xlabel="false alerts", ylabel="share of urgent items found", ylim=(0, 1.02))
    axes.set_xlim(left=0)
    name_above(figure)
    note_below(figure, "", left_out)


def _thresholds(system: AlertReport) -> Sequence[ThresholdReport]:
    """Those of a system; results of earlier versions have the one that was used alone."""
    used = () if system.counts is None else (ThresholdReport("used", system.counts, None, used=True),)
    return system.thresholds or used


def _draw(axes: Axes, system: AlertReport, at: int) -> None:
    """One system: a mark for each threshold, and a large one for the threshold that was used."""
    look, known = style(at), sorted(_thresholds(system), key=lambda each: each.counts.alerted)
    points = [(each.counts.false, float(ratio(each.counts.right, each.counts.urgent))) for each in known]
    axes.plot(*zip(*points, strict=True), color=look.color, marker=look.marker, label=drawable(system.name))
    for (false, share), each in zip(points, known, strict=True):
        if each.used:
            axes.plot(false, share, look.marker, color=look.color, markeredgecolor=INK, markersize=LARGE, zorder=3)
