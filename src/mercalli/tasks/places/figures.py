"""A funnel of places, voices, and values by distance or need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.tasks.places.data import NEED
from mercalli.tasks.places.map import MAP, map_drawing
from mercalli.tasks.places.result import Places, PlaceSlice, PlacesReport
from mercalli.telling.figures.sheet import GUIDE_LINE, broken, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, GUIDE, INK, MUTED, RIGHT, WRONG, drawable
from mercalli.text.numbers import percent
from mercalli.uncertainty.poisson import poisson_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FUNNEL, VOICES, STEPS = "funnel.png", "voices.png", "steps.png"
WIDE, ROW, HEAD = 7.6, 0.3, 1.3  # inches
LEVELS = (0.95, 0.998)
MOST_NAMED, MOST_BARS, MOST_PANELS = 6, 30, 4
LOWEST, HIGHEST = 0.05, 20.0
ASIDE = 0.14


def places_figures(result: Places) -> dict[str, bytes]:
    """File names and bytes; the same result gives the same bytes."""
    found = {FUNNEL: _funnels(result)}
    if result.width is not None:
        found[MAP] = map_drawing(result).encode()
    if result.people is not None:
        found[VOICES] = _voices(result)
    if len(result.parts) > 1:
        found[STEPS] = _steps(result)
    return found


def _funnels(result: Places) -> bytes:
    systems = result.systems[:MOST_PANELS]

    def draw(figure: Figure) -> None:
        for at, system in enumerate(systems):
            _funnel(figure.add_subplot(len(systems), 1, at + 1), result, system)
        name_above(figure, *figure.axes[0].get_legend_handles_labels())
        note_below(
            figure,
            "Dots: places. Between the lines lie that many of 100 places that are no worse or better than their\n"
            "classes explain, if errors come one by one; those that come in units spread wider. Lowest dots: no error.",
            len(result.systems) - len(systems),
        )

    return sheet(WIDE, 0.9 + 3.6 * len(systems), draw)


def _funnel(axes: Axes, result: Places, system: PlacesReport) -> None:
    """Observed over expected errors by how many are expected."""
    places = [part for part in system.parts(result.parts[0]) if part.known and part.expected > 0]
    expected = np.array([part.expected for part in places])
    ratios = np.array([part.measure("error_ratio").value or 0.0 for part in places])
    largest = max(float(expected.max(initial=1.0)), 2.0)
    least = max(float(expected.min(initial=1.0)) * 0.8, 0.01)
    counts = np.unique(np.round(np.geomspace(1, 1.5 * largest + 30, 300)))
    for level, line in zip(LEVELS, ("-", ":"), strict=True):
        low, high = poisson_interval(counts, level)
        for end, named in ((low, f"{percent(level)} limits"), (high, None)):
            axes.plot(end, counts / end, color=GUIDE, linestyle=line, linewidth=1, label=named)
    axes.axhline(1, **GUIDE_LINE)
    sure = _outside(places)
    colours = [WRONG if each > 0 else RIGHT if each < 0 else MUTED for each in sure]
    axes.scatter(
        expected, np.clip(ratios, LOWEST, HIGHEST), s=22, c=colours, linewidth=0.5, edgecolor="white", zorder=3
    )
    for at in np.argsort(-np.abs(sure) * expected, kind="stable")[:MOST_NAMED]:
        if sure[at] and len(places[at].values[0]):
            name = broken(places[at].values[0], 2.0)
            axes.annotate(
                name,
                (expected[at], float(np.clip(ratios[at], LOWEST, HIGHEST))),
                (4, 4),
                textcoords="offset points",
                fontsize=7,
            )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(least, largest * 2.2)
    axes.set_ylim(
        LOWEST * 0.85 if (ratios <= 2 * LOWEST).any() else min(0.3, float(ratios.min(initial=1)) * 0.8),
        min(HIGHEST, max(4.0, float(ratios.max(initial=1)) * 1.3)),
    )
    _plain_ticks(axes)
    title = drawable(system.name) if len(result.systems) > 1 else ""
    label(axes, xlabel="expected errors", ylabel="observed over expected", title=title)


def _plain_ticks(axes: Axes) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: PLC0415 - imports matplotlib

    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axis.set_minor_formatter(NullFormatter())
    axes.set_yticks(
        [each for each in (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20) if axes.get_ylim()[0] <= each <= axes.get_ylim()[1]]
    )


def _outside(places: Sequence[PlaceSlice]) -> Floats:
    """How far each place is outside of the inner limits; 0 if it is not."""
    expected = np.array([part.expected for part in places])
    low, high = poisson_interval(np.array([float(part.errors) for part in places]), LEVELS[0])
    return np.where(low > expected, low / expected - 1, np.where(high < expected, high / expected - 1, 0.0))


def _voices(result: Places) -> bytes:
    """Bars of items and people as shares, place by place."""
    system = result.systems[0]
    there = [part for part in system.parts(result.parts[0]) if part.people]
    items, total = sum(part.n for part in there) or 1, result.people or 1.0
    rows = [(part.values[0], part.n / items, (part.people or 0.0) / total) for part in there]
    unheard = total - sum(part.people or 0.0 for part in there)
    rows = sorted(rows, key=lambda row: row[2])[-MOST_BARS:]
    if unheard > 0:
        rows = [(f"no item ({len(result.unseen)} places)", 0.0, unheard / total), *rows]

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        at = np.arange(len(rows))
        axes.barh(at + 0.19, [row[1] for row in rows], 0.36, color=COLOURS[0], label="share of the items")
        axes.barh(at - 0.19, [row[2] for row in rows], 0.36, color=COLOURS[1], label="share of the people")
        axes.set_yticks(at, [broken(row[0], 2.2) for row in rows])
        axes.set_ylim(-0.7, len(rows) - 0.3)
        label(axes, grid="x", xlabel="share of all")
        name_above(figure, *axes.get_legend_handles_labels())
        note_below(figure, "", len(there) - min(len(there), MOST_BARS))

    return sheet(WIDE, HEAD + 0.42 * len(rows), draw)


def _steps(result: Places) -> bytes:
    """The leading metric by distance and by need."""
    columns, systems = result.parts[1:], result.systems[:MOST_PANELS]
    rows = sum(len(systems[0].parts(column)) for column in columns)

    def draw(figure: Figure) -> None:
        for at, column in enumerate(columns):
            axes = figure.add_subplot(len(columns), 1, at + 1)
            for place, system in enumerate(systems):
                _step(axes, result, system, column, place)
        name_above(figure, *figure.axes[0].get_legend_handles_labels())
        note_below(
            figure,
            f"Hollow: the value as it is, with its {percent(result.provenance.settings['level'])} interval. "
            f"Filled: like for like.",
            len(result.systems) - len(systems),
        )

    return sheet(WIDE, HEAD + len(columns) * 0.6 + (ROW + 0.12 * len(systems)) * rows, draw)


def _step(axes: Axes, result: Places, system: PlacesReport, column: str, place: int) -> None:
    metric, colour = result.headline[0], COLOURS[place]
    parts = [part for part in system.parts(column) if part.known][::-1]
    aside = (place - (min(len(result.systems), MOST_PANELS) - 1) / 2) * ASIDE
    for at, part in enumerate(parts):
        found = part.measure(metric)
        if found.value is None:
            continue
        if found.low is not None and found.high is not None:
            axes.plot([found.low, found.high], [at - aside] * 2, color=colour, linewidth=1.4)
        name = drawable(system.name) if at == 0 else None
        axes.scatter([found.value], [at - aside], s=34, facecolor="white", edgecolor=colour, zorder=3, label=name)
        alike = next((each.value for each in part.alike if each.metric == metric), None)
        if alike is not None:
            axes.scatter([alike], [at - aside], s=16, color=colour, zorder=4, linewidth=0)
    names = ["fifth 5 (neediest)" if part.values[0] == "fifth 5" else part.values[0] for part in parts]
    axes.set_yticks(
        range(len(parts)), [f"{broken(name, 2.2)} ({part.n:,})" for name, part in zip(names, parts, strict=True)]
    )
    axes.set_ylim(-0.6, len(parts) - 0.4)
    overall = system.measure(metric).value
    if overall is not None:
        axes.axvline(overall, color=INK if len(result.systems) == 1 else colour, linestyle="--", linewidth=0.8)
    label(axes, grid="x", xlabel=metric, title="by need" if column == NEED else "by distance")
