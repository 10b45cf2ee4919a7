"""The curves of scores: what each plot shows, drawn on the page, and for print and slides as one picture of all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.tasks.scores.result import Decision, Decisions, Reliability, ScoreReport
from mercalli.tasks.scores.threshold.operating import OperatingPoints
from mercalli.tasks.scores.threshold.words import thresholds
from mercalli.telling.article import Plots
from mercalli.telling.figures.sheet import GUIDE_LINE, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, INK, MOST_SYSTEMS, drawable
from mercalli.telling.svg.plot import Line, Plot
from mercalli.text.numbers import LARGER, percent, tick_text
from mercalli.uncertainty.intervals import wilson

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


DIAGONAL: Line = ((0.0, 1.0), (0.0, 1.0))
LOWEST_BENEFIT = 0.25
COLUMNS = 3


def plots_block(result: Decisions, system: ScoreReport, file: str) -> Plots:
    """The plots of one system; `file` is the picture that shows the same."""
    chosen = "" if system.decision is None else f"; the chosen threshold is {thresholds(system.decision)[0]}"
    about = " ".join(_about(result, system))
    return Plots(about, tuple(plots(result, system)), of=f"{system.name}{chosen}", file=file)


def _about(result: Decisions, system: ScoreReport) -> Iterator[str]:
    level = percent(result.provenance.settings["level"])
    if system.decision is not None:
        as_good = ", and the vertical bar marks every threshold that is as good" if result.prices else ""
        yield f"The ringed dot is the chosen threshold{as_good}."
    if OperatingPoints.of(result, system).level is not None:
        yield f"The shaded band is the {level} interval at each point."
        if system.reliability is not None:
            yield (
                f"Vertical bars in the reliability plot are the {level} interval of the share of positives in each "
                "tenth of the cases. The steps follow the data and have no interval."
            )
    yield "Dashed lines are for comparison."


def plots(result: Decisions, system: ScoreReport) -> Iterator[Plot]:
    """Every plot that the scores and what was asked for allow."""
    points, share = OperatingPoints.of(result, system), system.positives / system.total
    recall, ends = points.columns["recall"], points.ends("recall")
    chance = (("chance", DIAGONAL),)
    yield Plot(
        *("roc", "ROC", "false positive rate", "recall", points.columns["fpr"], recall),
        ends=ends,
        guides=chance,
        chosen=points.chosen,
    )
    yield _precision_recall(points, share)
    yield Plot(
        *("gains", "Gains", "share of cases acted on", "recall", points.alerts, recall),
        ends=ends,
        guides=chance,
        chosen=points.chosen,
    )
    if system.decision is not None and points.prices:
        yield _worth(points, system.decision)
    if system.reliability is not None:
        yield _net_benefit(points, share)
        yield _reliability(system.reliability, points.level)


def _precision_recall(points: OperatingPoints, share: float) -> Plot:
    """Acting on nothing has no precision; it stands at that of the first alert."""
    columns, ends = points.columns, points.ends("precision")
    return Plot(
        *("precision", "Precision and recall", "recall", "precision"),
        *(columns["recall"], _from_second(columns["precision"])),
        ends=None if ends is None else _from_second(ends),
        guides=(("a constant score", ((0.0, 1.0), (share, share))),),
        chosen=points.chosen,
    )


def _from_second(values: Floats) -> Floats:
    return np.concatenate([values[..., 1:2], values[..., 1:]], axis=-1)


def _worth(points: OperatingPoints, decision: Decision) -> Plot:
    """Money by threshold; the best stretch reaches down to the lowest score where every lower threshold is as good."""
    worth, plateau = points.columns["worth_per_1000"], None
    if decision.threshold is not None:
        plateau = (float(points.at.min()) if decision.above is None else decision.above, decision.threshold)
    return Plot(
        *("worth", "Worth by threshold", "threshold", "worth per 1,000 cases", points.at, worth),
        ends=points.ends("worth"),
        guides=(("act on nothing", _level(points.at, float(worth[0]))),),
        chosen=points.chosen,
        plateau=plateau,
    )


def _level(across: Floats, value: float) -> Line:
    return (float(across.min()), float(across.max())), (value, value)


def _net_benefit(points: OperatingPoints, share: float) -> Plot:
    """Values far below nothing are cut, where a threshold near 1 counts each false alarm many times."""
    floor = -LOWEST_BENEFIT * share
    at = np.linspace(min(float(points.at.min()), share), min(float(points.at.max()), 0.99), 200)
    everyone = share - (1 - share) * at / (1 - at)
    shown = everyone >= floor
    guides = (
        ("act on everything", (tuple(map(float, at[shown])), tuple(map(float, everyone[shown])))),
        ("act on nothing", _level(points.at, 0.0)),
    )
    benefit = np.nan_to_num(np.maximum(points.columns["net_benefit"], floor), nan=floor)
    return Plot(
        *("benefit", "Net benefit", "threshold, read as a probability", "net benefit per case", points.at, benefit),
        guides=guides,
        chosen=points.chosen,
    )


def _reliability(reliability: Reliability, level: float | None) -> Plot:
    """The isotonic fit, from low scores to high, and Wilson's interval of the share in each tenth of the cases."""
    across = np.ravel(np.column_stack([reliability.low[::-1], reliability.high[::-1]]))
    shares = np.repeat(reliability.observed[::-1], 2)
    return Plot(
        *("reliability", "Reliability", "score", "share of positives", across, shares),
        guides=(("calibrated", DIAGONAL),),
        explored=False,
        bars=None if level is None else _tenths(reliability, level),
    )


