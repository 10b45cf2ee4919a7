"""What teams of other sizes reach, how many items wait, and how long urgent ones do, as one picture."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import TYPE_CHECKING, Any

from mercalli.inputs.times import HOUR, duration
from mercalli.tasks.capacity.reports import SHOWN
from mercalli.tasks.capacity.result import HANDLED, TEAM, Capacity, QueueReport
from mercalli.tasks.capacity.verdict import ordered
from mercalli.tasks.capacity.words import blind_words
from mercalli.telling.figures.sheet import label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, GUIDE, INK, RULE, SMALL, drawable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_LINES = 4  # systems; more cross each other
DAY_HOURS, LONG_HOURS = 24.0, 96.0
KNOWN = "classes known"


def capacity_figure(result: Capacity) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    return sheet(8.2, 10.0, lambda figure: _fill(figure, result))


def _fill(figure: Figure, result: Capacity) -> None:
    grid: Any = figure.add_gridspec(4, 1, height_ratios=(1.2, 0.35, 0.9, 0.9))
    teams, volume, queue, waits = (figure.add_subplot(grid[at]) for at in range(4))
    _draw_teams(teams, result)
    _draw_time(volume, queue, result)
    _draw_waits(waits, result)
    name_above(figure, *teams.get_legend_handles_labels())
    note_below(figure, "", max(0, len(result.systems) - MOST_LINES))


def _lines(result: Capacity) -> Iterator[tuple[str, QueueReport, dict[str, Any]]]:
    """Each order with its look: guides are grey, and told apart by their dashes too."""
    yield blind_words(result.provenance), result.blind, {"color": GUIDE, "linestyle": "--", "linewidth": 1.4}
    for colour, system in zip(COLOURS, ordered(result)[:MOST_LINES], strict=False):
        yield drawable(system.name), system.queue, {"color": colour, "linewidth": 1.9}
    yield KNOWN, result.perfect, {"color": INK, "linestyle": ":", "linewidth": 1.6}


def _draw_teams(axes: Axes, result: Capacity) -> None:
    """Worth handled in time against the size of the team, and the arrow from the model to the team that it saves."""
    for name, queue, look in _lines(result):
        values = [float("nan") if each is None else each for each in queue.by_team]
        axes.plot(result.teams, values, label=name, marker="o", markersize=3, **look)
    best = ordered(result)[0]
    value, team = best.measure(HANDLED).value, best.measure(TEAM).value
    axes.axvline(1.0, color=RULE, linewidth=0.8, zorder=0)
    if value is not None and team is not None and 1 < team <= result.teams[-1]:
        arrow: dict[str, Any] = {"arrowstyle": "->", "color": INK, "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", xy=(team, value), xytext=(1.0, value), arrowprops=arrow)
        where: dict[str, Any] = {
            "xytext": (6, -4),
            "textcoords": "offset points",
            "va": "top",
            "size": SMALL,
            "color": INK,
        }
        axes.annotate(f"{drawable(best.name)} is worth {team:.2f} times the team", (team, value), **where)
    axes.set_xscale("log", base=2)
    axes.set_xticks(result.teams, [f"{team:g}" for team in result.teams])
    axes.minorticks_off()
    axes.set_ylim(_floor(result), 1.02)
    label(axes, title="What teams of other sizes handle in time", xlabel="times the team", ylabel="share of all worth")


def _floor(result: Capacity) -> float:
    """Where the axis of shares begins: below all of them, at a tenth."""
    known = [value for _, queue, _ in _lines(result) for value in queue.by_team if value is not None]
    return max(0.0, floor(10 * min(known, default=0.0) - 0.3) / 10)


def _draw_time(volume: Axes, queue: Axes, result: Capacity) -> None:
    """How many arrive, above how many wait."""
    scale, unit = (DAY_HOURS, "days") if result.hours[-1] > LONG_HOURS else (1.0, "hours")
    across = [hour / scale for hour in result.hours]
    step = across[1] - across[0] if len(across) > 1 else 1.0
    volume.bar(across, result.volume, width=step, align="edge", color=GUIDE, linewidth=0)
    for _, each, look in _lines(result):
        queue.plot([*across, across[-1] + step], [*each.queue, each.queue[-1]], drawstyle="steps-post", **look)
    for axes in (volume, queue):
        axes.set_xlim(0, across[-1] + step)
        axes.set_ylim(bottom=0)
    volume.tick_params(labelbottom=False)
    label(volume, title="Items that arrive, and items that wait", ylabel="arrive", grid="x")
    label(queue, xlabel=f"{unit} since the first item, until {SHOWN:.0%} have arrived", ylabel="items that wait")


def _draw_waits(axes: Axes, result: Capacity) -> None:
    """The share of urgent items handled within a time."""
    width = duration(str(result.provenance.settings["bin"])) / HOUR
    for _, queue, look in _lines(result):
        across = [at * width for at in range(len(queue.waits))]
        axes.plot([*across, across[-1] + width], [*queue.waits, queue.waits[-1]], drawstyle="steps-post", **look)
    axes.set_ylim(0, 1.03)
    axes.set_xlim(left=0)
    label(
        axes,
        title="Urgent items handled",
        xlabel="hours after their arrival, at most",
        ylabel="share of all urgent items",
    )
