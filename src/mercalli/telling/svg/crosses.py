"""Crosses as SVG; colours come from the page's style, and the names stand in a list below."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from markupsafe import Markup

from mercalli.telling.crosses import Cross, Crosses, label_places
from mercalli.text.names import plain

WIDTH, HEIGHT = 360, 280
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 10, 42
LABEL, MARK = (15.0, 11.0), 9.0
FAR = 20.0  # from here on a thin line leads from a mark to its number


def drawn_crosses(plot: Crosses) -> Markup:
    """The whole drawing."""
    head = Markup('<svg class="plot crosses" viewBox="0 0 {} {}" role="img" aria-label="{}">')
    parts = [*_frame(plot), *_line(plot), *_crosses(plot), *_numbers(plot)]
    return head.format(WIDTH, HEIGHT, plot.title) + Markup("").join(parts) + Markup("</svg>")


def _across(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _down(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _at(plot: Crosses, cross: Cross) -> tuple[float, float]:
    return _across(plot.x(cross.across.value)), _down(plot.y(cross.up.value))


def _frame(plot: Crosses) -> Iterator[Markup]:
    """Ticks with their grid lines, the names of both axes, and where the lower one is broken."""
    floor, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    for share, text in plot.x.ticks:
        yield Markup('<path class="grid" d="M{} {}V{}"/>').format(_across(share), TOP, floor)
        yield Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(_across(share), floor + 14, text)
    for share, text in plot.y.ticks:
        yield Markup('<path class="grid" d="M{} {}H{}"/>').format(LEFT, _down(share), right)
        yield Markup('<text x="{}" y="{}" text-anchor="end">{}</text>').format(LEFT - 5, _down(share) + 4, text)
    if plot.x.zero:
        at = _across(plot.x.broken)
        yield Markup('<path class="guide break" d="M{} {}l4 -10M{} {}l4 -10"/>').format(
            at - 4, floor + 5, at, floor + 5
        )
    name = Markup('<text class="name" x="{}" y="{}" text-anchor="middle">{}</text>')
    yield name.format((LEFT + right) / 2, HEIGHT - 8, plot.across)
    turned = Markup('<text class="name" transform="translate(11 {}) rotate(-90)" text-anchor="middle">{}</text>')
    yield turned.format((TOP + floor) / 2, plot.up)


def _line(plot: Crosses) -> Iterator[Markup]:
    points = " ".join(f"{_across(x):g},{_down(y):g}" for x, y in plot.line)
    yield Markup('<polyline class="frontier" points="{}"/>').format(points)


def _crosses(plot: Crosses) -> Iterator[Markup]:
    """Both intervals and the mark of each system; an arrow where an interval is open."""
    for cross in plot.crosses:
        x, y = _at(plot, cross)
        yield Markup('<path class="cross" d="{}"/>').format(_arms(plot, cross, x, y))
        look = "mark hollow" if cross.hollow else "mark"
        title = f"{plain(cross.name)}: {cross.says}" if cross.says else plain(cross.name)
        mark = Markup('<circle class="{}" cx="{}" cy="{}" r="{}"><title>{}</title></circle>')
        yield mark.format(look, x, y, MARK / 2, title)


def _arms(plot: Crosses, cross: Cross, x: float, y: float) -> str:
    across, up = cross.across, cross.up
    arms = ""
    if across.low is not None or across.is_open:
        low = x if across.low is None else _across(plot.x(across.low))
        high = WIDTH - RIGHT if across.high is None else _across(plot.x(across.high))
        head = f"M{high - 4:g} {y - 3:g}L{high:g} {y:g}L{high - 4:g} {y + 3:g}" if across.high is None else ""
        arms += f"M{low:g} {y:g}H{high:g}{head}"
    if up.low is not None and up.high is not None:
        arms += f"M{x:g} {_down(plot.y(up.low)):g}V{_down(plot.y(up.high)):g}"
    return arms


def _numbers(plot: Crosses) -> Iterator[Markup]:
    """The number of each system beside its mark."""
    points = [(x - LEFT, y - TOP) for x, y in (_at(plot, cross) for cross in plot.crosses)]
    room = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM)
    for at, ((x, y), (across, down)) in enumerate(zip(points, label_places(points, room, LABEL, MARK), strict=True), 1):
        if hypot(across - x, down - y) > FAR:
            lead = Markup('<path class="lead" d="M{} {}L{} {}"/>')
            yield lead.format(*(round(each, 1) for each in (x + LEFT, y + TOP, across + LEFT, down + TOP)))
        text = Markup('<text class="number" x="{}" y="{}" text-anchor="middle">{}</text>')
        yield text.format(round(across + LEFT, 1), round(down + TOP + 4, 1), at)