def _tenths(reliability: Reliability, level: float) -> Floats:
    score, positives, total = np.array([(tenth.score, tenth.positives, tenth.total) for tenth in reliability.tenths]).T
    return np.concatenate([score[None], wilson(positives / total, total, level)])


def curves_figure(result: Decisions) -> bytes:
    """PNG bytes; the same result gives the same bytes."""
    shown = result.systems[:MOST_SYSTEMS]
    by_key: dict[str, list[tuple[int, Plot]]] = {}
    for at, system in enumerate(shown):
        for plot in plots(result, system):
            by_key.setdefault(plot.key, []).append((at, plot))
    rows = -(-len(by_key) // COLUMNS)

    def fill(figure: Figure) -> None:
        lines = [
            _draw(figure.add_subplot(rows, COLUMNS, place), group, alone=len(shown) == 1)
            for place, group in enumerate(by_key.values(), 1)
        ]
        name_above(figure, lines[0], [drawable(system.name) for system in shown])
        note_below(figure, "", len(result.systems) - len(shown))

    return sheet(12.0, 3.8 * rows + 0.6, fill)


def _draw(axes: Axes, group: list[tuple[int, Plot]], *, alone: bool) -> list[Line2D]:
    """One plot with a line for each system, and a dot on it where a threshold was chosen."""
    first, lines = group[0][1], []
    for name, (x, y) in first.guides:
        axes.plot(x, y, label=name, **GUIDE_LINE)
    for at, plot in group:
        colour = COLOURS[at % len(COLOURS)]
        lines += axes.plot(plot.x, plot.y, color=colour, linewidth=1.6)
        if alone and plot.ends is not None:
            axes.fill_between(plot.x, plot.ends[0], plot.ends[1], color=colour, alpha=0.18, linewidth=0)
        if alone and plot.bars is not None:
            axes.vlines(*plot.bars, color=colour, alpha=0.3, linewidth=4)
        if alone and plot.plateau is not None:
            axes.axvspan(*plot.plateau, color=COLOURS[2], alpha=0.3)
        if plot.chosen is not None:
            axes.plot(plot.x[plot.chosen], plot.y[plot.chosen], "o", color=colour, markeredgecolor=INK, zorder=3)
    label(axes, title=first.title, xlabel=first.across, ylabel=first.up)
    if max(map(abs, axes.get_ylim())) >= LARGER:
        axes.yaxis.set_major_formatter(lambda value, _: tick_text(value))
    return lines
