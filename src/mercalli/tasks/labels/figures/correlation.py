"""metrics_correlation.png: how standard and own metrics move together, and over what that was seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mercalli.results.measure import MetricCard
from mercalli.tasks.labels.figures.captions import lead
from mercalli.tasks.labels.result import Correlation, Evaluation
from mercalli.telling.figures.canvas import MARGIN, Canvas, Heading, Sign, page
from mercalli.telling.figures.lettering import width_of, wrapped
from mercalli.telling.figures.theme import BODY, INK, MUTED, PAPER, RIGHT, RULE, SMALL, WRONG, blend, ink_on

WIDTH, GROUP = 10.0, 1.1
WIDEST_LABEL = 4.0
LARGEST_CELL, SMALLEST_CELL = 0.85, 0.3
FEW = 10
TITLE = "How metrics move together"
ONE_METRIC = "There is nothing to correlate: only one metric was asked for."
NOTHING_TO_SEE = (
    "Correlations need three systems, five slices by one column with enough rows, or resamples; "
    "here nothing was resampled."
)
REMARKS = {
    "slices": "Slices by one column that have enough rows.",
    "resamples": "Over resamples of the same rows it shows how metrics vary by chance, not how they "
    "order systems; three systems or five slices would say more.",
}


@dataclass(frozen=True)
class Grid:
    """A triangle of cells with the name of each metric at the end of its row, which is the top of its column."""

    coefficients: Correlation
    cards: tuple[MetricCard, ...]

    @cached_property
    def label(self) -> float:
        """Room for the names of metrics."""
        return min(WIDEST_LABEL, max(width_of(card.label, BODY, bold=True) for card in self.cards)) + 0.15

    @cached_property
    def cell(self) -> float:
        """The size of a cell in inches."""
        room = WIDTH - 2 * MARGIN - GROUP - self.label
        return min(LARGEST_CELL, max(SMALLEST_CELL, room / len(self.cards)))

    @property
    def width(self) -> float:
        """The width of the page."""
        return max(WIDTH, 2 * MARGIN + GROUP + self.label + len(self.cards) * self.cell)

    def value(self, row: int, column: int) -> float | None:
        """The coefficient of two metrics by their places here."""
        at = [self.coefficients.metrics.index(self.cards[each].metric) for each in (row, column)]
        return self.coefficients.values[at[0]][at[1]]

    @cached_property
    def standard(self) -> int:
        """How many of the metrics are standard ones; they come first."""
        return sum(not card.own for card in self.cards)


def correlation(result: Evaluation) -> Canvas:
    """The whole picture."""
    coefficients = result.correlation
    if coefficients is None:
        return _in_words(result)
    cards = {card.metric: card for card in result.metrics}
    order = sorted((cards[metric] for metric in coefficients.metrics), key=lambda card: card.own)
    grid = Grid(coefficients, tuple(order))
    title = f"{TITLE}, over {coefficients.n:,} {coefficients.over}"
    about = f"{lead(result)} Pearson's correlation of each pair of metrics over {coefficients.n:,} {coefficients.over}."
    heading = Heading(title, about, tuple(_signs(grid)), tuple(_notes(result, coefficients)))
    canvas, top = page(grid.width, len(order) * grid.cell + 0.1, heading)
    for row in range(len(order)):
        _draw_row(canvas, grid, row, top)
    _draw_groups(canvas, grid, result.provenance.profile, top)
    return canvas


def _in_words(result: Evaluation) -> Canvas:
    """Why there is no correlation."""
    reason = ONE_METRIC if len(result.headline) == 1 else NOTHING_TO_SEE
    text = wrapped(reason, WIDTH - 2 * MARGIN - 1.0, BODY)
    canvas, top = page(WIDTH, 1.4, Heading(TITLE, lead(result)))
    canvas.box(MARGIN, top, WIDTH - 2 * MARGIN, 1.2, facecolor="none", edgecolor=RULE)
    canvas.text(WIDTH / 2, top + 0.6, text, BODY, va="center", ha="center")
    return canvas


def _notes(result: Evaluation, coefficients: Correlation) -> Iterator[str]:
    if coefficients.over == "systems" and coefficients.n < FEW:
        yield f"With {coefficients.n} systems a value far from 0 may well be chance."
    if coefficients.over in REMARKS:
        yield REMARKS[coefficients.over]
    if coefficients.over != "systems" and len(result.systems) > 1:
        yield "Both systems together, each minus the mean of its system."


def _signs(grid: Grid) -> Iterator[Sign]:
    yield Sign("rise and fall together", {"facecolor": RIGHT, "edgecolor": "none"})
    yield Sign("one rises where the other falls", {"facecolor": WRONG, "edgecolor": PAPER, "hatch": "//////"})
    values = [grid.value(row, column) for row in range(len(grid.cards)) for column in range(row)]
    if None in values:
        dash = {"marker": "_", "color": "none", "markeredgecolor": MUTED}
        yield Sign("undefined, because one of the two does not vary", dash)


def _draw_row(canvas: Canvas, grid: Grid, row: int, top: float) -> None:
    """Cells up to the diagonal, where the name of the metric stands."""
    left, size, down = MARGIN + GROUP, grid.cell, top + row * grid.cell
    for column in range(row):
        _draw_cell(canvas, grid.value(row, column), (left + column * size, down), size)
    name = wrapped(grid.cards[row].label, WIDEST_LABEL, BODY, bold=True, most=max(1, int(size / 0.22)))
    canvas.text(left + row * size + 0.1, down + size / 2, name, BODY, bold=True, va="center")


def _draw_cell(canvas: Canvas, value: float | None, place: tuple[float, float], size: float) -> None:
    left, top = place
    middle: dict[str, Any] = {"va": "center", "ha": "center"}
    if value is None:
        canvas.box(left, top, size, size, facecolor=PAPER, edgecolor=RULE, linewidth=0.6)
        canvas.text(left + size / 2, top + size / 2, "\N{EN DASH}", SMALL, color=MUTED, **middle)
        return
    colour = blend(RIGHT if value > 0 else WRONG, abs(value))
    hatch = {"hatch": "//////"} if value < 0 else {}
    canvas.box(left, top, size, size, facecolor=colour, edgecolor=PAPER, linewidth=0.6, **hatch)
    text = f"{value:+.2f}"
    ink = ink_on(colour)
    ground = {"facecolor": colour, "edgecolor": "none", "pad": 1.0}  # so that no hatching crosses the figures
    type_size = min(BODY, size * 72 / 3.6)
    canvas.text(left + size / 2, top + size / 2, text, type_size, color=ink, bbox=ground, **middle)


def _draw_groups(canvas: Canvas, grid: Grid, profile: str, top: float) -> None:
    """Which metrics are standard and which the profile's own, and a frame where they meet."""
    size, standard, count = grid.cell, grid.standard, len(grid.cards)
    for name, start, end in (("standard metrics", 0, standard), (f"metrics of profile {profile}", standard, count)):
        if end > start:
            canvas.box(MARGIN, top + start * size, GROUP - 0.12, (end - start) * size, facecolor="0.9", edgecolor=PAPER)
            text = wrapped(name, GROUP - 0.22, SMALL, most=max(1, int((end - start) * size / 0.15)))
            canvas.text(
                MARGIN + (GROUP - 0.12) / 2, top + (start + end) / 2 * size, text, SMALL, va="center", ha="center"
            )
    if 0 < standard < count:
        frame = (MARGIN + GROUP, top + standard * size, standard * size, (count - standard) * size)
        canvas.box(*frame, facecolor="none", edgecolor=INK, linewidth=1.6, zorder=5)
