"""Values over time by event, the discovery of urgent items, and delays to first finds."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.tasks.over_time.result import EventCurve, OverTime, TimeReport
from mercalli.telling.figures.sheet import GUIDE_LINE, broken, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, GUIDE, INK, MUTED, RULE, drawable
from mercalli.text.numbers import percent
from mercalli.uncertainty.intervals import wilson

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PICTURE, DISCOVERY, FINDS = "over_time.png", "discovery.png", "first_finds.png"
MOST_EVENTS, MOST_LINES, ACROSS = 24, 4, 4
DAY, LONG = 24.0, 96.0
SHADES = ("#f2f2f2", "#ffffff", "#e8eef4", "#ffffff", "#f2f2f2")


def over_time_figures(result: OverTime) -> dict[str, bytes]:
    """File names and PNG bytes; the same result gives the same bytes."""
    found = {PICTURE: _curves(result)}
    if discovers(result):
        found[DISCOVERY] = sheet(7.6, 4.2, lambda figure: _discovery(figure, result))
    if any(system.facts for system in result.systems):
        found[FINDS] = _finds(result)
    return found


def discovers(result: OverTime) -> bool:
    """Whether there are urgent items to be found."""
    return bool(result.urgent) and any(sum(curve.trials) for each in result.systems for curve in each.curves)


def _curves(result: OverTime) -> bytes:
    """The first system, a panel for each event; those with most items."""
    system = result.systems[0]
    curves = sorted(system.curves, key=lambda curve: -sum(curve.items))[:MOST_EVENTS]
    curves = sorted(curves, key=lambda curve: curve.event)
    across = min(ACROSS, len(curves))
    down = ceil(len(curves) / across)

    def draw(figure: Figure) -> None:
        longest = max((curve.hours[-1] for curve in curves if curve.hours), default=1.0)
        scale, unit = (DAY, "days") if longest > LONG else (1.0, "hours")
        grid: Any = figure.add_gridspec(2 * down, across, height_ratios=(1.0, 0.28) * down)
        for at, curve in enumerate(curves):
            row, column = divmod(at, across)
            value = figure.add_subplot(grid[2 * row, column])
            volume = figure.add_subplot(grid[2 * row + 1, column], sharex=value)
            _panel(value, volume, result, system, curve, scale, several=len(curves) > 1)
            label(volume, grid="x", xlabel=f"{unit} since the {'start' if result.elapsed else 'first item'}")
        note_below(figure, _foot(result), len(system.curves) - len(curves))

    return sheet(max(7.6, 2.9 * across), 0.9 + (2.3 if len(curves) > 1 else 4.0) * down, draw)


def _foot(result: OverTime) -> str:
    what = "of urgent items, the share that was found" if result.urgent else "the share that is right"
    system = f" of {drawable(result.systems[0].name)}" if len(result.systems) > 1 else ""
    level = percent(result.provenance.settings["level"])
    shaded = "Shades: phases. " if len(result.phases) > 1 and result.elapsed else ""
    return (
        f"Dots{system}: {what}, with {level} intervals of one bin at a time. Bars: items; without any, holes.\n"
        f"{shaded}Dashed: the share over all items. Dotted: where it changes over all events, if that is clear."
    )


def _panel(  # noqa: PLR0917 - one panel
    value: Axes, volume: Axes, result: OverTime, system: TimeReport, curve: EventCurve, scale: float, *, several: bool
) -> None:
    width = _width(result) / scale
    across = np.array(curve.hours) / scale + width / 2
    trials, hits = np.array(curve.trials, float), np.array(curve.hits, float)
    there = trials > 0
    shares = hits[there] / trials[there]
    low, high = wilson(shares, trials[there], float(str(result.provenance.settings["level"])))
    _shade(value, result, scale, float(across[-1] + width) if len(across) else 1.0)
    value.vlines(across[there], low, high, color=COLOURS[0], linewidth=1.0, alpha=0.7)
    value.scatter(across[there], shares, s=14, color=COLOURS[0], zorder=3, linewidth=0)
    total = sum(map(sum, (each.trials for each in system.curves)))
    if total:
        value.axhline(sum(map(sum, (each.hits for each in system.curves))) / total, **GUIDE_LINE)
    if system.change is not None:
        hours = next(part.hours or 0.0 for part in system.parts(result.parts[0]) if part.values[0] == system.change.bin)
        value.axvline(hours / scale, color=INK, linestyle=":", linewidth=1.2)
    volume.bar(across, curve.items, width=width * 0.9, color=GUIDE, linewidth=0)
    value.set_ylim(-0.04, 1.04)
    value.tick_params(labelbottom=False)
    label(value, grid="y", title=broken(curve.event.replace("_", " "), 2.6) if several else "")


def _width(result: OverTime) -> float:
    from mercalli.inputs.times import HOUR, duration  # noqa: PLC0415 - as settings are written

    return duration(str(result.provenance.settings["bin"])) / HOUR


def _shade(axes: Axes, result: OverTime, scale: float, last: float) -> None:
    """Phases as bands of grey."""
    if not result.elapsed:
        return
    begin = axes.get_xlim()[0] if result.phases[0][1] == 0 else 0.0
    for at, (_, end) in enumerate(result.phases):
        until = last if end is None else end / scale
        if until > begin:
            axes.axvspan(begin, min(until, max(last, begin)), color=SHADES[at % len(SHADES)], linewidth=0, zorder=0)
        begin = max(begin, until)


def _discovery(figure: Figure, result: OverTime) -> None:
    """Urgent items so far, beside those that were found, as shares of all urgent items."""
    axes = figure.add_subplot()
    scale, unit = 1.0, "hours"
    for at, system in enumerate(result.systems[:MOST_LINES]):
        every = [curve for curve in system.curves if curve.hours]
        hours = np.array([hour for curve in every for hour in curve.hours])
        order = np.argsort(hours, kind="stable")
        came, found = (
            np.cumsum(np.array([number for curve in every for number in getattr(curve, name)], float)[order])
            for name in ("trials", "hits")
        )
        scale, unit = (DAY, "days") if len(hours) and hours.max() > LONG else (1.0, "hours")
        across = (hours[order] + _width(result)) / scale
        if not at:
            axes.step(across, came / came[-1], where="post", color=INK, linestyle=":", label="all urgent items")
        axes.step(across, found / came[-1], where="post", color=COLOURS[at], label=drawable(system.name))
    axes.set_ylim(0, 1.03)
    label(
        axes,
        title="Urgent items so far, and those that were found",
        xlabel=f"{unit} since the {'start of their event' if result.elapsed else 'first item'}",
        ylabel="share of all urgent items",
    )
    name_above(figure, *axes.get_legend_handles_labels())
    note_below(figure, "", max(0, len(result.systems) - MOST_LINES))


def _finds(result: OverTime) -> bytes:
    """A strip for each system: a dot for each fact."""
    systems = result.systems[:MOST_LINES]

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        latest = max((fact.delay or 0.0 for each in systems for fact in each.facts), default=1.0) or 1.0
        never = latest * 3
        for at, system in enumerate(systems):
            delays = np.array([never if fact.delay is None else fact.delay for fact in system.facts])
            missed = np.array([fact.delay is None for fact in system.facts])
            aside = at + 0.7 * (np.arange(len(delays)) * 0.618 % 1 - 0.5)  # apart, as a golden ratio scatters
            axes.scatter(delays[~missed], aside[~missed], s=26, color=COLOURS[at], alpha=0.7, linewidth=0)
            axes.scatter(delays[missed], aside[missed], s=30, color=MUTED, marker="x")
        axes.set_xscale("symlog", linthresh=0.25, linscale=0.5)
        axes.set_xlim(
            -0.05, never * 1.3 if any(f.delay is None for each in systems for f in each.facts) else latest * 1.5
        )
        marks = [0, 0.25, 1, 6, 24, 72, 168, 720]
        shown = [mark for mark in marks if mark <= latest * 1.5]
        axes.set_xticks(shown, ["at once", "15 min", "1 h", "6 h", "1 d", "3 d", "1 w", "30 d"][: len(shown)])
        axes.minorticks_off()
        axes.set_yticks(range(len(systems)), [broken(each.name, 1.8) for each in systems])
        axes.set_ylim(-0.6, len(systems) - 0.4)
        axes.axvline(0, color=RULE, linewidth=0.8, zorder=0)
        label(axes, grid="x", title="From the first urgent item to the first that was found", xlabel="")
        note_below(figure, "A dot for each fact (by default an event); a cross where none was found.")

    return sheet(7.6, 1.5 + 0.8 * len(systems), draw)
