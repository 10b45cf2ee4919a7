"""Small static drawings in SVG: values with intervals on a common scale. Colours come from the page's style.

The numbers stand as text beside each drawing, so that a screen reader skips the drawing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor

from markupsafe import Markup

from mercalli.results.measure import Measure, MetricCard
from mercalli.telling.axes import round_step, ticks

WIDE, MIDDLE, NARROW = 320, 220, 96
HEIGHT = 16
AXIS_HEIGHT = 24
PAD = 14
MOST_TICKS = 5
INLINE = Markup(
    '<svg width="{0}" height="12" stroke="currentColor" fill="currentColor" aria-hidden="true"><path opacity=".4" '
    'd="{1}"/><path d="{2}"/><circle cx="{3:g}" cy="6" r="2.5"/></svg>'
)


@dataclass(frozen=True)
class Scale:
    """From values to places on a strip of a width."""

    low: float
    high: float
    width: int = MIDDLE

    @classmethod
    def of(cls, card: MetricCard, measures: Iterable[Measure], width: int = MIDDLE) -> Scale:
        """The metric's own range, or where that is open the range of some measures."""
        if card.lowest is None or card.highest is None:
            return cls.around(measures, width)
        return cls(card.lowest, card.highest, width)

    @classmethod
    def around(cls, measures: Iterable[Measure], width: int = WIDE) -> Scale:
        """The least range between round numbers that holds all values and intervals."""
        ends = [end for each in measures for end in (each.value, each.low, each.high) if end is not None]
        least, most = min(ends, default=0.0), max(ends, default=1.0)
        step = round_step(((most - least) or abs(most) or 1.0) / (MOST_TICKS - 1))
        low, high = floor(least / step) * step, ceil(most / step) * step
        return cls(low, high if high > low else low + step, width)

    @property
    def ticks(self) -> list[float]:
        """Round numbers from end to end, five at most.

        >>> Scale(0.6, 0.8).ticks
        [0.6, 0.65, 0.7, 0.75, 0.8]
        """
        return ticks(self.low, self.high, MOST_TICKS - 1)

    def __call__(self, value: float) -> float:
        """A place between both ends, never outside."""
        return round(PAD / 2 + self.share(value) * (self.width - PAD), 1)

    def share(self, value: float) -> float:
        """The same place as a share of the way from the low end to the high one."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


@dataclass(frozen=True)
class Strip:
    """What a strip shows: a measure on a scale, the edges of bands, and a line to compare with."""

    measure: Measure
    scale: Scale
    edges: tuple[float, ...] = ()
    line: float | None = None

    def drawn(self) -> Markup:
        """A value with its interval; short ticks where bands begin, a tall one at what to compare with."""
        if self.measure.value is None:
            return Markup("")
        scale = self.scale
        parts = [
            _path("axis", f"M{scale(scale.low):g} 8H{scale(scale.high):g}"),
            _path("edge", "".join(f"M{scale(edge):g} 5v6" for edge in self.edges if edge > scale.low)),
            _path("base", "" if self.line is None else f"M{scale(self.line):g} 1v14"),
            _path("span", _interval(self.measure, scale)),
            Markup('<circle cx="{:g}" cy="8" r="3.5"/>').format(scale(self.measure.value)),
        ]
        return _svg("strip", scale.width, HEIGHT, parts)

    def inline(self, width: int) -> Markup:
        """The same in the colour of the text around it, for pages without a style of ours."""
        if self.measure.value is None:
            return Markup("")
        scale = replace(self.scale, width=width)
        line = "" if self.line is None else f"M{scale(self.line):g} 1v10"
        faint = f"M{PAD / 2:g} 6H{width - PAD / 2:g}{line}"
        span = _interval(self.measure, scale, 6, 3)
        return INLINE.format(width, faint, span, scale(self.measure.value))


def axis(scale: Scale) -> Markup:
    """The round numbers of a scale, to stand above its strips."""
    drawn = [_path("edge", "".join(f"M{scale(tick):g} 18v6" for tick in scale.ticks))]
    drawn += [Markup('<text x="{:g}" y="14">{:g}</text>').format(scale(tick), tick) for tick in scale.ticks]
    return _svg("strip axis", scale.width, AXIS_HEIGHT, drawn)


def _interval(measure: Measure, scale: Scale, middle: int = 8, half: int = 4) -> str:
    if measure.low is None or measure.high is None:
        return ""
    low, high, end = scale(measure.low), scale(measure.high), f"{middle - half}v{2 * half}"
    return f"M{low:g} {end}M{low:g} {middle}H{high:g}M{high:g} {end}"


def _path(name: str, drawn: str) -> Markup:
    return Markup('<path class="{}" d="{}"/>').format(name, drawn) if drawn else Markup("")


def _svg(name: str, width: int, height: int, drawn: Sequence[Markup]) -> Markup:
    head = Markup('<svg class="{0}" width="{1}" height="{2}" viewBox="0 0 {1} {2}" aria-hidden="true">')
    return head.format(name, width, height) + Markup("").join(drawn) + Markup("</svg>")
