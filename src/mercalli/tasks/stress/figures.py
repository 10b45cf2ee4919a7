"""Stress tests as pictures: what flips under every stress, and how values fall as stresses grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mercalli.tasks.stress.result import StressedSystem, StressReport, StressResult
from mercalli.tasks.stress.texts.catalogue import ATTACK, CONTROL, FAMILIES, IDENTITY
from mercalli.tasks.stress.verdict import ordered
from mercalli.telling.figures.sheet import GUIDE_LINE, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, RIGHT, RULE, WRONG, drawable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PANELS = 3
ROW, HEAD = 0.27, 1.5
PARTS = (("become wrong", WRONG, ""), ("become right", RIGHT, "///"), ("one wrong answer for another", RULE, ""))


def flips_figure(result: StressResult) -> bytes:
    """PNG bytes of one row for each stress: flips split into broken, mended and others."""
    shown = ordered(result)[:MOST_PANELS]
    rows = len(listed_reports(shown[0]))
    return sheet(
        5.2 + 3.2 * (len(shown) - 1) + 2.0, HEAD + ROW * rows, lambda figure: _fill_flips(figure, result, shown)
    )


def listed_reports(system: StressedSystem) -> list[StressReport]:
    """Stresses by family, each control after its attack, without the identity."""
    place = {**{family: at for at, family in enumerate(FAMILIES)}, CONTROL: FAMILIES.index(ATTACK)}
    known = [each for each in system.stresses if each.stress != IDENTITY]
    return sorted(known, key=lambda each: place.get(each.family, len(place)))


def _fill_flips(figure: Figure, result: StressResult, shown: Sequence[StressedSystem]) -> None:
    panels = figure.subplots(1, len(shown), sharey=True, squeeze=False)[0]
    for axes, system in zip(panels, shown, strict=True):
        _bars(axes, system, first=axes is panels[0])
    name_above(figure)
    left_out = len(result.systems) - len(shown)
    note_below(figure, "Share of the items that a stress touched. Dashed: the same text asked again.", left_out)


def _bars(axes: Axes, system: StressedSystem, *, first: bool) -> None:
    reports = listed_reports(system)
    starts = [0.0] * len(reports)
    for at, (name, colour, hatch) in enumerate(PARTS):
        sizes = [_parts(each)[at] for each in reports]
        axes.barh(range(len(reports)), sizes, left=starts, color=colour, hatch=hatch, edgecolor="white", label=name)
        starts = [start + size for start, size in zip(starts, sizes, strict=True)]
    again = system.report(IDENTITY)
    if again is not None and again.measure("flips").value is not None:
        axes.axvline(again.measure("flips").value or 0.0, **GUIDE_LINE)
    names = [f"{drawable(each.name)} ({each.n:,})" for each in reports]
    axes.set_yticks(range(len(reports)), names if first else [])
    label(axes, grid="x", title=drawable(system.name), xlim=(0, max(0.05, *starts) * 1.05 if starts else 1))
    axes.set_ylim(len(reports) - 0.5, -0.5)


def _parts(report: StressReport) -> tuple[float, float, float]:
    """Broken, mended, and one wrong answer for another."""
    flips, broken, mended = (report.measure(name).value or 0.0 for name in ("flips", "broken", "mended"))
    return broken, mended, max(flips - broken - mended, 0.0)


def growing(system: StressedSystem) -> dict[str, list[StressReport]]:
    """Stresses of several strengths, each from the weakest on."""
    found: dict[str, list[StressReport]] = {}
    for each in system.stresses:
        if each.strength is not None and each.n:
            found.setdefault(each.stress, []).append(each)
    several = {name: sorted(reports, key=lambda each: each.strength or 0.0) for name, reports in found.items()}
    return {name: reports for name, reports in several.items() if len(reports) > 1}


def strength_figure(result: StressResult) -> bytes:
    """PNG bytes of the first metric against the strength, for every stress that has several."""
    names = list(growing(ordered(result)[0]))
    return sheet(max(5.2, 3.6 * len(names)), 3.6, lambda figure: _fill_strengths(figure, result, names))


def _fill_strengths(figure: Figure, result: StressResult, names: Sequence[str]) -> None:
    metric = result.headline[0]
    panels = figure.subplots(1, len(names), squeeze=False)[0]
    for axes, name in zip(panels, names, strict=True):
        for at, system in enumerate(ordered(result)[:MOST_SYSTEMS]):
            _line(axes, growing(system).get(name, []), metric, COLOURS[at], drawable(system.name))
        label(axes, title=drawable(name), xlabel="share of words", ylabel=metric if axes is panels[0] else "")
    name_above(figure)
    note_below(figure, "Dashed: the same items before the stress. Band: interval of the drop.")


def _line(axes: Axes, reports: Sequence[StressReport], metric: str, colour: str, name: str) -> None:
    drops = [each.drop(metric) for each in reports]
    across = [each.strength or 0.0 for each in reports]
    clean, under = ([(getattr(drop, side) or 0.0) for drop in drops] for side in ("first", "second"))
    axes.plot(across, clean, color=colour, linestyle="--", linewidth=1)
    axes.plot(across, under, color=colour, marker="o", markersize=5, label=name)
    if all(drop.low is not None and drop.high is not None for drop in drops):
        low = [start - (drop.high or 0.0) for start, drop in zip(clean, drops, strict=True)]
        high = [start - (drop.low or 0.0) for start, drop in zip(clean, drops, strict=True)]
        axes.fill_between(across, low, high, color=colour, alpha=0.18, linewidth=0)
