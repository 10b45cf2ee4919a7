"""The curves of all systems as one picture for print and slides."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from mercalli.tasks.scores.threshold.plots import plots
from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, drawable, themed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mercalli.tasks.scores.threshold.result import Decisions
    from mercalli.telling.svg.plot import Plot

COLUMNS = 3


def score_figures(result: Decisions) -> dict[str, bytes]:
    """File names and PNG bytes; the same result gives the same bytes."""
    with themed():
        return {"curves.png": _png(result)}


def _png(result: Decisions) -> bytes:
    from matplotlib.figure import Figure  # noqa: PLC0415 - as above

    shown = result.systems[:MOST_SYSTEMS]
    by_key: dict[str, list[tuple[int, Plot]]] = {}
    for at, system in enumerate(shown):
        for plot in plots(result, system):
            by_key.setdefault(plot.key, []).append((at, plot))
    rows = -(-len(by_key) // COLUMNS)
    figure = Figure(figsize=(12.0, 3.8 * rows + 0.6), dpi=150, layout="constrained")
    for place, group in enumerate(by_key.values()):
        _draw(figure.add_subplot(rows, COLUMNS, place + 1), group, alone=len(shown) == 1)
    lines = [figure.axes[0].get_lines()[at] for at in _main_lines(len(shown), by_key["roc"])]
    names = [drawable(system.name) for system in shown]
    left_out = len(result.systems) - len(shown)
    figure.legend(lines, names, loc="outside upper center", ncols=min(len(shown), 4), frameon=False)
    if left_out:
        figure.supxlabel(f"{left_out} more systems are in the tables.", size=8)
    written = BytesIO()
    figure.savefig(written, format="png", metadata={"Software": None})
    return written.getvalue()


def _main_lines(systems: int, group: list[tuple[int, Plot]]) -> range:
    """Where the systems' own lines stand among those of the first plot, guides first."""
    guides = len(group[0][1].guides)
    return range(guides, guides + systems)


def _draw(axes: Axes, group: list[tuple[int, Plot]], *, alone: bool) -> None:
    """One plot with a line for each system."""
    first = group[0][1]
    for name, (x, y) in first.guides:
        axes.plot(x, y, color="#888888", linewidth=1, linestyle="--", label=name)
    for at, plot in group:
        colour = COLOURS[at % len(COLOURS)]
        axes.plot(plot.x, plot.y, color=colour, linewidth=1.6)
        if alone and plot.ends is not None:
            axes.fill_between(plot.x, plot.ends[0], plot.ends[1], color=colour, alpha=0.18, linewidth=0)
        if alone and plot.bars is not None:
            axes.vlines(*plot.bars, color=colour, alpha=0.3, linewidth=4)
        if alone and plot.plateau is not None:
            axes.axvspan(*plot.plateau, color="#009e73", alpha=0.3)
    for at, plot in group:
        if plot.chosen is not None:
            colour = COLOURS[at % len(COLOURS)]
            axes.plot(plot.x[plot.chosen], plot.y[plot.chosen], "o", color=colour, markeredgecolor="#1a1a1a")
    axes.set(title=first.title, xlabel=first.across, ylabel=first.up)
    axes.grid(color="#e4e4e4", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
