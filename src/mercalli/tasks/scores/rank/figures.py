"""Gains and lift, the further down one looks, as one picture."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, drawable, themed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from mercalli.inputs.arrays import Floats
    from mercalli.tasks.scores.rank.result import Ranked, RankReport

BAND, GUIDE, GRID = 0.18, "#888888", "#e4e4e4"


def rank_figure(result: Ranked) -> bytes:
    """PNG bytes: the share of positives found and the lift; the same result gives the same bytes."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - half a second to import

    with themed():
        figure = Figure(figsize=(10.0, 4.2), dpi=150, layout="constrained")
        gains, lift = figure.subplots(1, 2)
        gains.plot([0, 1], [0, 1], color=GUIDE, linewidth=1, linestyle="--")
        lift.axhline(1.0, color=GUIDE, linewidth=1, linestyle="--")
        shown = result.systems[:MOST_SYSTEMS]
        lines = [_draw(gains, lift, system, COLOURS[at % len(COLOURS)]) for at, system in enumerate(shown)]
        names = [drawable(system.name) for system in shown]
        figure.legend(lines, names, loc="outside upper center", ncols=4, frameon=False)
        _label(gains, "Gains", "share of positives found")
        _label(lift, "Lift", "times a random order")
        written = BytesIO()
        figure.savefig(written, format="png", metadata={"Software": None})
    return written.getvalue()


def _draw(gains: Axes, lift: Axes, system: RankReport, colour: str) -> Line2D:
    """Both curves of one system, and a mark at each K that was asked for."""
    curve = system.curve
    share, gain, low, high, times = (
        _numbers(each) for each in (curve.share, curve.gain, curve.low, curve.high, curve.lift)
    )
    (line,) = gains.plot(np.append(0.0, share), np.append(0.0, gain), color=colour, linewidth=1.6)
    if np.isfinite(low).all():
        gains.fill_between(share, low, high, color=colour, alpha=BAND, linewidth=0)
        if system.lists == 1:
            lift.fill_between(share, low / share, high / share, color=colour, alpha=BAND, linewidth=0)
    lift.plot(share, times, color=colour, linewidth=1.6)
    for top in system.tops:
        for axes, name in ((gains, "recall_at_k"), (lift, "lift_at_k")):
            measure = top.measure(name)
            if measure.value is not None:
                axes.plot(top.share, measure.value, "o", color=colour, markeredgecolor="#1a1a1a")
    return line


def _numbers(values: tuple[float | None, ...]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], np.float64)


def _label(axes: Axes, title: str, up: str) -> None:
    axes.set(title=title, xlabel="share of all that is looked at", ylabel=up, xlim=(0, 1))
    axes.set_ylim(bottom=0)
    axes.grid(color=GRID, linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
