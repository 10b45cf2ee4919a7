"""Values by look, evidence on a log axis, reviews by predicted class, and how late truths come, as one picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.tasks.monitor.result import Monitor, WatchReport
from mercalli.telling.figures.sheet import broken, label, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, GUIDE, INK, MUTED, RIGHT, SMALL, WRONG, drawable
from mercalli.text.numbers import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE, TALL = 7.6, 11.5
MOST_CLASSES, MOST_LINES = 16, 5
LEAST_DOT, MOST_DOT = 10.0, 110.0
LOWEST = 1e-3  # evidence below this says nothing more


def picture(at: int) -> str:
    """The file of a model by its place."""
    return "monitor.png" if at == 0 else f"monitor_{at + 1}.png"


def monitor_figures(result: Monitor) -> dict[str, bytes]:
    """File names and PNG bytes; the same result gives the same bytes."""
    return {
        picture(at): sheet(WIDE, TALL, lambda figure, each=system: _fill(figure, result, each))  # type: ignore[misc]
        for at, system in enumerate(result.systems)
        if system.reviewed
    }


def _fill(figure: Figure, result: Monitor, system: WatchReport) -> None:
    rows = min(len(system.strata), MOST_CLASSES)
    grid: Any = figure.add_gridspec(4, 1, height_ratios=(1.25, 1.0, 0.35 + 0.07 * rows, 0.7))
    values, evidence, reviews, delays = (figure.add_subplot(grid[at]) for at in range(4))
    _draw_values(values, system)
    _draw_evidence(evidence, result, system)
    evidence.set_xlim(values.get_xlim())
    _draw_reviews(reviews, system)
    _draw_delays(delays, result, system)
    level = percent(result.provenance.settings["level"])
    note_below(
        figure,
        f"Dots: reviewed predictions made in a look, with {level} intervals; hollow: truths still open.\n"
        f"Shaded: the value of all truths so far, with {level} confidence whenever one looks. Dashed: the promise.",
    )


def _draw_values(axes: Axes, system: WatchReport) -> None:
    """The first promise: look by look, and all truths so far."""
    alarm = system.alarms[0]
    across = np.array(alarm.days)
    axes.fill_between(across, alarm.low, alarm.high, step="mid", color=COLOURS[3], alpha=0.3, linewidth=0)
    most = max(part.reviewed for part in system.bins)
    for part in system.bins:
        measure, at = part.measures[0], part.day
        if measure.value is None:
            continue
        if measure.low is not None and measure.high is not None:
            axes.plot([at, at], [measure.low, measure.high], color=RIGHT, linewidth=1.2)
        look: dict[str, Any] = {"facecolor": RIGHT if part.mature else "white", "edgecolor": RIGHT, "zorder": 3}
        axes.scatter([at], [measure.value], s=_size(part.reviewed, most), linewidth=1.2, **look)
    axes.axhline(alarm.value, color=INK, linestyle="--", linewidth=1.2)
    axes.set_ylim(-0.03, 1.03)
    _mark(axes, across, alarm.alarm)
    label(
        axes,
        title=f"{drawable(alarm.metric)} by look, promised {drawable(alarm.promise)}",
        ylabel=drawable(alarm.metric),
    )


def _size(reviewed: int, most: int) -> float:
    """The area of a dot, in points squared."""
    return LEAST_DOT + (MOST_DOT - LEAST_DOT) * reviewed / most


def _draw_evidence(axes: Axes, result: Monitor, system: WatchReport) -> None:
    for at, alarm in enumerate(system.alarms[:MOST_LINES]):
        across = np.array(alarm.days)
        known = np.maximum(alarm.evidence, LOWEST)
        axes.plot(
            across, known, color=COLOURS[at], marker="o", markersize=3, linewidth=1.6, label=drawable(alarm.promise)
        )
        _mark(axes, across, alarm.alarm)
    leading = system.alarms[0]
    limit = leading.threshold
    axes.axhline(limit, color=WRONG, linestyle="--", linewidth=1.2)
    axes.annotate(
        f"alarm from {limit:,.0f} on",
        (0.99, limit),
        xycoords=("axes fraction", "data"),
        xytext=(0, 3),
        textcoords="offset points",
        size=SMALL,
        color=WRONG,
        ha="right",
    )
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    highest = max((value for each in system.alarms for value in each.evidence), default=1.0)
    axes.set_ylim(LOWEST, max(limit * 20, highest * 3))
    if len(system.alarms) > 1:
        axes.legend(frameon=False, fontsize=SMALL, loc="lower right")
    first = system.bins[0].start
    used = f"{len(leading.looks):,} of {result.looks:,} looks used"
    label(
        axes,
        title=f"Evidence that a promise is broken ({used})",
        ylabel="evidence R",
        xlabel=f"days since {drawable(first)}: of the prediction above, of the truth here",
    )


def _mark(axes: Axes, across: Floats, alarm: int | None) -> None:
    if alarm is not None:
        axes.axvline(across[alarm], color=WRONG, linestyle=":", linewidth=1.4)


def _draw_reviews(axes: Axes, system: WatchReport) -> None:
    """The largest strata: predictions, and the part of them that was reviewed."""
    shown = system.strata[:MOST_CLASSES][::-1]
    places = range(len(shown))
    axes.barh(places, [each.n for each in shown], color="#e6e6e6", edgecolor=MUTED, linewidth=0.6)
    axes.barh(places, [each.reviewed for each in shown], color=RIGHT, height=0.5, linewidth=0)
    names = [broken(f"{each.pred} {each.band}".strip(), 2.2) for each in shown]
    axes.set_yticks(places, names)
    axes.margins(x=0.16)
    for at, each in enumerate(shown):
        text = f"{each.reviewed:,} of {each.n:,}"
        axes.annotate(
            text, (each.n, at), xytext=(4, 0), textcoords="offset points", va="center", size=SMALL, color=MUTED
        )
    label(axes, grid="x", title="Reviewed (blue) of all predictions of a class")


def _draw_delays(axes: Axes, result: Monitor, system: WatchReport) -> None:
    if system.delays is None:
        axes.text(0.5, 0.5, "no look is mature yet", ha="center", va="center", color=MUTED, transform=axes.transAxes)
    else:
        curve = system.delays.curve
        axes.step([*range(len(curve)), len(curve)], [*curve, curve[-1]], where="post", color=RIGHT, linewidth=1.8)
        axes.axvline(system.delays.median, color=GUIDE, linestyle="--", linewidth=1)
    axes.set_ylim(0, 1.05)
    label(
        axes,
        title="How late truths come (mature looks; dashed: the median)",
        xlabel=f"looks of {drawable(result.look)} after the prediction",
        ylabel="share that has come",
    )
