"""Gains and lift, the further down one looks, as one picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.tasks.scores.result import Ranked, RankReport
from mercalli.telling.figures.sheet import GUIDE_LINE, label, name_above, sheet
from mercalli.telling.figures.theme import COLOURS, INK, MOST_SYSTEMS, drawable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


BAND = 0.18


def rank_figure(result: Ranked) -> bytes:
    """PNG bytes: the share of positives found and the lift; the same result gives the same bytes."""
    return sheet(10.0, 4.2, lambda figure: _fill(figure, result))


def _fill(figure: Figure, result: Ranked) -> None:
    gains, lift = figure.subplots(1, 2)
    gains.plot([0, 1], [0, 1], **GUIDE_LINE)
    lift.axhline(1.0, **GUIDE_LINE)
    shown = result.systems[:MOST_SYSTEMS]
    lines = [_draw(gains, lift, system, colour) for colour, system in zip(COLOURS, shown, strict=False)]
    name_above(figure, lines, [drawable(system.name) for system in shown])
    for axes, title, up in ((gains, "Gains", "share of positives found"), (lift, "Lift", "times a random order")):
        label(axes, title=title, xlabel="share of all that is checked", ylabel=up, xlim=(0, 1))
        axes.set_ylim(bottom=0)


def _draw(gains: Axes, lift: Axes, system: RankReport, colour: str) -> Line2D:
    """Both curves of one system, and a mark at each K that was asked for."""
    curve = system.curve
    share, gain, low, high, times = (
        _numbers(part) for part in (curve.share, curve.gain, curve.low, curve.high, curve.lift)
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
                axes.plot(top.share, measure.value, "o", color=colour, markeredgecolor=INK)
    return line


def _numbers(values: tuple[float | None, ...]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], np.float64)
