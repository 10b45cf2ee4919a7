"""Pictures of survival: C over time with bands, calibration, and incidence by risk with numbers at risk."""

from __future__ import annotations

from io import BytesIO
from math import nan
from typing import TYPE_CHECKING, Any

from mercalli.telling.figures.theme import COLOURS, MOST_SYSTEMS, drawable, themed
from mercalli.text.numbers import percent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mercalli.tasks.survival.result import CalibrationGroup, RiskGroup, SurvivalReport, SurvivalResult

GREY, GRID = "#888888", "#e4e4e4"
MOST_BANDS = 4
MOST_PANELS = 6
COLUMNS = 3
TOP = 100
FIRST_ROW, ROW = 48, 11  # points below the axis


def survival_figures(result: SurvivalResult) -> dict[str, bytes]:
    """File names and PNG bytes; the same result gives the same bytes."""
    with themed():
        made = {
            "concordance.png": _png(lambda figure: _concordance(figure, result), 8.0, 4.6),
            "incidence.png": _panels(
                result.systems, _incidence, 4.6, "Below each time: how many of each group were still followed."
            ),
        }
        calibrated = [report for report in result.systems if report.calibration]
        return made | ({"calibration.png": _panels(calibrated, _calibration, 4.0)} if calibrated else {})


def _png(draw: Callable[[Figure], None], width: float, height: float) -> bytes:
    from matplotlib.figure import Figure  # noqa: PLC0415 - half a second to import

    figure = Figure(figsize=(width, height), dpi=150, layout="constrained")
    draw(figure)
    written = BytesIO()
    figure.savefig(written, format="png", metadata={"Software": None})
    return written.getvalue()


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
        left_out = len(reports) - len(shown)
        figure.supxlabel(" ".join([foot, f"{left_out} more are in the tables." if left_out else ""]).strip(), size=8)

    return _png(fill, 5.4 * columns, height * rows)


def _plain(axes: Axes) -> None:
    axes.grid(color=GRID, linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def _concordance(figure: Figure, result: SurvivalResult) -> None:
    """A line for each system and cause."""
    axes = figure.add_subplot()
    shown = result.systems[:MOST_SYSTEMS]
    axes.axhline(0.5, color=GREY, linewidth=1, linestyle="--", label="a coin")
    for colour, report in zip(COLOURS, shown, strict=False):
        curve = report.curve
        time, value, low, high = (_numbers(part) for part in (curve.time, curve.value, curve.low, curve.high))
        axes.plot(time, value, color=colour, linewidth=1.6, marker="o", markersize=3, label=drawable(report.name))
        if len(shown) <= MOST_BANDS:
            axes.fill_between(time, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.set(
        title="C at a horizon", xlabel="horizon: events up to this time", ylabel="share of pairs in the right order"
    )
    _plain(axes)
    figure.legend(loc="outside upper center", ncols=min(len(shown) + 1, 4), frameon=False)
    figure.supxlabel(_foot(result, len(shown)), size=8)


def _numbers(values: Sequence[float | None]) -> list[float]:
    """Gaps where there is no number."""
    return [nan if value is None else value for value in values]


def _foot(result: SurvivalResult, shown: int) -> str:
    """What the bands are, and what is not drawn."""
    level = percent(result.provenance.settings["level"])
    bands = f"Bands: {level} at each point." if shown <= MOST_BANDS else ""
    left_out = len(result.systems) - shown
    return " ".join([bands, f"{left_out} more systems are in the tables." if left_out else ""]).strip()


def _calibration(axes: Axes, report: SurvivalReport) -> None:
    """Groups of people by predicted chance: a point above the line had more events than predicted."""
    groups = [group for group in report.calibration if group.observed is not None]
    predicted = [TOP * group.predicted for group in groups]
    observed: Any = [TOP * (group.observed or 0.0) for group in groups]
    below, above = zip(*(_reaches(group) for group in groups), strict=True)
    most = max([*predicted, *(TOP * (group.high or group.observed or 0.0) for group in groups), 1.0])
    axes.plot([0, most], [0, most], color=GREY, linewidth=1, linestyle="--")
    axes.errorbar(
        predicted, observed, yerr=[below, above], fmt="o", color=COLOURS[0], markersize=5, linewidth=1, capsize=2
    )
    axes.set(title=f"{drawable(report.name)}: by {report.calibrated_at:g}", xlabel="predicted, %", ylabel="observed, %")
    _plain(axes)


def _reaches(group: CalibrationGroup) -> tuple[float, float]:
    """How far the interval goes down and up."""
    if group.observed is None or group.low is None or group.high is None:
        return 0.0, 0.0
    return TOP * (group.observed - group.low), TOP * (group.high - group.observed)


def _incidence(axes: Axes, report: SurvivalReport) -> None:
    """Cumulative incidence by risk, with how many were still followed below."""
    for colour, group in zip(COLOURS, report.groups, strict=False):
        axes.step(group.time, [TOP * each for each in group.incidence], where="post", color=colour, label=group.name)
    axes.set(title=f"{drawable(report.name)}: incidence by risk", ylabel="had the event, %", xlabel="time")
    axes.set_xticks(report.groups[0].at, [f"{time:.4g}" for time in report.groups[0].at])
    axes.legend(frameon=False, loc="upper left")
    _plain(axes)
    for row, (colour, group) in enumerate(zip(COLOURS, report.groups, strict=False)):
        _at_risk(axes, group, colour, down=-(FIRST_ROW + ROW * row))


def _at_risk(axes: Axes, group: RiskGroup, colour: str, *, down: float) -> None:
    """People still followed, below each tick."""
    for time, count in zip(group.at, group.at_risk, strict=True):
        axes.annotate(
            f"{count:,.0f}",
            (time, 0),
            xytext=(0, down),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            size=8,
            color=colour,
        )
