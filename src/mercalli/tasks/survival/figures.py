"""Pictures of survival: C over time, calibration, incidence and censoring, with bands and numbers at risk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.tasks.survival.result import CalibrationGroup, IncidenceCurve, SurvivalReport, SurvivalResult
from mercalli.telling.figures.sheet import GUIDE_LINE, broken, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, SMALL, style
from mercalli.text.numbers import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


MOST_BANDS = 4
MOST_PANELS = 6
COLUMNS = 3
TOP = 100
FIRST_ROW, ROW = 48, 11  # points below the axis
PANEL, TITLE_SIZE = 5.4, 11.0  # inches across, points
LARGE = 10_000  # four digits would need an exponent
FOLLOWED = "Below each time: how many of each group were still followed."


def survival_figures(result: SurvivalResult) -> dict[str, bytes]:
    """File names and PNG bytes; the same result gives the same bytes."""
    level = percent(result.provenance.settings["level"])
    pictures = {
        "concordance.png": sheet(8.0, 4.6, lambda figure: _concordance(figure, result)),
        "incidence.png": _panels(result.systems, _incidence, 4.6, f"Bands: {level} at each time. {FOLLOWED}"),
    }
    if calibrated := [report for report in result.systems if report.calibration]:
        pictures["calibration.png"] = _panels(calibrated, _calibration, 4.0)
    if result.censoring is not None:
        pictures["everyone.png"] = sheet(2 * PANEL, 4.6, lambda figure: _everyone(figure, result, level))
    return pictures


def _panels(
    reports: Sequence[SurvivalReport], draw: Callable[[Axes, SurvivalReport], None], height: float, foot: str = ""
) -> bytes:
    """A panel for each report, the first few of them."""
    shown = reports[:MOST_PANELS]
    columns = min(len(shown), COLUMNS)
    rows = -(-len(shown) // columns)

    def fill(figure: Figure) -> None:
        for at, report in enumerate(shown):
            draw(figure.add_subplot(rows, columns, at + 1), report)
        note_below(figure, foot, len(reports) - len(shown))

    return sheet(PANEL * columns, height * rows, fill)


def _concordance(figure: Figure, result: SurvivalResult) -> None:
    """A line for each system and cause."""
    axes = figure.add_subplot()
    shown = result.systems[:MOST_SYSTEMS]
    axes.axhline(0.5, label="chance", **GUIDE_LINE)
    for at, report in enumerate(shown):
        curve, look = report.curve, style(at)
        parts = (curve.time, curve.value, curve.low, curve.high)
        time, value, low, high = (np.array(part, np.float64) for part in parts)  # gaps where there is no number
        axes.plot(time, value, color=look.color, linewidth=1.6, marker=look.marker, markersize=4, label=report.name)
        if len(shown) <= MOST_BANDS:
            axes.fill_between(time, low, high, color=look.color, alpha=0.15, linewidth=0)
    across, up = "horizon: events up to this time", "share of pairs in the right order"
    label(axes, title="C at a horizon", xlabel=across, ylabel=up)
    name_above(figure)
    level = percent(result.provenance.settings["level"])
    bands = f"Bands: {level} at each point." if len(shown) <= MOST_BANDS else ""
    note_below(figure, bands, len(result.systems) - len(shown))


def _calibration(axes: Axes, report: SurvivalReport) -> None:
    """Groups of people by predicted chance: a point above the line had more events than predicted."""
    groups = [group for group in report.calibration if group.observed is not None]
    predicted = [TOP * group.predicted for group in groups]
    observed: Any = [TOP * (group.observed or 0.0) for group in groups]
    below, above = zip(*(_reaches(group) for group in groups), strict=True)
    most = max([*predicted, *(TOP * (group.high or group.observed or 0.0) for group in groups), 1.0])
    axes.plot([0, most], [0, most], **GUIDE_LINE)
    axes.errorbar(
        predicted, observed, yerr=[below, above], fmt="o", color=COLOURS[0], markersize=5, linewidth=1, capsize=2
    )
    title = broken(f"{report.name}: by {report.calibrated_at:g}", PANEL - 0.6, TITLE_SIZE)
    label(axes, title=title, xlabel="predicted, %", ylabel="observed, %")


def _reaches(group: CalibrationGroup) -> tuple[float, float]:
    """How far the interval goes down and up."""
    if group.observed is None or group.low is None or group.high is None:
        return 0.0, 0.0
    return TOP * (group.observed - group.low), TOP * (group.high - group.observed)


def _incidence(axes: Axes, report: SurvivalReport) -> None:
    """Cumulative incidence by risk, with how many were still followed below."""
    _curves(axes, report.groups)
    axes.set_title(broken(f"{report.name}: incidence by risk", PANEL - 0.6, TITLE_SIZE))
    for row, (colour, group) in enumerate(zip(COLOURS, report.groups, strict=False)):
        _at_risk(axes, group, colour, down=-(FIRST_ROW + ROW * row))


def _curves(axes: Axes, curves: Sequence[IncidenceCurve]) -> None:
    """Cumulative incidence of groups or causes."""
    for colour, curve in zip(COLOURS, curves, strict=False):
        _step(axes, curve.time, (curve.incidence, curve.low, curve.high), colour, curve.name)
    label(axes, ylabel="had the event, %", xlabel="time")
    axes.set_xticks(curves[0].at, [f"{time:.4g}" if time < LARGE else f"{time:,.0f}" for time in curves[0].at])
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, loc="upper left")


def _step(
    axes: Axes,
    time: Sequence[float],
    values: Sequence[Sequence[float | None]],
    colour: str,
    name: str,
) -> None:
    """A curve in steps with its ends, where there are any; gaps where there is no number."""
    percents = [TOP * np.array(part, np.float64) for part in values]
    axes.step(time, percents[0], where="post", color=colour, label=name)
    if len(percents[1]):
        axes.fill_between(time, percents[1], percents[2], step="post", color=colour, alpha=0.15, linewidth=0)


def _everyone(figure: Figure, result: SurvivalResult, level: str) -> None:
    """All people together: incidence of each cause, and the probability not to be censored yet."""
    first, second = figure.add_subplot(1, 2, 1), figure.add_subplot(1, 2, 2)
    _curves(first, result.incidence)
    first.set_title("Incidence of each cause, everyone")
    if result.censoring is not None:
        curve = result.censoring
        parts = [(1.0, *part) for part in (curve.value, curve.low, curve.high)]
        _step(second, (0.0, *curve.time), parts, COLOURS[0], "G(t)")
    label(second, title="Not censored yet: G(t)", ylabel="probability, %", xlabel="time", ylim=(0, TOP * 1.02))
    note_below(figure, f"Bands: {level} at each time.", max(len(result.incidence) - len(COLOURS), 0))


def _at_risk(axes: Axes, group: IncidenceCurve, colour: str, *, down: float) -> None:
    """People still followed, below each tick."""
    for time, count in zip(group.at, group.at_risk, strict=True):
        axes.annotate(
            f"{count:,.0f}",
            (time, 0),
            xytext=(0, down),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            size=SMALL,
            color=colour,
        )
