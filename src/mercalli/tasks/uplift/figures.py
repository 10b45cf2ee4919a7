"""Uplift and Qini curves of all systems as one picture, with bands and the random line."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, drawable, themed
from mercalli.text.numbers import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from mercalli.tasks.uplift.result import UpliftReport, UpliftResult

MOST_BANDS = 3
PER = 1000
TITLES = {"uplift": "Uplift curve", "qini": "Qini curve (Radcliffe)"}
UP = {"uplift": "outcomes gained, per 1,000 people", "qini": "gained among the treated, per 1,000 people"}


def uplift_figure(result: UpliftResult) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    with themed():
        return _png(result)


def _png(result: UpliftResult) -> bytes:
    from matplotlib.figure import Figure  # noqa: PLC0415 - half a second to import

    shown = result.systems[:MOST_SYSTEMS]
    figure = Figure(figsize=(11.0, 4.6), dpi=150, layout="constrained")
    for at, kind in enumerate(TITLES):
        _draw(figure.add_subplot(1, len(TITLES), at + 1), kind, shown)
    handles, names = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside upper center", ncols=min(len(names), 4), frameon=False)
    figure.supxlabel(_foot(result, len(shown)), size=8)
    written = BytesIO()
    figure.savefig(written, format="png", metadata={"Software": None})
    return written.getvalue()


def _foot(result: UpliftResult, shown: int) -> str:
    """What the bands are, and what is not drawn."""
    settings = result.provenance.settings
    banded = settings["replicates"] and shown <= MOST_BANDS
    bands = f"Bands: {percent(settings['level'])} at each point." if banded else ""
    left_out = len(result.systems) - shown
    return " ".join([bands, f"{left_out} more systems are in the tables." if left_out else ""]).strip()


def _draw(axes: Axes, kind: str, systems: Sequence[UpliftReport]) -> None:
    """One kind of curve with a line for each system."""
    first = systems[0].curve
    across = [100 * share for share in first.share]
    random = first.random[list(TITLES).index(kind)]
    axes.plot(across, _scaled(random), color="#888888", linewidth=1, linestyle="--", label="random order")
    for colour, system in zip(COLOURS, systems, strict=False):
        curve = system.curve
        axes.plot(across, _scaled(getattr(curve, kind)), color=colour, linewidth=1.6, label=drawable(system.name))
        low, high = getattr(curve, f"{kind}_low"), getattr(curve, f"{kind}_high")
        if len(systems) <= MOST_BANDS and None not in (*low, *high):
            axes.fill_between(across, _scaled(low), _scaled(high), color=colour, alpha=0.15, linewidth=0)
    axes.set(title=TITLES[kind], xlabel="% of people, highest scores first", ylabel=UP[kind])
    axes.grid(color="#e4e4e4", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def _scaled(values: Sequence[float]) -> list[float]:
    return [PER * value for value in values]
