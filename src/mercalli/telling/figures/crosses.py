"""Crosses as a picture of a file: numbers beside the marks, and the names in a list to the right."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

from mercalli.telling.crosses import Cross, Crosses, label_places
from mercalli.telling.figures.canvas import MARGIN, Canvas, Heading, Sign, page
from mercalli.telling.figures.lettering import height_of, wrapped
from mercalli.telling.figures.sheet import GUIDE_LINE
from mercalli.telling.figures.theme import BODY, COLOURS, GRID, INK, MUTED, PAPER, SMALL, drawable, themed

WIDTH, HEIGHT = 9.0, 4.6
LEFT, PLOT, BOTTOM = 0.75, 5.4, 0.6
NAMES = WIDTH - LEFT - PLOT - 2 * MARGIN - 0.25
LABEL, MARK = (0.2, 0.15), 0.11
FAR = 0.22
MARK_POINTS = 7


def crosses_figure(plot: Crosses, lead: str, notes: Sequence[str] = ()) -> bytes:
    """PNG bytes; the same plot gives the same bytes."""
    with themed():
        names = _names(plot)
        room = max(HEIGHT, sum(height_of(name, SMALL) + 0.1 for name in names) + 0.1)
        canvas, top = page(WIDTH, room + BOTTOM, Heading(plot.title, lead, SIGNS, tuple(notes)))
        _Sheet(canvas, plot, top, room).draw(names)
        return canvas.png()


SIGNS = (
    Sign("no other system beats it on both", {"color": COLOURS[0], "linewidth": 1.4}),
    Sign("system, with both intervals", {"color": INK, "linewidth": 0.9, "marker": "o", "markersize": 6}),
    Sign(
        "dominated",
        {"color": INK, "linewidth": 0.9, "marker": "o", "markersize": 6, "markerfacecolor": PAPER},
    ),
)


def _names(plot: Crosses) -> list[str]:
    """The list of names, each with its number and what is said of it."""
    every = enumerate(plot.crosses, 1)
    return [wrapped(f"{at}  {drawable(each.name)}: {each.says}", NAMES, SMALL, most=6) for at, each in every]


class _Sheet:
    """Where everything goes, in inches from the top left corner."""

    def __init__(self, canvas: Canvas, plot: Crosses, top: float, height: float) -> None:
        self.canvas, self.plot, self.top, self.height = canvas, plot, top, height
        self.left = MARGIN + LEFT

    def across(self, share: float) -> float:
        return self.left + share * PLOT

    def down(self, share: float) -> float:
        return self.top + (1 - share) * self.height

    def draw(self, names: Sequence[str]) -> None:
        self._draw_frame()
        line = self.plot.line
        self.canvas.line(
            [self.across(x) for x, _ in line], [self.down(y) for _, y in line], color=COLOURS[0], linewidth=1.4
        )
        for cross in self.plot.crosses:
            self._draw_cross(cross)
        self._draw_numbers()
        at = self.top
        for name in names:
            self.canvas.text(self.left + PLOT + 0.25, at, name, SMALL)
            at += height_of(name, SMALL) + 0.1

    def _draw_frame(self) -> None:
        bottom, right = self.top + self.height, self.left + PLOT
        for share, text in self.plot.x.ticks:
            self.canvas.line([self.across(share)] * 2, [self.top, bottom], color=GRID, linewidth=0.6)
            self.canvas.text(self.across(share), bottom + 0.07, text, SMALL, ha="center", color=MUTED)
        for share, text in self.plot.y.ticks:
            self.canvas.line([self.left, right], [self.down(share)] * 2, color=GRID, linewidth=0.6)
            self.canvas.text(self.left - 0.07, self.down(share), text, SMALL, ha="right", va="center", color=MUTED)
        if self.plot.x.zero:
            for shift in (0.0, 0.06):
                at = self.across(self.plot.x.broken) + shift
                self.canvas.line(
                    [at - 0.04, at + 0.04], [bottom + 0.08, bottom - 0.08], **{**GUIDE_LINE, "linestyle": "-"}
                )
        self.canvas.text(self.left + PLOT / 2, bottom + 0.3, self.plot.across, BODY, ha="center")
        style: dict[str, Any] = {"ha": "center", "va": "center", "rotation": 90}
        self.canvas.text(MARGIN + 0.1, self.top + self.height / 2, self.plot.up, BODY, **style)

    def _draw_cross(self, cross: Cross) -> None:
        x, y = self._at(cross)
        across, up, style = cross.across, cross.up, {"color": INK, "linewidth": 0.9}
        if across.low is not None or across.is_open:
            low = x if across.low is None else self.across(self.plot.x(across.low))
            high = self.left + PLOT if across.high is None else self.across(self.plot.x(across.high))
            self.canvas.line([low, high], [y, y], **style)
            if across.high is None:
                self.canvas.line([high - 0.07, high, high - 0.07], [y - 0.05, y, y + 0.05], **style)
        if up.low is not None and up.high is not None:
            self.canvas.line([x, x], [self.down(self.plot.y(up.low)), self.down(self.plot.y(up.high))], **style)
        face = PAPER if cross.hollow else INK
        self.canvas.line(
            [x], [y], marker="o", markersize=MARK_POINTS, markerfacecolor=face, markeredgecolor=INK, linestyle=""
        )

    def _at(self, cross: Cross) -> tuple[float, float]:
        return self.across(self.plot.x(cross.across.value)), self.down(self.plot.y(cross.up.value))

    def _draw_numbers(self) -> None:
        points = [(x - self.left, y - self.top) for x, y in map(self._at, self.plot.crosses)]
        places = label_places(points, (PLOT, self.height), LABEL, MARK)
        for at, ((x, y), (across, down)) in enumerate(zip(points, places, strict=True), 1):
            if hypot(across - x, down - y) > FAR:
                ends = [self.left + x, self.left + across], [self.top + y, self.top + down]
                self.canvas.line(*ends, color=MUTED, linewidth=0.5)
            box = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.6, "alpha": 0.85}
            place = (self.left + across, self.top + down)
            self.canvas.text(*place, str(at), SMALL, bold=True, ha="center", va="center", bbox=box)
