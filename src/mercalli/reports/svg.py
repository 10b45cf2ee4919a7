"""Small static drawings in SVG: values with intervals on a common scale. Colours come from the page's style.

The numbers stand as text beside each drawing, so that a screen reader skips the drawing itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.results.records import Measure, MetricCard

WIDE, NARROW = 220, 96
HEIGHT = 16
AXIS_HEIGHT = 24
PAD = 14
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0)
MOST_TICKS = 5


@dataclass(frozen=True)
class Scale:
    """From values to places on a strip of a width."""

    low: float
    high: float
    width: int = WIDE

    @classmethod
    def of(cls, card: MetricCard, width: int = WIDE) -> Scale:
        """The metric's own range; an open end is drawn at 0 or 1."""
        low = card.lowest if card.lowest is not None else 0.0
        high = card.highest if card.highest is not None else 1.0
        return cls(low, high, width)

    @classmethod
    def around(cls, values: Iterable[float]) -> Scale:
        """The least range between round numbers that holds all values.

        >>> Scale.around([0.62, 0.79]).ticks
        [0.6, 0.65, 0.7, 0.75, 0.8]
        """
        found = list(values) or [0.0, 1.0]
        for step in STEPS:
            low, high = floor(min(found) / step) * step, ceil(max(found) / step) * step
            if high - low <= step * (MOST_TICKS - 1) + step / 2:
                break
        return cls(round(low, 6), round(high if high > low else low + step, 6))

    @property
    def ticks(self) -> list[float]:
        """Round numbers from end to end, five at most."""
        reach = self.high - self.low
        step = next((each for each in STEPS if reach / each <= MOST_TICKS - 1 + 1e-9), reach / (MOST_TICKS - 1))
        return [round(self.low + at * step, 6) for at in range(floor(reach / step + 1e-9) + 1)]

    def __call__(self, value: float) -> float:
        """A place between both ends, never outside."""
        share = (value - self.low) / (self.high - self.low)
        return round(PAD / 2 + min(max(share, 0.0), 1.0) * (self.width - PAD), 1)


def strip(measure: Measure, scale: Scale, *, edges: Iterable[float] = (), line: float | None = None) -> Markup:
    """A value with its interval; short ticks where bands begin, a tall one at what to compare with."""
    if measure.value is None:
        return Markup("")
    drawn = [
        _path("axis", f"M{scale(scale.low):g} 8H{scale(scale.high):g}"),
        _path("edge", "".join(f"M{scale(edge):g} 5v6" for edge in edges)),
        _path("base", "" if line is None else f"M{scale(line):g} 1v14"),
        _path("span", _interval(measure, scale)),
        Markup('<circle cx="{:g}" cy="8" r="3.5"/>').format(scale(measure.value)),
    ]
    return _svg("strip", scale.width, HEIGHT, drawn)


def axis(scale: Scale) -> Markup:
    """The round numbers of a scale, to stand above its strips."""
    drawn = [_path("edge", "".join(f"M{scale(tick):g} 18v6" for tick in scale.ticks))]
    drawn += [Markup('<text x="{:g}" y="14">{:g}</text>').format(scale(tick), tick) for tick in scale.ticks]
    return _svg("strip axis", scale.width, AXIS_HEIGHT, drawn)


def _interval(measure: Measure, scale: Scale) -> str:
    if measure.low is None or measure.high is None:
        return ""
    low, high = scale(measure.low), scale(measure.high)
    return f"M{low:g} 4v8M{low:g} 8H{high:g}M{high:g} 4v8"


def _path(name: str, drawn: str) -> Markup:
    return Markup('<path class="{}" d="{}"/>').format(name, drawn) if drawn else Markup("")


def _svg(name: str, width: int, height: int, drawn: Sequence[Markup]) -> Markup:
    head = Markup('<svg class="{}" width="{}" height="{}" aria-hidden="true">').format(name, width, height)
    return head + Markup("").join(drawn) + Markup("</svg>")
