"""Groups as dots with intervals: as they are and like for like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mercalli.results.groups import GroupReport
from mercalli.tasks.parity.result import Parity, ParityReport, TranslationReport
from mercalli.telling.figures.sheet import GUIDE_LINE, broken, label, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, MUTED, RIGHT, drawable
from mercalli.text.numbers import percent
from mercalli.text.words import cut

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PICTURE, SLOPES, CLASS_SLOPES = "parity.png", "translations.png", "translations_by_class.png"
WIDE, ROW, HEAD = 7.6, 0.34, 1.6  # inches
MOST_GROUPS, MOST_PANELS, MOST_SLOPES = 40, 4, 12
FEWEST_PAIRS = 10  # of a class that is drawn
MOST_LETTERS = 22
APART = 0.055  # of the height, between the names at the ends of lines
LEAST_DOT, MOST_DOT = 18.0, 130.0  # points squared
ASIDE = 0.17  # of a row, between the two values of a group
Slope = tuple[str, int, int, int]  # what it is of, pairs, and how many are found in the source and the translation


def parity_figures(result: Parity) -> dict[str, bytes]:
    """File names and PNG bytes; the same result gives the same bytes."""
    systems = result.systems[:MOST_PANELS]
    rows = max(min(len(each.slices), MOST_GROUPS) for each in systems)
    height = (HEAD + ROW * rows) * len(systems)

    def draw(figure: Figure) -> None:
        for at, system in enumerate(systems):
            _panel(figure.add_subplot(len(systems), 1, at + 1), result, system)
        note_below(figure, _foot(result), len(result.systems) - len(systems))

    slopes = {SLOPES: _slopes(result)} if translated(result) else {}
    by_class = {CLASS_SLOPES: _class_slopes(result)} if translated_classes(result) else {}
    return {PICTURE: sheet(WIDE, height, draw), **slopes, **by_class}


def translated(result: Parity) -> bool:
    """Whether there are urgent messages with translations to draw."""
    return any(sum(each.counts) for system in result.systems for each in system.translations)


def translated_classes(result: Parity) -> list[tuple[str, TranslationReport]]:
    """The translations that are drawn class by class, each with what its panel is called."""
    several = len(result.systems) > 1
    return [
        (f"{system.name}, {each.group}" if several else f"source to {each.group}", each)
        for system in result.systems
        for each in system.translations
        if any(part.n >= FEWEST_PAIRS for part in each.classes)
    ]


def _slopes(result: Parity) -> bytes:
    """From the recall in the source to that in the translation: a line for each language, a panel for each system."""
    panels = []
    for system in result.systems[:MOST_PANELS]:
        drawn = [each for each in system.translations if sum(each.counts)][:MOST_SLOPES]
        panels.append((system.name, [_urgent_slope(each) for each in drawn]))
    left = len(result.systems) - len(panels)
    return _slope_sheet(panels, "recall of urgent messages", "Steeper down: more is lost in translation.", left)


def _urgent_slope(pairs: TranslationReport) -> Slope:
    both, lost, gained, _ = pairs.counts
    return pairs.group, sum(pairs.counts), both + lost, both + gained


def _class_slopes(result: Parity) -> bytes:
    """The same for each class: a panel for each language."""
    every = translated_classes(result)
    panels = []
    for name, pairs in every[:MOST_PANELS]:
        large = sorted((part for part in pairs.classes if part.n >= FEWEST_PAIRS), key=lambda part: -part.n)
        panels.append((name, [(part.name, part.n, part.source, part.translation) for part in large[:MOST_SLOPES]]))
    foot = f"Classes with {FEWEST_PAIRS} pairs or more. Steeper down: more is lost in translation."
    return _slope_sheet(panels, "recall of each class", foot, len(every) - len(panels))


def _slope_sheet(panels: Sequence[tuple[str, Sequence[Slope]]], ylabel: str, foot: str, left: int) -> bytes:
    names = list(dict.fromkeys(slope[0] for _, slopes in panels for slope in slopes))

    def draw(figure: Figure) -> None:
        for at, (name, slopes) in enumerate(panels):
            axes = figure.add_subplot(1, len(panels), at + 1)
            _lines(axes, slopes, names)
            label(axes, grid="y", title=broken(name, 2.4), ylabel="" if at else ylabel)
        note_below(figure, foot, left)

    return sheet(max(4.6, 2.9 * len(panels)), 4.2, draw)


def _lines(axes: Axes, slopes: Sequence[Slope], names: Sequence[str]) -> None:
    """Names stand at the right end, apart from each other; each has one colour in all panels."""
    ends = []
    for name, total, source, translation in slopes:
        shares, colour = (source / total, translation / total), COLOURS[names.index(name) % len(COLOURS)]
        axes.plot([0, 1], shares, "o-", color=colour, linewidth=1.6)
        ends.append((shares[1], f"{cut(drawable(name), MOST_LETTERS)} ({total:,})", colour))
    below = float("-inf")
    for share, name, colour in sorted(ends):
        below = max(share, below + APART)
        axes.plot([1, 1.1], [share, below], color=colour, linewidth=0.9)
        axes.text(1.13, below, name, va="center", fontsize="small")
    axes.set_xticks([0, 1], ["source", "translation"])
    axes.set_xlim(-0.15, 1.9)
    axes.set_ylim(-0.04, max(1.04, below + APART))


def _foot(result: Parity) -> str:
    level = percent(result.provenance.settings["level"])
    rows = "urgent rows" if result.urgent else "rows"
    return (
        f"Hollow: the value as it is, with its {level} interval. Filled: like for like. The larger, the more {rows}.\n"
        f"Grey groups take no part in the gap. Dashed: the value over all rows."
    )


def _panel(axes: Axes, result: Parity, system: ParityReport) -> None:
    """A row for each group, the best at the top, those that take no part at the bottom."""
    metric = result.headline[0]
    known = [group for group in system.slices if group.measure(metric).value is not None]
    order = sorted(known, key=lambda group: (_counts(group), group.measure(metric).value or 0.0))[-MOST_GROUPS:]
    most = max((_size(result, group) for group in order), default=1) or 1
    overall = system.measure(metric).value
    if overall is not None:
        axes.axvline(overall, **GUIDE_LINE)
    for at, group in enumerate(order):
        dot = LEAST_DOT + (MOST_DOT - LEAST_DOT) * (_size(result, group) / most) ** 0.5
        _row(axes, at, group, metric, dot)
    axes.set_yticks(range(len(order)), [f"{broken(group.values[0], 2.2)} ({group.n:,})" for group in order])
    axes.set_ylim(-0.7, len(order) - 0.3)
    several = len(result.systems) > 1
    label(axes, grid="x", xlabel=metric, title=system.name if several else f"{metric} by {system.gaps[0].column}")


def _counts(group: GroupReport) -> bool:
    return group.known and not group.few


def _size(result: Parity, group: GroupReport) -> int:
    return group.urgent if result.urgent else group.n


def _row(axes: Axes, at: int, group: GroupReport, metric: str, dot: float) -> None:
    colour = RIGHT if _counts(group) else MUTED
    alike = next((each for each in group.alike if each.metric == metric and each.value is not None), None)
    for measure, offset, face in ((group.measure(metric), ASIDE if alike else 0.0, "white"), (alike, -ASIDE, colour)):
        if measure is not None and measure.value is not None:
            if measure.low is not None and measure.high is not None:
                axes.plot([measure.low, measure.high], [at + offset] * 2, color=colour, linewidth=1.4)
            axes.scatter(
                [measure.value], [at + offset], s=dot, facecolor=face, edgecolor=colour, zorder=3, linewidth=1.3
            )
