"""A plot as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from mercalli.inputs.arrays import Floats
from mercalli.telling.axes import ticks

WIDTH, HEIGHT = 360, 280
LEFT, RIGHT, TOP, BOTTOM = 62, 12, 10, 42
TICKS = 6
LOW_SHARE, MARGIN = 0.5, 0.05
LARGE = ((1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e5, 1e3, "k"))


@dataclass(frozen=True)
class Axis:
    """From values to places between two ends of the drawing."""

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def over(cls, values: Sequence[Floats], start: float, end: float, *, shares: bool = True) -> Axis:
        """Wide enough for all values: shares have the whole stretch from 0 to 1, or else there is some room around."""
        low, high = (float(edge([edge(each) for each in values])) for edge in (np.nanmin, np.nanmax))
        if shares and low >= 0 and LOW_SHARE <= high <= 1:
            low, high = 0.0, 1.0
        if not shares:
            low, high = low - MARGIN * (high - low), high + MARGIN * (high - low)
        return cls(low, high if high > low else low + 1.0, start, end)

    def __call__(self, value: Floats | float) -> Floats:
        """Places, never outside."""
        share = np.clip((np.asarray(value, np.float64) - self.low) / (self.high - self.low), 0.0, 1.0)
        return np.round(self.start + share * (self.end - self.start), 1)


def drawn(plot: Plot, label: str) -> Markup:
    """The whole drawing; its label says in words what it shows."""
    guides = [np.array(line[at]) for _, line in plot.guides for at in (0, 1)]
    across = Axis.over([plot.x, *guides[0::2]], LEFT, WIDTH - RIGHT, shares=plot.shares)
    heights = [plot.y, *guides[1::2], *([] if plot.ends is None else plot.ends)]
    up = Axis.over(heights, HEIGHT - BOTTOM, TOP, shares=plot.shares)
    head = Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(WIDTH, HEIGHT, label)
    return head + Markup("").join(_parts(plot, across, up)) + Markup("</svg>")


def _parts(plot: Plot, across: Axis, up: Axis) -> Iterator[Markup]:
    yield from _frame(plot, across, up)
    if plot.plateau is not None:
        low, high = (float(across(each)) for each in plot.plateau)
        box = Markup('<rect class="plateau" x="{}" y="{}" width="{}" height="{}"/>')
        yield box.format(low, TOP, round(max(high - low, 1.0), 1), HEIGHT - TOP - BOTTOM)
    if plot.ends is not None:
        edge = np.concatenate([plot.ends[0], plot.ends[1][::-1]])
        yield Markup('<polygon class="band" points="{}"/>').format(
            _points(across(np.concatenate([plot.x, plot.x[::-1]])), up(np.nan_to_num(edge)))
        )
    for name, (x, y) in plot.guides:
        line = Markup('<polyline class="guide" points="{}"><title>{}</title></polyline>')
        yield line.format(_points(across(np.array(x)), up(np.array(y))), name)
    for x, low, high in () if plot.bars is None else plot.bars.T.tolist():
        path = Markup('<path class="bar" d="M{} {}V{}"/>')
        yield path.format(float(across(x)), float(up(low)), float(up(high)))
    kind = "line explored" if plot.explored else "line"
    yield Markup('<polyline class="{}" points="{}"/>').format(kind, _points(across(plot.x), up(plot.y)))
    if plot.chosen is not None:
        at = float(across(plot.x[plot.chosen])), float(up(plot.y[plot.chosen]))
        yield Markup('<circle class="chosen" cx="{}" cy="{}" r="5"/>').format(*at)
    if plot.explored:
        yield Markup('<circle class="moving" r="6"/>')


def _points(x: Floats, y: Floats) -> str:
    return " ".join(f"{a:g},{b:g}" for a, b in zip(x.tolist(), y.tolist(), strict=True))


def _frame(plot: Plot, across: Axis, up: Axis) -> Iterator[Markup]:
    """Ticks with their grid lines, and the names of both axes."""
    floor_at, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    for value in ticks(across.low, across.high, TICKS):
        place = float(across(value))
        yield Markup('<path class="grid" d="M{} {}V{}"/>').format(place, TOP, floor_at)
        yield Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(place, floor_at + 14, _tick(value))
    for value in ticks(up.low, up.high, TICKS):
        place = float(up(value))
        yield Markup('<path class="grid" d="M{} {}H{}"/>').format(LEFT, place, right)
        yield Markup('<text x="{}" y="{}" text-anchor="end">{}</text>').format(LEFT - 5, place + 4, _tick(value))
    middle, centre = (LEFT + right) / 2, (TOP + floor_at) / 2
    yield Markup('<text class="name" x="{}" y="{}" text-anchor="middle">{}</text>').format(
        middle, HEIGHT - 8, plot.across
    )
    turned = Markup('<text class="name" transform="translate(12 {}) rotate(-90)" text-anchor="middle">{}</text>')
    yield turned.format(centre, plot.up)


def _tick(value: float) -> str:
    """A number that fits beside an axis.

    >>> _tick(0.2), _tick(-15000), _tick(2500000)
    ('0.2', '-15,000', '2.5M')
    """
    size, sign = next(((size, sign) for least, size, sign in LARGE if abs(value) >= least), (1.0, ""))
    return f"{value / size:,.10g}{sign}"


Line = tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True)
class Plot:
    """One plot.

    Attributes:
        key: Its name, one word.
        title: Its title.
        across: What goes from left to right.
        up: What goes from bottom to top.
        x: The line's points from left to right ...
        y: ... and from bottom to top; those of `explored` plots are the operating points, one by one.
        ends: The lower and the upper edge of the band, if there is one.
        guides: Lines to compare with, by what they mean.
        chosen: Which point is the chosen one.
        plateau: The stretch of thresholds that are as good.
        explored: Whether each point is an operating point.
        bars: Intervals that stand by themselves: place, lower and upper end of each (3, bars).
        shares: Whether axes of shares go from 0 to 1; if not, they hold the values alone, with some room.
    """

    key: str
    title: str
    across: str
    up: str
    x: Floats
    y: Floats
    ends: Floats | None = None
    guides: tuple[tuple[str, Line], ...] = ()
    chosen: int | None = None
    plateau: tuple[float, float] | None = None
    explored: bool = True
    bars: Floats | None = None
    shares: bool = True
