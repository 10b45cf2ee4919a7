"""Groups as dots with intervals: as they are and like for like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.results.groups import GroupReport
from mercalli.tasks.parity.result import Parity, ParityReport, TranslationReport
from mercalli.telling.figures.sheet import GUIDE_LINE, broken, label, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, MUTED, RIGHT, drawable
from mercalli.text.numbers import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PICTURE, SLOPES = "parity.png", "translations.png"
WIDE, ROW, HEAD = 7.6, 0.34, 1.6  # inches
MOST_GROUPS, MOST_PANELS, MOST_SLOPES = 40, 4, 12
APART = 0.055  # of the height, between the names at the ends of lines
LEAST_DOT, MOST_DOT = 18.0, 130.0  # points squared
ASIDE = 0.17  # of a row, between the two values of a group


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
    return {PICTURE: sheet(WIDE, height, draw), **slopes}


def translated(result: Parity) -> bool:
    """Whether there are urgent messages with translations to draw."""
    return any(sum(each.counts) for system in result.systems for each in system.translations)


def _slopes(result: Parity) -> bytes:
    """From the recall in the source to that in the translation: a line for each language, a panel for each system."""
    systems = result.systems[:MOST_PANELS]

    def draw(figure: Figure) -> None:
        for at, system in enumerate(systems):
            axes = figure.add_subplot(1, len(systems), at + 1)
            _lines(axes, [each for each in system.translations if sum(each.counts)][:MOST_SLOPES])
            label(axes, grid="y", title=broken(system.name, 2.4), ylabel="" if at else "recall of urgent messages")
        note_below(figure, "Steeper down: more is lost in translation.", len(result.systems) - len(systems))

    return sheet(max(4.6, 2.9 * len(systems)), 4.2, draw)


def _lines(axes: Axes, pairs: list[TranslationReport]) -> None:
    """Names stand at the right end, apart from each other."""
    ends = []
    for at, each in enumerate(pairs):
        both, lost, gained, _ = each.counts
        total = sum(each.counts)
        shares = ((both + lost) / total, (both + gained) / total)
        axes.plot([0, 1], shares, "o-", color=COLOURS[at % len(COLOURS)], linewidth=1.6)
        ends.append((shares[1], f"{drawable(each.group)} ({total:,})"))
    below = float("-inf")
    for share, name in sorted(ends):
        below = max(share, below + APART)
        axes.text(1.06, below, name, va="center", fontsize="small")
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
