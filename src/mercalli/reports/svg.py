"""Small static drawings in SVG: values with intervals on a common scale. Colours come from the page's style."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from mercalli.results.records import Measure, MetricCard

WIDTH, HEIGHT = 220, 18
PAD = 6


@dataclass(frozen=True)
class Scale:
    """From values to places on a strip."""

    low: float
    high: float

    @classmethod
    def of(cls, card: MetricCard) -> Scale:
        """The metric's own range where it is bounded; scores that can be negative are shown from -1 or 0."""
        return cls(card.lowest if card.lowest is not None else 0.0, card.highest if card.highest is not None else 1.0)

    def __call__(self, value: float) -> float:
        """A place between both ends, never outside."""
        share = (value - self.low) / (self.high - self.low)
        return round(PAD + min(max(share, 0.0), 1.0) * (WIDTH - 2 * PAD), 1)


def strip(measure: Measure, scale: Scale, label: str) -> Markup:
    """A value with its interval, and a tick where the majority baseline stands; the title holds the numbers."""
    if measure.value is None:
        return Markup("")
    middle = HEIGHT / 2
    parts = [Markup('<line class="axis" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(PAD, middle, WIDTH - PAD, middle)]
    majority = measure.baselines.get("majority")
    if majority is not None:
        at = scale(majority)
        parts.append(Markup('<line class="base" x1="{}" y1="2" x2="{}" y2="{}"/>').format(at, at, HEIGHT - 2))
    if measure.low is not None and measure.high is not None:
        ends = scale(measure.low), scale(measure.high)
        bar = Markup('<path class="span" d="M{0} 3V{2}M{0} {3}H{1}M{1} 3V{2}"/>')
        parts.append(bar.format(ends[0], ends[1], HEIGHT - 3, middle))
    parts.append(Markup('<circle class="dot" cx="{}" cy="{}" r="3"/>').format(scale(measure.value), middle))
    head = Markup('<svg class="strip" viewBox="0 0 {} {}" role="img" aria-label="{}"><title>{}</title>').format(
        WIDTH, HEIGHT, label, label
    )
    return head + Markup("").join(parts) + Markup("</svg>")
