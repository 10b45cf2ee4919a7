"""Uplift and Qini curves of all systems as one picture, with bands and the random line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mercalli.tasks.uplift.result import PER, UpliftReport, UpliftResult
from mercalli.tasks.uplift.verdict import ordered
from mercalli.telling.figures.sheet import GUIDE_LINE, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, drawable
from mercalli.text.numbers import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


MOST_BANDS = 3
TITLES = {"uplift": "Uplift curve", "qini": "Qini curve (Radcliffe)"}
UP = {"uplift": "outcomes gained, per 1,000 people", "qini": "gained among the treated, per 1,000 people"}


def uplift_figure(result: UpliftResult) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    return sheet(11.0, 4.6, lambda figure: _fill(figure, result))


def _fill(figure: Figure, result: UpliftResult) -> None:
    shown = ordered(result)[:MOST_SYSTEMS]
    for at, kind in enumerate(TITLES):
        _draw(figure.add_subplot(1, len(TITLES), at + 1), kind, shown)
    name_above(figure, *figure.axes[0].get_legend_handles_labels())
    settings = result.provenance.settings
    banded = settings["replicates"] and len(shown) <= MOST_BANDS
    bands = f"Bands: {percent(settings['level'])} at each point." if banded else ""
    note_below(figure, bands, len(result.systems) - len(shown))


def _draw(axes: Axes, kind: str, systems: Sequence[UpliftReport]) -> None:
    """One kind of curve with a line for each system."""
    first = systems[0].curve
    across = [100 * share for share in first.share]
    random = first.random[list(TITLES).index(kind)]
    axes.plot(across, _scaled(random), label="random order", **GUIDE_LINE)
    for colour, system in zip(COLOURS, systems, strict=False):
        curve = system.curve
        axes.plot(across, _scaled(getattr(curve, kind)), color=colour, linewidth=1.6, label=drawable(system.name))
        low, high = getattr(curve, f"{kind}_low"), getattr(curve, f"{kind}_high")
        if len(systems) <= MOST_BANDS and None not in (*low, *high):
            axes.fill_between(across, _scaled(low), _scaled(high), color=colour, alpha=0.15, linewidth=0)
    label(axes, title=TITLES[kind], xlabel="% of people, highest scores first", ylabel=UP[kind])


def _scaled(values: Sequence[float]) -> list[float]:
    return [PER * value for value in values]
